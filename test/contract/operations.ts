import type { Role } from '#domain';

/**
 * Every operation: its section of the specification (none: the reference has it), how it is called, the
 * lowest role that may (reference 1.1; who sees a trigger's token may run the check), what success answers (decision 14) and
 * the limit of its own (reference 1.5: requests/seconds). Written from the documents, so that the code can be held against it.
 */
const TABLE = `
4.7 GET    /v1/accounts/me                                    READ_ONLY  200
-   GET    /v1/accounts                                       READ_ONLY  200
-   GET    /v1/accounts/{accountId}                           READ_ONLY  200
-   GET    /v1/accounts/me/entitlements                       READ_ONLY  200
-   GET    /v1/accounts/{accountId}/entitlements              READ_ONLY  200

-   GET    /v1/dashboards                                     READ_ONLY  200
-   POST   /v1/dashboards                                     READ_WRITE 201
-   GET    /v1/dashboards/{dashboardId}                       READ_ONLY  200  20/20
4.1 PUT    /v1/dashboards/{dashboardId}                       READ_WRITE 200
-   DELETE /v1/dashboards/{dashboardId}                       READ_WRITE 204

4.4 POST   /v1/incidents                                      READ_WRITE 200
-   GET    /v1/incidents/{id}                                 READ_ONLY  200
-   PUT    /v1/incidents/{id}                                 READ_WRITE 200
-   DELETE /v1/incidents/{id}                                 READ_WRITE 204
-   POST   /v1/incidents/{incidentId}/updates                 READ_WRITE 201
-   PUT    /v1/incidents/{incidentId}/updates/{id}            READ_WRITE 200
4.4 DELETE /v1/incidents/{incidentId}/updates/{id}            READ_WRITE 204

-   GET    /v1/status-pages                                   READ_ONLY  200
4.3 POST   /v1/status-pages                                   READ_WRITE 201
-   GET    /v1/status-pages/{statusPageId}                    READ_ONLY  200
-   PUT    /v1/status-pages/{statusPageId}                    READ_WRITE 200
-   DELETE /v1/status-pages/{statusPageId}                    READ_WRITE 204
-   GET    /v1/status-pages/services                          READ_ONLY  200
-   POST   /v1/status-pages/services                          READ_WRITE 200
4.3 GET    /v1/status-pages/services/{serviceId}              READ_ONLY  200
-   PUT    /v1/status-pages/services/{serviceId}              READ_WRITE 200
-   DELETE /v1/status-pages/services/{serviceId}              READ_WRITE 204
-   GET    /v1/status-pages/incidents                         READ_ONLY  200
-   POST   /v1/status-pages/incidents                         READ_WRITE 201
-   GET    /v1/status-pages/incidents/{incidentId}            READ_ONLY  200
-   PUT    /v1/status-pages/incidents/{incidentId}            READ_WRITE 200
-   PATCH  /v1/status-pages/incidents/{incidentId}            READ_WRITE 200
-   DELETE /v1/status-pages/incidents/{incidentId}            READ_WRITE 204
-   GET    /v1/status-pages/incidents/{incidentId}/incident-updates                     READ_ONLY  200
4.3 POST   /v1/status-pages/incidents/{incidentId}/incident-updates                     READ_WRITE 200
-   GET    /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}  READ_ONLY  200
-   PUT    /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}  READ_WRITE 200
-   DELETE /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}  READ_WRITE 204
-   GET    /v1/status-pages/{statusPageId}/subscriptions                    READ_ONLY  200
-   POST   /v1/status-pages/{statusPageId}/subscriptions/bulk               READ_WRITE 201
4.3 DELETE /v1/status-pages/{statusPageId}/subscriptions/{subscriptionId}   READ_WRITE 204

-   GET    /v1/maintenance-windows                            READ_ONLY  200
4.5 POST   /v1/maintenance-windows                            READ_WRITE 201
-   GET    /v1/maintenance-windows/{id}                       READ_ONLY  200
-   GET    /v1/maintenance-windows/{id}/occurrences           READ_ONLY  200
-   PUT    /v1/maintenance-windows/{id}                       READ_WRITE 200
-   DELETE /v1/maintenance-windows/{id}                       READ_WRITE 204

4.6 GET    /v1/checks                                         READ_ONLY  200
-   POST   /v1/checks                                         READ_WRITE 201
-   GET    /v1/checks/{id}                                    READ_ONLY  200
-   PUT    /v1/checks/{id}                                    READ_WRITE 200
-   DELETE /v1/checks/{id}                                    READ_WRITE 204
-   POST   /v1/checks/api                                     READ_WRITE 201
-   PUT    /v1/checks/api/{id}                                READ_WRITE 200
-   POST   /v1/checks/browser                                 READ_WRITE 201
-   PUT    /v1/checks/browser/{id}                            READ_WRITE 200
-   POST   /v1/checks/dns                                     READ_WRITE 201
-   PUT    /v1/checks/dns/{id}                                READ_WRITE 200
-   POST   /v1/checks/heartbeat                               READ_WRITE 201
-   PUT    /v1/checks/heartbeat/{id}                          READ_WRITE 200
-   POST   /v1/checks/icmp                                    READ_WRITE 201
-   PUT    /v1/checks/icmp/{id}                               READ_WRITE 200
-   POST   /v1/checks/multistep                               READ_WRITE 201
-   PUT    /v1/checks/multistep/{id}                          READ_WRITE 200
-   POST   /v1/checks/tcp                                     READ_WRITE 201
-   PUT    /v1/checks/tcp/{id}                                READ_WRITE 200
-   POST   /v1/checks/url                                     READ_WRITE 201
-   PUT    /v1/checks/url/{id}                                READ_WRITE 200
4.6 GET    /v1/checks/heartbeats/{checkId}/availability       READ_ONLY  200
-   GET    /v1/checks/heartbeats/{checkId}/events             READ_ONLY  200
-   GET    /v1/checks/heartbeats/{checkId}/events/{id}        READ_ONLY  200

-   GET    /v1/check-groups                                   READ_ONLY  200
-   POST   /v1/check-groups                                   READ_WRITE 201
-   GET    /v1/check-groups/{id}                              READ_ONLY  200
-   PUT    /v1/check-groups/{id}                              READ_WRITE 200
-   DELETE /v1/check-groups/{id}                              READ_WRITE 204
-   GET    /v1/check-groups/{id}/checks                       READ_ONLY  200
-   GET    /v1/check-groups/{groupId}/checks/{checkId}        READ_ONLY  200
-   POST   /v2/check-groups                                   READ_WRITE 201
-   PUT    /v2/check-groups/{id}                              READ_WRITE 200

-   GET    /v1/alert-channels                                 READ_ONLY  200
-   POST   /v1/alert-channels                                 READ_WRITE 201
-   GET    /v1/alert-channels/{id}                            READ_ONLY  200
-   PUT    /v1/alert-channels/{id}                            READ_WRITE 200
-   DELETE /v1/alert-channels/{id}                            READ_WRITE 204
-   PUT    /v1/alert-channels/{id}/subscriptions              READ_WRITE 200
-   GET    /v1/alert-notifications                            READ_ONLY  200  5/10
-   GET    /v1/check-alerts                                   READ_ONLY  200
4.6 GET    /v1/check-alerts/{checkId}                         READ_ONLY  200

-   GET    /v1/check-results/{checkId}                        READ_ONLY  200  60/60
-   GET    /v2/check-results/{checkId}                        READ_ONLY  200  60/60
-   GET    /v1/check-results/{checkId}/{checkResultId}        READ_ONLY  200
-   GET    /v1/check-statuses                                 READ_ONLY  200
-   GET    /v1/check-statuses/{checkId}                       READ_ONLY  200

-   GET    /v1/analytics/api-checks/{id}                      READ_ONLY  200  30/60
-   GET    /v1/analytics/browser-checks/{id}                  READ_ONLY  200  30/60
-   POST   /v1/analytics/checks                               READ_ONLY  200  30/60
-   GET    /v1/analytics/dns/{id}                             READ_ONLY  200  30/60
-   GET    /v1/analytics/heartbeat-checks/{id}                READ_ONLY  200  30/60
-   GET    /v1/analytics/icmp/{id}                            READ_ONLY  200  30/60
-   GET    /v1/analytics/metrics                              READ_ONLY  200
4.2 GET    /v1/analytics/multistep-checks/{id}                READ_ONLY  200  30/60
-   GET    /v1/analytics/playwright-checks/{id}               READ_ONLY  200  30/60
-   GET    /v1/analytics/tcp-checks/{id}                      READ_ONLY  200  30/60
4.2 GET    /v1/analytics/url-monitors/{id}                    READ_ONLY  200  30/60

-   POST   /v1/check-sessions/trigger                         READ_RUN   201
4.6 GET    /v1/check-sessions/{checkSessionId}                READ_ONLY  200
-   GET    /v1/check-sessions/{checkSessionId}/completion     READ_ONLY  200
-   POST   /v2/check-sessions/trigger                         READ_RUN   201
-   GET    /v2/check-sessions/{checkSessionId}                READ_ONLY  200
-   GET    /v2/check-sessions/{checkSessionId}/completion     READ_ONLY  200

-   GET    /v1/triggers/checks/{checkId}                      READ_RUN   200
4.6 POST   /v1/triggers/checks/{checkId}                      READ_WRITE 201
-   DELETE /v1/triggers/checks/{checkId}                      READ_WRITE 204
-   GET    /v1/triggers/check-groups/{groupId}                READ_RUN   200
-   POST   /v1/triggers/check-groups/{groupId}                READ_WRITE 201
-   DELETE /v1/triggers/check-groups/{groupId}                READ_WRITE 204

-   GET    /v1/error-groups                                   READ_ONLY  200
-   GET    /v1/error-groups/checks/{checkId}                  READ_ONLY  200
4.8 GET    /v1/error-groups/{id}                              READ_ONLY  200
4.8 PATCH  /v1/error-groups/{id}                              READ_WRITE 200

4.7 GET    /v1/client-certificates                            READ_ONLY  200
-   POST   /v1/client-certificates                            READ_WRITE 201
-   GET    /v1/client-certificates/{id}                       READ_ONLY  200
-   DELETE /v1/client-certificates/{id}                       READ_WRITE 204

-   GET    /v1/snippets                                       READ_ONLY  200
-   POST   /v1/snippets                                       READ_WRITE 201
-   GET    /v1/snippets/{id}                                  READ_ONLY  200
-   PUT    /v1/snippets/{id}                                  READ_WRITE 200
-   DELETE /v1/snippets/{id}                                  READ_WRITE 204

4.7 GET    /v1/variables                                      READ_ONLY  200
-   POST   /v1/variables                                      READ_WRITE 201
-   GET    /v1/variables/{key}                                READ_ONLY  200
-   PUT    /v1/variables/{key}                                READ_WRITE 200
4.7 DELETE /v1/variables/{key}                                READ_WRITE 204

-   GET    /v1/private-locations                              READ_ONLY  200
-   POST   /v1/private-locations                              ADMIN      201
-   GET    /v1/private-locations/{id}                         READ_ONLY  200
-   PUT    /v1/private-locations/{id}                         ADMIN      200
-   DELETE /v1/private-locations/{id}                         ADMIN      204
-   POST   /v1/private-locations/{id}/keys                    ADMIN      201
-   DELETE /v1/private-locations/{id}/keys/{keyId}            ADMIN      204
-   GET    /v1/private-locations/{id}/metrics                 READ_ONLY  200  300/86400
-   GET    /v1/private-locations/{id}/capacity                READ_ONLY  200
-   GET    /v1/private-locations/{id}/outages                 READ_ONLY  200
-   GET    /v1/private-locations/{id}/schedule-quality        READ_ONLY  200

-   GET    /v1/check-results/{checkId}/{checkResultId}/assets         READ_ONLY  200
-   GET    /v1/check-results/{checkId}/{checkResultId}/assets/{name}  READ_ONLY  200
`;

/** Spec 4.9: served by the agent on a port of its own. */
export const AGENT_PROBES = ['GET /-/readiness', 'GET /-/liveness', 'GET /health'];

export interface ExpectedOperation {
  /** `GET /v1/variables/{key}` */
  name: string;
  method: string;
  path: string;
  /** `4.1`: where the specification has it. */
  section: string | null;
  role: Role;
  status: number;
  limit: { requests: number; seconds: number } | null;
}

export const OPERATIONS: ExpectedOperation[] = TABLE.trim()
  .split(/\n+/)
  .map((line) => {
    const [section, method, path, role, status, limit] = line.split(/ +/) as [
      string,
      string,
      string,
      Role,
      string,
      string?,
    ];
    const [requests, seconds] = (limit ?? '').split('/').map(Number);
    return {
      name: `${method} ${path}`,
      method,
      path,
      section: section === '-' ? null : section,
      role,
      status: Number(status),
      limit: limit === undefined ? null : { requests: requests!, seconds: seconds! },
    };
  });

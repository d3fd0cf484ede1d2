/**
 * Section 2 of the specification: what answers hold. A line is a field (of a thing inside: with its
 * path), its type, whether it may be null, whether it is
 * always there (R), and the values of an enumeration.
 */
export interface ViewTable {
  section: string;
  /** Operations that answer it, or a list of it. */
  of: string[];
  fields: ViewField[];
}

export interface ViewField {
  name: string;
  type: string;
  nullable: boolean;
  required: boolean;
  values: string[] | null;
}

const CHECK_TYPES = 'AGENTIC,API,BROWSER,HEARTBEAT,ICMP,MULTI_STEP,TCP,PLAYWRIGHT,URL,DNS';

const COLOURS =
  'bodyBackgroundColor headerBackgroundColor headerFontColor titleFontColor bodyFontColor bodyFontColorMuted navigationFontColor linkFontColor cardBackgroundColor borderColor primaryButtonBackgroundColor primaryButtonFontColor'.split(
    ' ',
  );
const colours = (theme: string) => COLOURS.map((name) => `  themeColors.${theme}.${name} string`).join('\n');

const TEXT = `
2.1 PUT /v1/dashboards/{dashboardId}
  id number R
  dashboardId string R
  created_at date R
  customDomain string null
  customUrl string
  logo string null
  favicon string null
  link string
  description string null
  width string enum=FULL,960PX
  refreshRate number enum=60,300,600
  paginate boolean
  paginationRate number enum=30,60,300
  checksPerPage number null
  useTagsAndOperator boolean null
  hideTags boolean
  enableIncidents boolean
  expandChecks boolean
  tags array
  showHeader boolean
  showCheckRunLinks boolean
  showGroupNames boolean
  customCSS string null
  isPrivate boolean
  showP95 boolean
  showP99 boolean
  keys array
  keys.id string
  keys.rawKey string
  keys.maskedKey string
  keys.created_at date
  keys.updated_at date
  header string null

2.2 POST /v1/status-pages
  name string R
  url string R
  id string R
  cards array
  cards.id string
  cards.name string
  cards.created_at date
  cards.updated_at date
  cards.services array
  cards.services.name string R
  cards.services.id string R
  cards.services.accountId string R
  cards.services.created_at date R
  cards.services.updated_at date null
  description string null
  customDomain string null
  themeColors object
${colours('light')}
${colours('dark')}
  logo string null
  redirectTo string null
  favicon string null
  defaultTheme string enum=LIGHT,DARK,AUTO
  whiteLabel boolean
  isPrivate boolean

2.3 GET /v1/status-pages/services/{serviceId}
  name string R
  id string R
  accountId string R
  created_at date R
  updated_at date null

2.4 POST /v1/incidents
  name string R
  impact string R enum=MAINTENANCE,MAJOR,MINOR
  dashboardId number R
  incidentUpdates array R
  incidentUpdates.id string
  incidentUpdates.status string enum=INVESTIGATING,IDENTIFIED,MONITORING,RESOLVED
  incidentUpdates.description string
  incidentUpdates.incidentId string
  incidentUpdates.created_at date
  incidentUpdates.updated_at date null
  startedAt date null
  stoppedAt date null
  id string R
  created_at date R
  updated_at date null R

2.5 POST /v1/status-pages/incidents/{incidentId}/incident-updates
  description string R
  id string
  status string enum=INVESTIGATING,IDENTIFIED,MONITORING,RESOLVED
  publicIncidentUpdateDate date
  created_at date
  notifySubscribers boolean

2.6 POST /v1/maintenance-windows
  id number R
  name string R
  startsAt date R
  endsAt date R
  repeatUnit string R
  created_at date R
  updated_at date null R
  tags array
  repeatInterval number null
  repeatEndsAt date null

2.7 GET /v1/check-alerts/{checkId}
  name string R
  id string
  checkId string
  alertType string enum=NO_ALERT,ALERT_FAILURE,ALERT_FAILURE_REMAIN,ALERT_FAILURE_DEGRADED,ALERT_RECOVERY,ALERT_DEGRADED,ALERT_DEGRADED_REMAIN,ALERT_DEGRADED_FAILURE,ALERT_DEGRADED_RECOVERY,ALERT_SSL
  checkType string enum=${CHECK_TYPES}
  runLocation string
  responseTime number
  error string null
  statusCode string null
  created_at date
  startedAt date

2.8 GET /v1/accounts/me
  id string R
  name string
  runtimeId string
  plan string
  planDisplayName string
  addons object
  addons.communicate.tier string
  addons.communicate.tierDisplayName string
  addons.resolve.tier string
  addons.resolve.tierDisplayName string
  settings object
  alertSettings object

2.9 POST /v1/triggers/checks/{checkId}
  id number R
  token string R
  created_at date R
  checkId string R
  called_at date null
  updated_at date null

2.10 GET /v1/checks/heartbeats/{checkId}/availability
  successRatio object
  successRatio.previousPeriod number
  successRatio.currentPeriod number
  totalEntitiesCurrentPeriod number

2.11 GET /v1/client-certificates
  host string R
  cert string R
  id string R
  ca string null
  created_at date

2.12 GET /v1/variables
  key string R
  value string R
  locked boolean
  secret boolean

2.14 GET /v1/check-sessions/{checkSessionId}
  id string
  link string
  checkId string
  checkType string enum=AGENTIC,API,BROWSER,ICMP,MULTI_STEP,TCP,PLAYWRIGHT,URL,DNS
  status string enum=STARTED,PROGRESS,FAILED,PASSED,DEGRADED,PROGRESS_FAILED,PROGRESS_DEGRADED,TIMED_OUT,CANCELLED
  startedAt date
  stoppedAt date
  duration number
  runLocations array
  name string
  source string enum=CLI_DEPLOY,DEPLOYMENT,DEPLOYMENT_CACHE_WARMER,EDITOR,GROUP_RUN_ALL,LEGACY_TRIGGER,SCHEDULER,SCHEDULE_NOW,TEST_NO_RECORD,TEST_RECORD,TRIGGER_NO_RECORD,TRIGGER_RECORD,TRIGGER_API
  results array

2.15 GET /v1/error-groups/{id} PATCH /v1/error-groups/{id}
  id string R
  checkId string R
  errorHash string R
  rawErrorMessage string null R
  cleanedErrorMessage string R
  firstSeen date R
  lastSeen date R
  archivedUntilNextEvent boolean R
  rootCauseAnalyses array

2.16 GET /v1/analytics/url-monitors/{id} GET /v1/analytics/multistep-checks/{id}
  checkId string
  name string
  checkType string enum=${CHECK_TYPES}
  activated boolean
  muted boolean
  frequency number
  from date
  to date
  tags array
  series array
  pagination object
  pagination.page number
  pagination.limit number
  metadata object
`;

export const VIEWS: ViewTable[] = TEXT.trim()
  .split(/\n\n/)
  .map((block) => {
    const [head, ...lines] = block.split('\n') as [string, ...string[]];
    const [section, ...operations] = head.split(/ (?=GET|POST|PUT|PATCH|\/)/) as [string, ...string[]];
    const of = operations.flatMap((part, at) => (part.startsWith('/') ? [`${operations[at - 1]} ${part}`] : []));
    return { section, of, fields: lines.map(fieldOf) };
  });

function fieldOf(line: string): ViewField {
  const [name, type, ...rest] = line.trim().split(' ') as [string, string, ...string[]];
  const values = rest.find((part) => part.startsWith('enum='))?.slice(5) ?? null;
  const [nullable, required] = [rest.includes('null'), rest.includes('R')];
  return { name, type, nullable, required, values: values?.split(',') ?? null };
}

import { isoTime } from '#persistence';

/** SQL of a row `s` of status_page_services inside JSON: what `StatusPageServiceView.of` makes of it. */
export const SERVICE_JSON = `json_build_object('id', s.id, 'accountId', s.account_id, 'name', s.name,
  'created_at', ${isoTime('s.created_at')}, 'updated_at', ${isoTime('s.updated_at')})`;

import {
  readableDefaults,
  withApiDefaults,
  withGroup,
  type CheckType,
  type GroupSettings,
  type MemberSettings,
  type Role,
} from '#domain';

/** A check as it is answered, with the settings of its group beside it (`checkView`). */
type Grouped = MemberSettings & { checkType: CheckType; request?: object; group: GroupSettings | null };

/** The JSON of one check or a list with the settings of their groups applied, as far as this role may read them. */
export function asGrouped(json: string, role: Role): string {
  const read = JSON.parse(json) as Grouped | Grouped[];
  return JSON.stringify(Array.isArray(read) ? read.map((check) => applied(check, role)) : applied(read, role));
}

/** Types that lack a member do without the group's. */
function applied({ group, ...check }: Grouped, role: Role): object {
  if (!group) return check;
  const { request } = check;
  const settings = withGroup(check, group);
  const effective =
    check.checkType === 'API' && request
      ? { ...settings, request: withApiDefaults(request, readableDefaults(group.apiCheckDefaults, role)) }
      : settings;
  return Object.fromEntries(Object.entries(effective).filter(([member]) => member in check));
}

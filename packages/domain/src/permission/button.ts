/** A button permission the user holds (`auth`), `type` 1 = show, 2 = enable. */
export interface GrantedAction {
  action: string
  type: string
}

/** A button permission that exists (`allAuth`); `status` "0" = the rule is switched off, "1" = in force. */
export interface KnownAction extends GrantedAction {
  status: string
}

/** What the permission call returned, and the page's own list when a workflow node gave one. */
export interface ButtonRules {
  auth: readonly GrantedAction[]
  allAuth: readonly KnownAction[]
  /** `meta.permissionList`; it takes precedence over the session lists. */
  page: readonly GrantedAction[] | null
}

export interface ButtonState {
  visible: boolean
  enabled: boolean
}

const disabling = '2'
const off = '0'

/** Several codes may share one row, separated by commas. */
function holds(rows: readonly GrantedAction[], action: string): boolean {
  return rows.some((row) => row.action.split(',').includes(action))
}

/**
 * Show and enable of one button, the two readings of `1-shell.md §6` and `4-api.md §3.6` in one place.
 * Show (type ≠ 2): switched-off rule → show; granted → show; else hide, also when nobody knows the code.
 * Enable (type = 2): known, in force and not granted → disabled; else enabled.
 */
export function buttonState(rules: ButtonRules, action: string): ButtonState {
  const fromPage = pageState(rules.page, action)
  if (fromPage) return fromPage
  const known = rules.allAuth.filter((row) => row.action === action)
  const shows = known.filter((row) => row.type !== disabling)
  const disables = known.filter((row) => row.type === disabling)
  const grantedShow = holds(
    rules.auth.filter((row) => row.type !== disabling),
    action,
  )
  const switchedOff = shows.some((row) => row.status === off)
  const blocked =
    disables.length > 0 && disables.every((row) => row.status !== off) && !holds(rules.auth, action)
  return { visible: switchedOff || grantedShow, enabled: !blocked }
}

function pageState(page: readonly GrantedAction[] | null, action: string): ButtonState | null {
  const rows = (page ?? []).filter((row) => row.action === action)
  if (rows.length === 0) return null
  const disabled = rows.some((row) => row.type === disabling)
  return { visible: disabled || rows.some((row) => row.type !== disabling), enabled: !disabled }
}

/** Columns and toolbar buttons to hide (4-api.md §3.6): known type-1 rows in force with the prefix that are not granted, without it. */
export function hiddenByPrefix(rules: Pick<ButtonRules, 'auth' | 'allAuth'>, prefix: string): string[] {
  return rules.allAuth
    .filter((row) => row.type === '1' && row.status === '1' && row.action.startsWith(prefix))
    .filter((row) => !holds(rules.auth, row.action))
    .map((row) => row.action.slice(prefix.length))
}

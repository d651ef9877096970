/** `getUserPermissionByToken` (4-api.md §3.1–§3.2). */
export interface MenuItem {
  id: string
  path: string
  name: string
  component: string
  route: '0' | '1'
  redirect?: string | null
  alwaysShow?: boolean
  hidden?: boolean
  children?: MenuItem[]
  meta: {
    title?: string
    icon?: string
    keepAlive?: boolean
    internalOrExternal?: boolean
    componentName?: string
    url?: string
    hideMenu?: boolean
    hideTab?: boolean
    /** No page header above this page, though it stands in `layouts/PageView`. */
    hiddenHeaderContent?: boolean
    /** `_blank` opens the page in a new browser window. */
    target?: string
    permissionList?: { action: string; type: string }[]
  }
}

export interface AuthEntry {
  action: string
  type: string
  describe: string
  status?: string
}

export interface PermissionAnswer {
  menu: MenuItem[]
  auth: AuthEntry[]
  allAuth: AuthEntry[]
  sysSafeMode: boolean
}

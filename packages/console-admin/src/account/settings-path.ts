/** 个人设置 (5-screens.md §5, §10.2). */
export const settingsPath = '/account/settings/BaseSetting'
export const centerPath = '/account/center'
export const workplacePath = '/dashboard/workplace'
/** Where a telephone says yes to a code of the login page; the server writes this address into the code. */
export const scanPath = '/account/scan'
/** 我的导出: what was ordered in the background; the server leads to it in its notices. */
export const exportsPath = '/account/exports'

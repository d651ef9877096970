/** 个人设置 (5-screens.md §5, §10.2). */
export const settingsPath = '/account/settings/BaseSetting'
export const centerPath = '/account/center'
export const workplacePath = '/dashboard/workplace'

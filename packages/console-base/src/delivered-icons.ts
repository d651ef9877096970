/**
 * Icons of the menu as it is delivered: every page has them. Any other brings the whole table of icons to each page that
 * shows the menu, 26 KB.
 */
export const deliveredIcons = [
  'apartment',
  'appstore',
  'bar-chart',
  'control',
  'dashboard',
  'file-protect',
  'home',
  'lock',
  'message',
  'monitor',
  'setting',
] as const

export type DeliveredIcon = (typeof deliveredIcons)[number]

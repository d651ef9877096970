/** Styles of the home page (5-screens.md §9.1) in their order; the first is the default. */
export const homeStyles = [
  { value: 'chart', label: '统计图表' },
  { value: 'second', label: '统计图表2' },
  { value: 'task', label: '任务表格' },
] as const

export type HomeStyle = (typeof homeStyles)[number]['value']

const key = 'pro__HOME_STYLE'

/** The style this browser was left in. */
export function readHomeStyle(): HomeStyle {
  const stored = localStorage.getItem(key)
  return homeStyles.find(({ value }) => value === stored)?.value ?? homeStyles[0].value
}

export function keepHomeStyle(style: HomeStyle): void {
  localStorage.setItem(key, style)
}

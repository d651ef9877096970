import type { IconSet } from './icon-set.ts'
import { iconNames, type IconTab } from './icon-names.ts'

/** The tabs in the order in which they stand, by their titles. */
export const iconTabs: readonly { readonly key: IconTab; readonly title: string }[] = [
  { key: 'direction', title: '方向性图标' },
  { key: 'suggestion', title: '指示性图标' },
  { key: 'editor', title: '编辑类图标' },
  { key: 'data', title: '数据类图标' },
  { key: 'common', title: '网站通用图标' },
  { key: 'brand', title: '品牌和标识' },
]

/** The icons of a tab; their drawings weigh 15 to 45 kB gzip, so each tab comes when it is first shown. */
const loaders: Readonly<Record<IconTab, () => Promise<IconSet>>> = {
  direction: async () => (await import('./direction.ts')).direction,
  suggestion: async () => (await import('./suggestion.ts')).suggestion,
  editor: async () => (await import('./editor.ts')).editor,
  data: async () => (await import('./data.ts')).data,
  common: async () => (await import('./common.ts')).common,
  brand: async () => (await import('./brand.ts')).brand,
}

export const loadIconSet = (tab: IconTab): Promise<IconSet> => loaders[tab]()

/** The tab an icon stands in; null for a name that is no icon's. */
export function tabOf(name: string): IconTab | null {
  return iconTabs.find(({ key }) => iconNames[key].includes(name))?.key ?? null
}

/** The icons of a tab whose names hold what was typed, in any case. */
export function findIcons(tab: IconTab, typed: string): readonly string[] {
  const words = typed.trim().toLowerCase()
  return iconNames[tab].filter((name) => name.includes(words))
}

/** How a person likes his console (1-shell.md §2.8), and beyond it: light or dark by the system's wish, and density. */
export interface Settings {
  readonly menuTheme: 'light' | 'dark'
  /** One of `palette`. */
  readonly colour: string
  readonly layout: 'sidemenu' | 'topmenu'
  readonly contentWidth: 'Fixed' | 'Fluid'
  readonly fixedHeader: boolean
  /** Hides the header while the page scrolls down; only a fixed one can be hidden. */
  readonly autoHideHeader: boolean
  readonly fixedSider: boolean
  readonly colourWeak: boolean
  readonly multiTab: boolean
  readonly brightness: 'light' | 'dark' | 'system'
  readonly density: 'middle' | 'compact'
  /** Notices are read aloud by a voice of this machine (1-shell.md §4); off until chosen (security.md V27). */
  readonly readAloud: boolean
}

/** The eight colours in their order (5-screens.md §1). */
export const palette = [
  { name: '薄暮', value: '#F5222D' },
  { name: '火山', value: '#FA541C' },
  { name: '日暮', value: '#FAAD14' },
  { name: '明青', value: '#13C2C2' },
  { name: '极光绿', value: '#52C41A' },
  { name: '拂晓蓝（默认）', value: '#1890FF' },
  { name: '极客蓝', value: '#2F54EB' },
  { name: '酱紫', value: '#722ED1' },
] as const

export const defaultSettings: Settings = {
  menuTheme: 'light',
  colour: '#1890FF',
  layout: 'sidemenu',
  contentWidth: 'Fixed',
  fixedHeader: false,
  autoHideHeader: false,
  fixedSider: false,
  colourWeak: false,
  multiTab: true,
  brightness: 'light',
  density: 'middle',
  readAloud: false,
}

/** What may be chosen now: fluid needs the top menu, hiding needs a fixed header, a fixed side needs a side. */
export function choicesOf({ layout, fixedHeader }: Settings) {
  return {
    fluid: layout === 'topmenu',
    autoHideHeader: fixedHeader,
    fixedSider: layout === 'sidemenu',
  }
}

/** A change with its consequences: a choice that another one has made impossible falls back. */
export function changed(settings: Settings, change: Partial<Settings>): Settings {
  const next = { ...settings, ...change }
  const may = choicesOf(next)
  return {
    ...next,
    contentWidth: may.fluid ? next.contentWidth : 'Fixed',
    autoHideHeader: may.autoHideHeader && next.autoHideHeader,
    fixedSider: may.fixedSider && next.fixedSider,
  }
}

const choices: { readonly [K in keyof Settings]: readonly Settings[K][] } = {
  menuTheme: ['light', 'dark'],
  colour: palette.map(({ value }) => value),
  layout: ['sidemenu', 'topmenu'],
  contentWidth: ['Fixed', 'Fluid'],
  fixedHeader: [true, false],
  autoHideHeader: [true, false],
  fixedSider: [true, false],
  colourWeak: [true, false],
  multiTab: [true, false],
  brightness: ['light', 'dark', 'system'],
  density: ['middle', 'compact'],
  readAloud: [true, false],
}

/** Settings as they were stored; whatever cannot be chosen is as at the beginning. */
export function readSettings(stored: unknown): Settings {
  if (typeof stored !== 'object' || stored === null) return defaultSettings
  const given = Object.entries(stored).filter(([name, value]) => {
    const allowed: readonly unknown[] | undefined = Object.hasOwn(choices, name)
      ? choices[name as keyof Settings] // just asked
      : undefined
    return allowed?.includes(value)
  })
  return changed(defaultSettings, Object.fromEntries(given))
}

import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Findings that are tolerated, and why. */
const tolerated: readonly RegExp[] = [
  // The component library puts its overflow and extra buttons into the element with the role tablist.
  /^aria-required-children .*ant-tabs-nav/,
  // Its measuring row has no height; the copies of the headings in it cannot be reached with the keyboard.
  /^aria-hidden-focus .*ant-table-measure-row/,
  // A node of the energy map shows its name shortened; its accessible name is the whole one.
  /^label-content-name-mismatch g\[/,
]

/** Where to look: a dialog hides what is under it, which has been looked at on its own. */
export const inDialogs = ['.ant-modal-wrap', '.ant-drawer']

interface Glance {
  /** Selectors of the parts that are looked at; the whole page unless given. */
  readonly within?: readonly string[]
  /** Only the rule that depends on the theme. */
  readonly onlyContrast?: boolean
}

/** Serious and critical findings of axe (WCAG 2.1 AA) on what the page shows now, one line each. */
export async function look(
  at: Page,
  { within = ['html'], onlyContrast = false }: Glance = {},
): Promise<string[]> {
  await settled(at)
  const findings = await at.evaluate(
    async ([parts, rules]) => {
      const include = parts.filter((part) => document.querySelector(part))
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        { include },
        { runOnly: rules, resultTypes: ['violations'] },
      )
      return violations.flatMap(({ id, impact, nodes }) =>
        impact === 'serious' || impact === 'critical'
          ? nodes.map(({ target, any }) => `${id} ${target.join(' ')} ${any[0]?.message ?? ''}`)
          : [],
      )
    },
    [within, onlyContrast ? ['color-contrast'] : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']] as const,
  )
  return [...new Set(findings)].filter((finding) => !tolerated.some((each) => each.test(finding)))
}

/**
 * The same in the light and in the dark, in which only the colours differ; for a page that follows the system
 * (`wear(page, { brightness: 'system' })`).
 */
export async function lookTwice(at: Page, glance: Glance = {}): Promise<string[]> {
  const light = await look(at, glance)
  await at.emulateMedia({ colorScheme: 'dark' })
  await at.locator('html.dark').waitFor()
  const dark = await look(at, { ...glance, onlyContrast: true })
  await at.emulateMedia({ colorScheme: 'light' })
  await at.locator('html:not(.dark)').waitFor()
  return [...light, ...dark.map((line) => `dark: ${line}`)]
}

/** What `lookTwice` finds on each of these pages. */
export async function accessibilityFindings(at: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const address of addresses) {
    await show(at, address)
    found.push(...(await lookTwice(at)).map((line) => `${address} ${line}`))
  }
  return found
}

/** Goes there as a link within the console does, and waits until the page has its data. */
export async function show(at: Page, address: string): Promise<void> {
  await at.evaluate(async (to) => {
    const progress = document.querySelector('.progress')
    if (!progress) throw new Error('the shell is not there')
    // The page that is left must not be taken for the one that comes: the bar at the top runs once it is on its way.
    const moved = new Promise<void>((arrived) => {
      new MutationObserver(() => arrived()).observe(progress, { attributeFilter: ['class'] })
      // A page of its own, without the shell, takes the bar away.
      new MutationObserver(() => {
        if (!progress.isConnected) arrived()
      }).observe(document.body, { childList: true, subtree: true })
    })
    const isOther = new URL(to, location.origin).pathname !== location.pathname
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    if (isOther) await moved
  }, address)
  await settled(at)
}

/** Waits until nothing is on its way: no data, no part of the page. */
export async function settled(at: Page): Promise<void> {
  await at.waitForFunction(() => {
    const busy = document.querySelectorAll(
      '.progress-run, .ant-spin-spinning, .ant-skeleton-active, .boot, [aria-busy="true"], [class*="ant-motion-collapse-"]',
    )
    return [...busy].every((each) => !each.checkVisibility())
  })
}

/** Wears these settings on every page from now on; light or dark as the system is, by default. */
export async function wear(at: Page, settings: object): Promise<void> {
  const worn = JSON.stringify({ brightness: 'system', ...settings })
  await at.evaluate((text) => localStorage.setItem('pro__SETTINGS', text), worn)
  await at.goto('/dashboard/analysis')
  await at.getByRole('button', { name: /用户菜单/ }).waitFor()
  await arm(at)
}

/** Readies a page that was just loaded for `look`. */
export async function arm(at: Page): Promise<void> {
  // Evaluated, not added as a script: the console's policy takes no foreign script.
  await at.evaluate(axe.source)
  // A colour on its way to another one is neither.
  await at.addStyleTag({
    content: '*, ::before, ::after { transition: none !important; animation: none !important }',
  })
}

/**
 * Contrast of what is typed into this input to the ground it stands on, 1 to 21 (WCAG 2.1). axe leaves words of the very
 * colour of their ground undecided.
 */
export async function typedContrast(at: Page, input: string): Promise<number> {
  return at.locator(input).evaluate((field) => {
    const parts = (colour: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = colour.match(/[\d.]+/g)?.map(Number) ?? []
      return { rgb: [red, green, blue], alpha }
    }
    const layers = []
    for (let box: Element | null = field; box !== null; box = box.parentElement) {
      const ground = parts(getComputedStyle(box).backgroundColor)
      layers.unshift(ground)
      if (ground.alpha === 1) break
    }
    const over = (under: number[], { rgb, alpha }: ReturnType<typeof parts>) =>
      rgb.map((part, index) => part * alpha + (under[index] ?? 255) * (1 - alpha))
    const ground = layers.reduce(over, [255, 255, 255])
    const words = over(ground, parts(getComputedStyle(field).color))
    const luminance = (rgb: number[]) => {
      const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
        part / 255 <= 0.039_28 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [low = 0, high = 0] = [luminance(ground), luminance(words)].toSorted((one, other) => one - other)
    return (high + 0.05) / (low + 0.05)
  })
}

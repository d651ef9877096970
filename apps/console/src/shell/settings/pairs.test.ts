import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { palette } from '@suoan/console-base/settings/settings.ts'
import { theme } from 'antd'
import { describe, expect, it } from 'vitest'
import { contrast, leastContrast } from './readable.ts'
import { themeOf, variablesOf } from './theme-of.ts'

const root = path.resolve(import.meta.dirname, '../../../../..')
const read = (file: string): string =>
  readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')

type Colour = readonly [red: number, green: number, blue: number, share: number]
type Variables = ReadonlyMap<string, string>

interface Rule {
  readonly file: string
  readonly selector: string
  readonly said: Variables
}

function rulesOf(file: string): Rule[] {
  return [...read(file).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']): Rule => ({
    file,
    selector: selector.trim().replaceAll(/\s+/g, ' '),
    said: new Map(
      [...body.matchAll(/(?<=^|;)\s*([\w-]+)\s*:\s*([^;]+)/g)].map(([, name = '', value = '']) => [
        name,
        value.trim(),
      ]),
    ),
  }))
}

const folders = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`)
const rules = [...folders, 'apps/console']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/src/${file.split(path.sep).join('/')}`)
      .filter((file) => file.endsWith('.css')),
  )
  .flatMap(rulesOf)

/** Least of signs that are no words, WCAG 2.1 AA, 1.4.11. */
const leastOfSigns = 3

/** Rules whose colour is that of one sign. */
const signs: ReadonlySet<string> = new Set([
  '.account-change-plus',
  '.file-tool:hover, .file-tool:focus-visible',
  '.settings-thumb',
])

/** Rules that say both what words are of and what they stand on. */
const pairs = rules.filter(({ said }) => said.has('color') && groundOf(said) !== undefined)

function groundOf(said: Variables): string | undefined {
  return said.get('background-color') ?? said.get('background')
}

/** A variable that rules set for what lies within them: what each of them says. */
const scoped = rules.filter(
  ({ selector, said }) =>
    !selector.startsWith(':root') && [...said.keys()].some((name) => name.startsWith('--')),
)

const tokens = rulesOf('packages/console-base/src/tokens.css')
const saidBy = (selector: string): Variables =>
  new Map(tokens.filter((rule) => rule.selector === selector).flatMap(({ said }) => [...said]))

/** @returns undefined for what is no one colour: none, a picture, what is inherited */
function colourOf(value: string, variables: Variables): Colour | undefined {
  const named = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (named !== undefined) {
    const meant = variables.get(named)
    return meant === undefined ? undefined : colourOf(meant, variables)
  }
  if (value === 'transparent') return [0, 0, 0, 0]
  const hex = /^#([\da-f]{6})$/i.exec(value.replace(/^#([\da-f])([\da-f])([\da-f])$/i, '#$1$1$2$2$3$3'))?.[1]
  if (hex !== undefined) {
    const number = Number.parseInt(hex, 16)
    return [(number >> 16) & 255, (number >> 8) & 255, number & 255, 1]
  }
  const rgb = /^rgba?\(([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)(?:[ ,/]+([\d.]+)(%?))?\)$/.exec(value)
  if (rgb) {
    const [, red, green, blue, share = '1', unit] = rgb
    return [Number(red), Number(green), Number(blue), Number(share) / (unit === '%' ? 100 : 1)]
  }
  const mixed = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(value)
  if (mixed) {
    const [one, other] = [colourOf(mixed[1] ?? '', variables), colourOf(mixed[3] ?? '', variables)]
    const share = Number(mixed[2]) / 100
    if (!one || !other) return undefined
    if (other[3] === 0) return [one[0], one[1], one[2], one[3] * share]
    return over([one[0], one[1], one[2], share], other)
  }
  return undefined
}

const over = ([red, green, blue, share]: Colour, ground: Colour): Colour => [
  red * share + ground[0] * (1 - share),
  green * share + ground[1] * (1 - share),
  blue * share + ground[2] * (1 - share),
  1,
]

const hexOf = ([red, green, blue]: Colour): string =>
  `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Of each way in which the variables of a rule may be set around it: how its words stand out. */
function standOut({ said }: Rule, variables: Variables): number[] {
  const asked = ['color', groundOf(said) ?? '']
    .map((name) => said.get(name) ?? name)
    .flatMap((value) => [...value.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name))
  const open = asked.filter((name) => !variables.has(name) && !said.has(name))
  const around =
    open.length === 0
      ? [said]
      : scoped.map((rule) => rule.said).filter((each) => open.every((name) => each.has(name)))
  const card = colourOf('var(--bg-card)', variables) ?? [255, 255, 255, 1]
  return around.flatMap((outer) => {
    const all = new Map([...variables, ...outer, ...said])
    const [words, ground] = [said.get('color') ?? '', groundOf(said) ?? ''].map((value) =>
      colourOf(value, all),
    )
    // What is hidden has no words.
    if (!words || !ground || words[3] === 0) return []
    const below = over(ground, card)
    return [contrast(hexOf(over(words, below)), hexOf(below))]
  })
}

it('finds what words stand on', () => {
  expect(pairs.length).toBeGreaterThan(40)
})

describe.each(palette)('$name', ({ value }) => {
  it.each([false, true])('words can be read on what their rule puts below them (dark: %s)', (isDark) => {
    const token = theme.getDesignToken(themeOf({ colour: value, density: 'middle' }, isDark))
    const variables: Variables = new Map([
      ...saidBy(':root'),
      ...(isDark ? saidBy(':root.dark') : []),
      ...Object.entries(variablesOf(token, value, isDark)),
    ])
    const wrong = pairs.flatMap((rule) =>
      standOut(rule, variables)
        .filter((found) => found < (signs.has(rule.selector) ? leastOfSigns : leastContrast))
        .map((found) => `${rule.file}: ${rule.selector}: ${found.toFixed(2)}`),
    )
    expect(wrong).toEqual([])
  })
})

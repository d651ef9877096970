import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast, leastContrast } from './readable.ts'

const root = path.resolve(import.meta.dirname, '../../../../..')
const sheet = readFileSync(path.join(root, 'packages/console-base/src/tokens.css'), 'utf8')

/** `--name: #rrggbb` of one rule of the sheet; short ones are written out. */
function colours(rule: string): ReadonlyMap<string, string> {
  const body = sheet.slice(sheet.indexOf(`${rule} {`), sheet.indexOf('}', sheet.indexOf(`${rule} {`)))
  const found = [...body.matchAll(/(--[\w-]+): #([0-9a-f]{3,6});/g)]
  return new Map(
    found.map(([, name = '', hex = '']) => [
      name,
      `#${hex.length === 3 ? [...hex].map((sign) => sign + sign).join('') : hex}`,
    ]),
  )
}

const light = colours(':root')
const themes = {
  light: { of: light, cards: ['#ffffff', '#f5f5f5'] },
  dark: { of: new Map([...light, ...colours(':root.dark')]), cards: ['#141414', '#1f1f1f'] },
}
/** Of lines and bars, WCAG 2.1 AA, 1.4.11. */
const leastOfShapes = 3

describe.each(Object.entries(themes))('the tokens in the %s theme', (_name, { of, cards }) => {
  const at = (name: string): string => of.get(name) ?? ''

  it.each(['danger', 'ok', 'warn'])(
    '%s can be read as words on a card and on its own soft ground',
    (state) => {
      for (const ground of [...cards, at(`--${state}-soft`)])
        expect(contrast(at(`--${state}`), ground)).toBeGreaterThanOrEqual(leastContrast)
    },
  )
  it.each([1, 2, 3, 4])('series %i of a chart stands out from its card', (series) => {
    for (const ground of cards)
      expect(contrast(at(`--series-${series}`), ground)).toBeGreaterThanOrEqual(leastOfShapes)
  })
})

/** What is no colour of the look: palettes people choose from, paper, ink, the logo, a theme of the code editor. */
const elsewhere = [
  'packages/console-base/src/settings/settings.ts',
  'packages/console-base/src/session/login/Logo.tsx',
  'packages/ui/src/handwriting/HandwritingPad.tsx',
  'packages/ui/src/code-editor/dark-theme.ts',
  'apps/console/src/shell/settings/readable.ts',
  'apps/console/src/shell/settings/theme-of.ts',
  'apps/console/src/shell/settings/theme.ts',
]

/** Black and white are paper and ink: a code is read by a camera, whatever theme is worn. */
const written = /['"`]#(?!(?:000|fff){1,2}['"`])(?:[0-9a-f]{3}|[0-9a-f]{6})['"`]/i

it('no component writes a colour of its own', () => {
  const folders = [
    'packages/console-base',
    'packages/console-admin',
    'packages/console-safety',
    'packages/ui',
    'apps/console',
  ]
  const wrong = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/src/${file.split(path.sep).join('/')}`)
      .filter(
        (file) =>
          /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/showcase\//.test(file) && !elsewhere.includes(file),
      )
      .filter((file) => written.test(readFileSync(path.join(root, file), 'utf8'))),
  )
  expect(wrong).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { themeOf } from './theme-of.ts'

const root = path.resolve(import.meta.dirname, '../../../../..')
const tokensSheet = 'packages/console-base/src/tokens.css'

const folders = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`)
const sheets = [...folders, 'apps/console'].flatMap((folder) =>
  readdirSync(path.join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/src/${file.split(path.sep).join('/')}`)
    .filter((file) => file.endsWith('.css') && file !== tokensSheet),
)

/** Sheets that may write sizes of words and steps of space of their own, each with its reason; none may write a colour. */
const ofOwnSize: ReadonlyMap<string, string> = new Map([
  ['packages/console-safety/src/papers/papers.css', 'a sheet of A4: sizes of print, in which it is sealed'],
])

interface Declaration {
  readonly file: string
  readonly property: string
  readonly value: string
}

/** What a sheet declares; what selects it may name colours that people have written in. */
function declarationsOf(file: string): Declaration[] {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+);/g)].map(
    ([, property = '', value = '']): Declaration => ({
      file,
      property,
      value: value.replaceAll(/\s+/g, ' '),
    }),
  )
}
const declarations = sheets.flatMap(declarationsOf)
const ofCommonSize = declarations.filter(({ file }) => !ofOwnSize.has(file))
const told = ({ file, property, value }: Declaration): string => `${file}: ${property}: ${value}`

const colour =
  /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|\b(?:white|black|red|green|blue|gray|grey|orange|yellow|purple|silver)\b(?!-)/i
/** Names of what is selected or switched, as `white-space` or `grid-area`, are no colours. */
const coloured = /color|background|border|outline|shadow|fill|stroke|decoration|^--/

it('reads the sheets of every package', () => {
  expect(sheets.length).toBeGreaterThan(80)
  expect(declarations.length).toBeGreaterThan(3000)
  for (const file of ofOwnSize.keys()) expect(sheets).toContain(file)
})

it('no sheet but the tokens writes a colour', () => {
  const wrong = declarations.filter(
    ({ property, value }) => coloured.test(property) && colour.test(value.replaceAll(/var\(--[\w-]+\)/g, '')),
  )
  expect(wrong.map(told)).toEqual([])
})

it('no sheet but the tokens writes a radius: it is one of the tokens, none, or a circle', () => {
  const own = /^(?:0|50%|var\(--(?:radius|ant-border-radius)[\w-]*\)|inherit)$/
  const wrong = declarations.filter(
    ({ property, value }) =>
      /^border-(?:[\w-]+-)?radius$/.test(property) && !value.split(' ').every((part) => own.test(part)),
  )
  expect(wrong.map(told)).toEqual([])
})

it('what floats throws a shadow of the tokens; rings and edges are drawn without a blur', () => {
  const isRing = (value: string): boolean =>
    /^(?:inset )?(?:-?[\d.]+(?:px)? ){2}0 (?:[\d.]+(?:px)? )?/.test(value)
  const isEdge = (value: string): boolean => /^inset -?\d+px 0 0 /.test(value)
  const wrong = declarations.filter(
    ({ property, value }) =>
      property === 'box-shadow' &&
      !/^(?:none|var\(--shadow-\d\))$|--ant-color-split/.test(value) &&
      !isRing(value) &&
      !isEdge(value),
  )
  expect(wrong.map(told)).toEqual([])
})

it('words are of a size of the tokens', () => {
  const wrong = ofCommonSize.filter(
    ({ property, value }) => property === 'font-size' && /\d(?:px|pt|r?em)\b/.test(value),
  )
  expect(wrong.map(told)).toEqual([])
})

it('space is in steps of the tokens; below 4 px it is a hairline, above 48 px a measure, and drawn back it is the half of what stands there', () => {
  const isStep = (length: string): boolean =>
    Number.parseFloat(length) >= 4 && Number.parseFloat(length) <= 48
  const wrong = ofCommonSize.filter(
    ({ property, value }) =>
      /^(?:padding|margin|(?:row-|column-)?gap)(?:-|$)/.test(property) &&
      [...value.matchAll(/(?<![\w-])[\d.]+px\b/g)].some(([length]) => isStep(length)),
  )
  expect(wrong.map(told)).toEqual([])
})

it('the component library has the radii of the tokens', () => {
  const text = readFileSync(path.join(root, tokensSheet), 'utf8')
  const px = (name: string): number => Number(new RegExp(`${name}: (\\d+)px;`).exec(text)?.[1])
  const { token } = themeOf({ colour: '#1890FF', density: 'middle' }, false)
  expect([token?.borderRadius, token?.borderRadiusLG]).toEqual([px('--radius'), px('--radius-l')])
})

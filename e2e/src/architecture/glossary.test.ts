import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

/** docs/glossary.md: | 用 | 意思 | 不用 |, and below the table what the specification words otherwise, in “”. */
const page = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')

interface Term {
  readonly use: string
  readonly not: readonly string[]
}

const terms: readonly Term[] = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| 用 |'))
  .map((line) => {
    const [, use = '', , not = ''] = line.split('|').map((cell) => cell.trim())
    return { use, not: not.split('、').filter((word) => word !== '') }
  })

/** As the specification words them, longest first. */
const worded = [...page.slice(page.lastIndexOf('|')).matchAll(/“([^”]+)”/g)]
  .map(([, words = '']) => words)
  .sort((one, other) => other.length - one.length)

const sources = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter(
      (file) =>
        /\/src\/.*\.tsx?$/.test(file) &&
        !/node_modules|\.test\.tsx?$|\/testing(?:\.ts$|\/)|\/migrations\//.test(file),
    ),
)

/** Uses of words that the glossary forbids, as `word → term: line`; comments are for us. */
function forbidden(text: string): string[] {
  const lines = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)\/\/.*$/, ''))
  return lines.flatMap((line) => {
    const rest = worded.reduce((left, words) => left.replaceAll(words, ''), line)
    return terms.flatMap(({ use, not }) =>
      not.filter((word) => rest.includes(word)).map((word) => `${word} → ${use}: ${line.trim()}`),
    )
  })
}

test('the glossary is read: a forbidden word is found, in a text and not in a comment', () => {
  expect(terms.length).toBeGreaterThan(15)
  expect(forbidden("title: '作业票一览'")).toEqual(["作业票 → 工作票: title: '作业票一览'"])
  expect(forbidden('a() // 作业票')).toEqual([])
  expect(forbidden("dictionary('lo_work_status', '工单状态')")).toEqual([])
})

test('every text calls a thing by the one word that the glossary has for it', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  const wrong = sources.flatMap((file) =>
    forbidden(readFileSync(path.join(root, file), 'utf8')).map((use) => `${file}: ${use}`),
  )
  expect(wrong).toEqual([])
})

test('the product has one name: whoever says what it is says 锁安 first', () => {
  const title = readFileSync(path.join(root, 'apps/console/index.html'), 'utf8')
  const named = [title, ...sources.map((file) => readFileSync(path.join(root, file), 'utf8'))]
    .join('\n')
    .match(/.{0,2}智能物联/g)
  expect([...new Set(named)]).toEqual([expect.stringMatching(/锁安智能物联$/)])
})

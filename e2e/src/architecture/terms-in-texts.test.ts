import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

const folders = ['packages/safety/src', 'packages/console-safety/src']
const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing(?:\.ts$|\/)|\/migrations\//.test(file),
    ),
)

/** A number of seconds, minutes or hours written into a text; a term is a constant of the domain, and texts name it. */
const term = /(?<![\w{}$.])\d+ ?(?:秒|分钟|小时)/

/** Lengths that are no rule: what a person chooses to look at. */
const choices: Readonly<Record<string, string>> = {
  'packages/console-safety/src/work-tickets/simops/SimopsPage.tsx': '24 小时',
}

const textsOf = (file: string): string[] =>
  readFileSync(path.join(root, file), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)(?:\/\/|--).*$/, ''))
    .filter((line) => term.test(line) && !line.includes(choices[file] ?? '\n'))

test('a term in a text is found', () => {
  expect("answered(null, '已提交，请在 10 分钟内确认')").toMatch(term)
  expect('answered(null, `请在 ${emergencyMinutes} 分钟内确认`)').not.toMatch(term)
})

test('no text of safety names a number of seconds, minutes or hours that the domain holds', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => textsOf(file).map((line) => `${file}: ${line.trim()}`))).toEqual([])
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'
/** Wherever the console's tickets stand: in the application, or in a package of pages. */
const files = ['apps', 'packages']
  .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.join(folder, name, 'src')))
  .filter(
    (folder) =>
      !/server|simulator|verify|^packages.(?:platform|admin|safety)\b/.test(folder) &&
      existsSync(path.join(root, folder)),
  )
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter((file) => /[/\\]work-tickets[/\\].*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

/**
 * The screens of a ticket show what the server has judged and named (`TicketDetail`). A record of unknowns, a field read
 * by a string or a type that is only asserted would bring back fields nobody checks.
 */
const forbidden: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'a record of unknown fields', pattern: /Record<string, unknown>|\bListRow\b/ },
  // Of a value, that is: `TicketDetail['ticket']` names a type.
  { what: 'a field read by a string', pattern: /(?:\b[a-z]\w*(?:\[[^\]']+\])?|\))!?(?:\?\.)?\['\w+'\]/ },
  { what: 'an asserted type', pattern: /[\w)\]}] as (?!const\b)[\w{[(]/ },
]

/** Lines of code: neither comments nor imports, where `as` renames. */
const codeOf = (file: string) =>
  readFileSync(path.join(root, file), 'utf8')
    .replaceAll(/^(?:import|export)\s[^'"]*from\s.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/\/\/.*$/, ''))

test('the screens of tickets are found', () => {
  expect(files.length).toBeGreaterThan(80)
})

test.each(forbidden)('the screens of tickets have nowhere $what', ({ pattern }) => {
  const found = files.flatMap((file) =>
    codeOf(file).flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

test.each([
  ["const name = row['workName']", 1],
  ["const name = rows.find(Boolean)?.['workName']", 1],
  ['const row = answer as TicketRow', 2],
  ['const row: Record<string, unknown> = {}', 0],
])('%s would be found', (line, index) => {
  expect(forbidden[index]?.pattern.test(line)).toBe(true)
})

test.each([
  "type Ticket = TicketDetail['ticket']",
  "const uses = ['a', 'b'] as const",
  "const names = ['a']",
])('%s is allowed', (line) => {
  expect(forbidden.some(({ pattern }) => pattern.test(line))).toBe(false)
})

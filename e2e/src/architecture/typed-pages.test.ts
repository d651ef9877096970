import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'
const sourcesOf = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file).split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

/**
 * Pages read a field by its name only where they do not know the entity; whoever adds a file here says why. What draws
 * every entity alike (`console-base/src/resource`) reads by name too and is no page.
 */
const untyped: Readonly<Record<string, string>> = {
  'packages/console-safety/src/locks/refused-answer.ts':
    'the envelope of a failure has no type; each field is checked',
  'packages/console-admin/src/system/compare-contents.ts': 'two stored versions of a row of any entity',
  'packages/console-admin/src/system/RecycleBin.tsx': 'the bin of any entity',
  'packages/console-admin/src/system/tree-search.ts': 'a node of a tree is a row, or a name with a key',
  'packages/console-admin/src/system/DepartmentPage.tsx': 'as tree-search.ts: nodes of the tree',
  'packages/console-admin/src/system/own-departments.ts': 'nodes of a tree, which travel as records',
  'packages/console-admin/src/system/DepartmentForm.tsx': 'as tree-search.ts: a node of the tree',
  'packages/console-admin/src/system/PermissionForm.tsx': 'as tree-search.ts: nodes of the tree',
}

const files = ['packages/console-admin/src', 'packages/console-safety/src', 'apps/console/src']
  .flatMap(sourcesOf)
  .filter((file) => !(file in untyped))

/**
 * Pages show what the server has named (`RowOf`, answers of calls). A record of unknowns, a field read by a string or a
 * type that is only asserted would bring back fields nobody checks.
 */
const forbidden: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'a record of unknown fields', pattern: /Record<string, unknown>|\bListRow\b/ },
  // Of a value, that is: `TicketDetail['ticket']` names a type.
  { what: 'a field read by a string', pattern: /(?:\b[a-z]\w*(?:\[[^\]']+\])?|\))!?(?:\?\.)?\['\w+'\]/ },
  { what: 'an asserted type', pattern: /[\w)\]}] as (?!const\b)[\w{[(]/ },
  // The build leaves the schemas out (apps/console/build/left-out.ts): in a browser there is nothing to parse with.
  { what: 'an input schema of the contract', pattern: /Endpoints\.\w+\.input\b/ },
]

/** Lines of code: neither comments nor imports, where `as` renames. */
const codeOf = (file: string) =>
  readFileSync(path.join(root, file), 'utf8')
    .replaceAll(/^(?:import|export)\s[^'"]*from\s.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/\/\/.*$/, ''))

test('the pages are found, and each file that is left out', () => {
  expect(files.length).toBeGreaterThan(200)
  expect(Object.keys(untyped).filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

test.each(forbidden)('pages have nowhere $what', ({ pattern }) => {
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
  ['roleEndpoints.copy.input.parse(draft)', 3],
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

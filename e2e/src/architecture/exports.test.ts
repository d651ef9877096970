import { expect, test } from 'vitest'
import { root } from '../support/root.ts'
import { moduleGraph, type Module } from './module-graph.ts'

/**
 * What only tests read although it stands with the code that ships, and why. Everything else that tests alone need
 * belongs into a `testing` folder.
 */
const readByTestsAlone: Readonly<Record<string, string>> = {
  'apps/server/src/demo/history.ts#courseOfPast':
    'which ticket of the past has what the night plays (decision 0895)',
  'packages/admin/src/message-queue/index.ts#queueSettled': 'the sender looks by itself; tests wait for it',
  'packages/domain/src/alarm/absence.ts#isAbsent': 'the rule that the look over the tables is held to (A08)',
  'packages/domain/src/isolation/holds.ts#releaseOf': 'when a point is given back (G18, G24)',
  'packages/domain/src/work-ticket/late-inside.ts#isLateInside':
    'the rule that the look over the tables is held to (A18)',
  'packages/domain/src/work-ticket/named.ts#isNamedOn': 'the rule that the query of lists is held to (§3.7)',
  'packages/domain/src/work-ticket/named.ts#waitsFor': 'the rule that the query of lists is held to (§3.7)',
  'packages/domain/src/work-ticket/sealed-content.ts#tablesOutsideContent':
    'tables of a ticket beside what is signed: the list that the tables are held to (decision 0646)',
  'packages/domain/src/work-ticket/strictness.ts#strictFields':
    'every field of a setting has a way or is named as free (decision 0589)',
  'packages/domain/src/work-ticket/strictness.ts#strictSettings': 'the same, of every setting',
  'packages/model/src/scenes.ts#historyScene': 'the histories that the chain is held to',
}

const modules = moduleGraph(root, ['packages', 'apps', 'e2e/src'])
const isTest = (file: string): boolean =>
  /\.test\.tsx?$|[-/]testing[/.]/.test(file) || (file.startsWith('e2e/') && !isProgram(file))
/** The runs of the model and the writers of pages are what the packages `model` and `domain` are for. */
const isProgram = (file: string): boolean => /^e2e\/src\/(?:model\/|architecture\/write-)/.test(file)

type Readers = { byCode: boolean; byTests: boolean }
const readers = new Map<string, Readers>()
/** Names that somebody reads of a file that only passes them on. */
const passedOn = new Set<string>()
for (const { file, reads } of modules.values())
  for (const { from, name } of reads) mark(from, name, isTest(file) ? 'byTests' : 'byCode')

/** Follows a name through the files that pass it on to the one that declares it. */
function mark(from: string, name: string, by: keyof Readers, seen = new Set<string>()): void {
  const module = modules.get(from)
  if (!module || seen.has(`${from}#${name}`)) return
  seen.add(`${from}#${name}`)
  for (const declared of module.declares.filter((each) => name === '*' || each === name)) {
    const key = `${from}#${declared}`
    readers.set(key, { ...(readers.get(key) ?? { byCode: false, byTests: false }), [by]: true })
  }
  for (const passed of module.passesOn) {
    if (passed.as === '*') mark(passed.from, name, by, seen)
    else if (name === '*' || passed.as === name) {
      passedOn.add(`${from}#${passed.as}`)
      mark(passed.from, passed.name, by, seen)
    }
  }
}

/** Is it used in its own file, beyond the line that declares it? */
const isUsedWithin = ({ text }: Module, name: string): boolean =>
  [...text.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))].length > 1

const declared = [...modules.values()]
  .filter(({ file }) => !isTest(file) && !file.startsWith('e2e/'))
  .flatMap((module) => module.declares.map((name) => ({ module, name, key: `${module.file}#${name}` })))

test('the files of all packages are found, and what they import of each other', () => {
  expect(modules.size).toBeGreaterThan(1200)
  expect(declared.length).toBeGreaterThan(1500)
  expect(readers.get('packages/kit/src/id/index.ts#newId')).toEqual({ byCode: true, byTests: true })
})

test('every exported value is read by another file: what is not is no export', () => {
  expect(declared.filter(({ key }) => !readers.has(key)).map(({ key }) => key)).toEqual([])
})

test('no exported value is there for tests alone', () => {
  const found = declared
    .filter(({ key }) => readers.get(key)?.byCode === false)
    .filter(({ module, name }) => !isUsedWithin(module, name))
    .map(({ key }) => key)
    .filter((key) => !Object.hasOwn(readByTestsAlone, key))
  expect(found).toEqual([])
})

test('what a file passes on is read of it', () => {
  const found = [...modules.values()].flatMap(({ file, passesOn }) =>
    passesOn.map(({ as }) => `${file}#${as}`).filter((key) => !key.endsWith('#*') && !passedOn.has(key)),
  )
  expect(found).toEqual([])
})

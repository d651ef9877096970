import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

/** Pages of the console; tests speak of codes as they travel. */
const files = ['packages/console-base', 'packages/console-admin', 'packages/console-safety', 'apps/console']
  .map((room) => path.join(room, 'src'))
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

const coded =
  'workStatus|execPhase|lockStatus|stateTrust|currState|severity|conflictState|isolationPlanState|warnLevel|alarmLevel|sendStatus|online'
/** Names that mean a code when they are read of something: `row.status`, `each.state`. */
const ofSomething = 'status|state|phase'

/** A field with a dictionary compared with its bare code; what the codes mean stands in `@suoan/domain/dictionaries`. */
const rawCode = [
  new RegExp(`\\b(?:${coded})\\)?\\s*(?:===|!==|<=|>=|<|>)\\s*'?[0-9]`),
  new RegExp(
    `\\b(?:row|each|step|lock|point|ticket|person|item|stored)\\.(?:${ofSomething})\\b\\s*(?:===|!==|<=|>=|<|>)\\s*'?[0-9]`,
  ),
]

test.each([
  [0, 'if (ticket.workStatus === 40) return'],
  [0, 'const urgent = Number(row.warnLevel) >= 3'],
  [1, 'when: (row) => row.state === 0 && row.requestBy !== me'],
  [1, "rowClassName={(row) => (row.status === '0' ? 'row-off' : '')}"],
] as const)('pattern %i finds %s', (n, line) => {
  expect(rawCode[n]?.test(line)).toBe(true)
})

test('no page compares a status, a state or a level with its bare code', () => {
  const found = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, n) =>
        rawCode.some((pattern) => pattern.test(line)) ? [`${file}:${n + 1}: ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})

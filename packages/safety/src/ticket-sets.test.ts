import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Files that ship; migrations are frozen as they were written. */
const shipped = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing(\.ts$|\/)|^migrations\//.test(file))

/** A status or phase of a ticket compared with a bare number, in SQL or in TypeScript. */
const rawCode = [
  /\b(?:work_status|exec_phase)\b(?:::\w+)?\s*(?:=|<>|<=|>=|<|>|(?:not\s+)?in)\s*\(?\s*\d/,
  /\(\s*\w*\.?work_status\s*,\s*\w*\.?exec_phase\s*\)\s*in/,
  /\b(?:workStatus|execPhase)\b\s*(?:===|!==|<=|>=|<|>|:)\s*\d/,
  /\('(?:workStatus|execPhase)',\s*(?:'[^']+',\s*)?\[?\s*\d/,
  // Kinds of holds: `hold-sets.ts`.
  /\bhold_type\b\s*(?:=|<>|(?:not\s+)?in)\s*\(?\s*\d/,
]

test.each(rawCode.map((pattern, n) => [n, pattern] as const))(
  'raw code pattern %i finds what it forbids',
  (n, pattern) => {
    const examples = [
      'where w.work_status in (4, 20)',
      'and (w.work_status, w.exec_phase) in ((4, 10))',
      'if (work.workStatus === 40)',
      "isIn('workStatus', [0, 3, 5])",
      'where h.hold_type in (2, 3) and h.state = 1',
    ]
    expect(examples[n]).toMatch(pattern)
  },
)

test('no statement or condition of the server names a status or phase of a ticket or a kind of hold by its number (ticket-sets.ts, hold-sets.ts)', () => {
  const found = shipped.flatMap((file) =>
    readFileSync(path.join(here, file), 'utf8')
      .split('\n')
      .flatMap((line, n) =>
        rawCode.some((pattern) => pattern.test(line)) ? [`${file}:${n + 1}: ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})

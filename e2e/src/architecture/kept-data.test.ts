import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

/**
 * What was loaded and could not be renewed stays where it is and says how old it is. So who shows the failure of a call
 * (`ErrorState`) also shows the age of what is kept (`KeptNote`, or `OrError` and `Answered`, which are made of it). Whoever
 * adds a file here says what it does instead.
 */
const exceptions: Readonly<Record<string, string>> = {
  // They say it in words of their own.
  'packages/console-safety/src/board/Figures.tsx': 'counts the seconds since the figures were read',
  'packages/console-safety/src/event-feed/EventFeedPage.tsx':
    'a stream: 数据时间 and 连接中断 stand in its head, and above the rows that they are not of now',
  'packages/console-safety/src/work-tickets/inside/PeopleInsidePage.tsx':
    'old names are no ground to count by at a muster: 不能作为撤离清点依据',
  'packages/console-safety/src/work-tickets/safety/SafetyCards.tsx':
    'a card that cannot be renewed turns grey and says 未知，请勿作业',
  'packages/console-safety/src/work-tickets/simops/SimopsPage.tsx': '请勿据此安排作业, with the age',
  'packages/console-safety/src/work-tickets/views/PlannedViews.tsx': '请勿据此安排作业, with the age',
  // What was true before must not be shown as true.
  'packages/console-safety/src/locks/ExplainCard.tsx':
    'whether a lock may be opened is true only of the moment',
  'packages/console-safety/src/work-tickets/decisions/PlanCheckView.tsx': 'a proof of cut is of this moment',
  'packages/console-safety/src/work-tickets/editor/CheckStep.tsx': 'what is checked is what is submitted',
  // Somebody types there, and what he saves is checked against what is stored.
  'packages/console-base/src/editable-table/ResourceRows.tsx':
    'read when it opens and after a save, which says when that fails',
  'packages/console-safety/src/policy/FlowSteps.tsx': 'as ResourceRows.tsx',
  'packages/console-safety/src/work-tickets/editor/TicketEditor.tsx':
    'a draft in the hands of who writes it; one that somebody else changed is refused when it is saved',
  'packages/console-safety/src/work-tickets/sign/SignDialog.tsx':
    'which ways there are to sign; the server judges each signature as it is made',
}

const files = [
  ...readdirSync(path.join(root, 'packages'))
    .filter((name) => name.startsWith('console-'))
    .map((name) => `packages/${name}/src`),
  'apps/console/src',
].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => path.join(folder, file).split(path.sep).join('/')),
)

/** The calls whose failure is shown by `ErrorState` and whose kept answer says nowhere how old it is. */
function silent(text: string): readonly string[] {
  const failing = [...text.matchAll(/<ErrorState\s+error=\{([^}]*)\}/g)].flatMap(([, error = '']) =>
    [...error.matchAll(/(\w+)\.error\b/g)].map(([, name = '']) => name),
  )
  const said = [...text.matchAll(/<KeptNote\s[^>]*?query=\{([^}]*)\}/g)].map(([, names = '']) => names)
  return [...new Set(failing)].filter(
    (name) => !said.some((names) => new RegExp(`\\b${name}\\b`).test(names)),
  )
}

const contentOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

test('what could not be renewed says how old it is wherever its failure is shown', () => {
  const found = files
    // The part that the others are made of.
    .filter((file) => file !== 'packages/console-base/src/states/OrError.tsx' && !(file in exceptions))
    .flatMap((file) => silent(contentOf(file)).map((name) => `${file}: ${name}`))
  expect(found).toEqual([])
})

test('every exception is still one', () => {
  const gone = Object.keys(exceptions).filter(
    (file) => !existsSync(path.join(root, file)) || silent(contentOf(file)).length === 0,
  )
  expect(gone).toEqual([])
})

test.each([
  ['if (!rows.data) return <ErrorState error={rows.error} onRetry={again} />', ['rows']],
  ['<KeptNote query={rows} /> <ErrorState error={rows.error} onRetry={again} />', []],
  [
    '<KeptNote query={[user, rows]} /> <ErrorState\n  error={user.error ?? rows.error} onRetry={again} />',
    [],
  ],
  ['<KeptNote query={user} /> <ErrorState error={user.error ?? rows.error} onRetry={again} />', ['rows']],
])('%s: %j', (text, names) => {
  expect(silent(text)).toEqual(names)
})

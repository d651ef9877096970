import { resources } from '@suoan/contract'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.ts'

/** What a telephone, a mail address or the number of an identity card is called. */
const personal = /^(?:.*_)?(?:(?:tele)?phone|mobile|e?mail|id_?(?:no|card|number))$/
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Numbers of a post, not of a person. */
const posts: readonly string[] = ['area.dutyPhone']

test('every described column with a telephone, a mail address or an ID number is sensitive, or never leaves', () => {
  const open = resources.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { column, sensitive, kind, hidden }]) =>
      personal.test(column ?? snake(field)) && sensitive === undefined && kind !== 'secret' && hidden !== true
        ? [`${name}.${field}`]
        : [],
    ),
  )
  // In an emergency it is called by whoever stands there.
  expect(open).toEqual(posts)
  expect(
    resources.flatMap(({ fields }) => Object.values(fields).filter((each) => each.sensitive)).length,
  ).toBe(7)
})

test('no row is named or sorted by what is sensitive: labels and the order of a list are for everybody', () => {
  for (const { name, fields, label, sort } of resources)
    for (const field of [label, sort.column])
      expect([name, field, fields[field]?.sensitive]).toEqual([name, field, undefined])
})

/** Files of the server whose SQL reads such a column, each with why it may. */
const readers: Readonly<Record<string, string>> = {
  'packages/admin/src/message-queue/sender.ts': 'where a message is sent to; nothing of it is answered',
  'packages/admin/src/message-routes/choices.ts': 'one’s own, by shownTo',
  'packages/admin/src/message-routes/fan-out.ts':
    'whether there is an address at all; nothing of it is answered',
  'packages/admin/src/session/account.ts': 'finds the account that signs in; nothing of it is answered',
  'packages/admin/src/session/online.ts': 'masked by shownTo',
  'packages/admin/src/session/own-account.ts': 'one’s own; whether a number is taken',
  'packages/admin/src/session/register.ts': 'whether a number is taken',
  'packages/admin/src/session/sms-code.ts': 'the number that a code was sent to; nothing of it is answered',
  'packages/admin/src/session/user-info.ts': 'one’s own',
  'packages/admin/src/tenants/members.ts': 'masked by shownTo',
  'packages/admin/src/users/index.ts': 'whether a number is taken, for who adds and edits users',
  'packages/safety/src/duty-shifts/index.ts': 'whether there is a number at all; it is not answered',
  'packages/safety/src/external-people/people-inside.ts':
    'somebody inside must be called; by its own permission (decision 0508)',
  'packages/safety/src/work-tickets/load-detail.ts': 'masked by shownTo',
  'packages/safety/src/work-tickets/turn/candidates.ts': 'masked by shownTo (load-turn.ts)',
}

test('statements that read such a column are known, each with its reason', () => {
  const found = ['admin', 'safety', 'platform'].flatMap((name) => {
    const folder = `packages/${name}/src`
    return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/test|migrations|seed|testing/.test(file))
      .map((file) => path.posix.join(folder, file))
      .filter((file) =>
        /\b(?:[a-z]{1,2}\.(?:phone|mobile|email)\b(?!\))|(?:where|select|and|or|set) (?:lower\()?(?:phone|mobile|email)\b)/.test(
          // Statements only: what stands in backquotes.
          (readFileSync(path.join(root, file), 'utf8').match(/`[^`]*`/g) ?? []).join('\n'),
        ),
      )
  })
  expect(found.toSorted()).toEqual(Object.keys(readers).toSorted())
})

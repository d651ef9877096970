import { describe, expect, it, test } from 'vitest'
import { at } from '../testing/plant.ts'
import {
  acknowledged,
  audienceOf,
  authorityOf,
  lastShiftChange,
  mayAcknowledge,
  mayHandle,
  priorityOf,
  twoPersonClose,
  warningAt,
  warningRules,
  type OpeningFacts,
  type WarningState,
} from './index.ts'

const raised = at('13:15')
const fresh: WarningState = {
  warnType: 'W01',
  raisedAt: raised,
  status: 0,
  level: 0,
  notifiedAt: null,
  notifiedLevel: 0,
}

/** Lives through a day as the server would: looks whenever a look is due. */
function live(state: WarningState, until: number, acknowledgeAt?: number) {
  const notified: [string, number][] = []
  let now = state.raisedAt
  let current = state
  while (now <= until) {
    if (acknowledgeAt !== undefined && now >= acknowledgeAt)
      current = { ...current, status: acknowledged(current.status) ?? current.status }
    const step = warningAt(current, now)
    if (step.notify) notified.push([new Date(now + 28_800_000).toISOString().slice(11, 16), step.level])
    current = {
      ...current,
      status: step.status,
      level: step.level,
      ...(step.notify ? { notifiedAt: now, notifiedLevel: step.level } : {}),
    }
    if (step.nextAt === null) break
    now = step.nextAt
  }
  return notified
}

describe('a warning', () => {
  it('SC12 W01 is told at level 1, 2 and 3, and level 3 every five minutes', () => {
    expect(live(fresh, at('13:56'))).toEqual([
      ['13:15', 1],
      ['13:30', 2],
      ['13:45', 3],
      ['13:50', 3],
      ['13:55', 3],
    ])
  })

  it('SC12 acknowledged at level 3 is quiet for half an hour, not longer while the lock stays open', () => {
    expect(live(fresh, at('14:14'), at('13:46'))).toEqual([
      ['13:15', 1],
      ['13:30', 2],
      ['13:45', 3],
    ])
    const known: WarningState = {
      ...fresh,
      status: 1,
      level: 3,
      notifiedAt: at('13:45'),
      notifiedLevel: 3,
    }
    expect(warningAt(known, at('13:50'))).toMatchObject({ status: 1, notify: false, nextAt: at('14:15') })
    expect(warningAt(known, at('14:15'))).toMatchObject({ status: 0, notify: true, nextAt: at('14:20') })
    expect(acknowledged(0)).toBe(1)
    expect([acknowledged(1), acknowledged(3), acknowledged(4)]).toEqual([null, null, null])
  })

  it('somebody who handles it at level 3 keeps it quiet for half an hour at a time', () => {
    const handled: WarningState = {
      ...fresh,
      status: 2,
      level: 3,
      notifiedAt: at('13:45'),
      notifiedLevel: 3,
    }
    expect(warningAt(handled, at('14:14'))).toMatchObject({ status: 2, notify: false, nextAt: at('14:15') })
    expect(warningAt(handled, at('14:15'))).toMatchObject({ status: 2, notify: true, nextAt: at('14:45') })
  })

  it('a rise takes back that somebody handles it, as it does an acknowledgement', () => {
    const handled: WarningState = { ...fresh, status: 2, level: 2, notifiedAt: at('13:30'), notifiedLevel: 2 }
    expect(warningAt(handled, at('13:45'))).toMatchObject({ status: 0, notify: true, nextAt: at('13:50') })
  })

  it('who was told may acknowledge it, from level 2 on not the opener', () => {
    expect([1, 2, 3].map((level) => mayAcknowledge('W01', level as 1 | 2 | 3, ['opener']))).toEqual([
      true,
      false,
      false,
    ])
    expect(mayAcknowledge('W01', 3, ['opener', 'leader'])).toBe(false)
    expect(mayAcknowledge('W01', 3, ['leader'])).toBe(true)
    expect(mayAcknowledge('W01', 2, ['safety'])).toBe(false)
    expect(mayAcknowledge('W01', 3, [])).toBe(false)
    expect(mayHandle(1, ['safety'])).toBe(true)
    expect([mayHandle(2, ['opener', 'keeper']), mayHandle(1, [])]).toEqual([false, false])
  })

  it('acknowledged at level 1 still rises, and the rise takes the acknowledgement back', () => {
    const known: WarningState = { ...fresh, status: 1, level: 1, notifiedAt: raised, notifiedLevel: 1 }
    expect(warningAt(known, at('13:30'))).toMatchObject({ level: 2, status: 0, notify: true })
  })

  it('is not told again at the same level inside five minutes', () => {
    const known: WarningState = { ...fresh, level: 3, notifiedAt: at('13:45'), notifiedLevel: 3 }
    expect(warningAt(known, at('13:49')).notify).toBe(false)
    expect(warningAt(known, at('13:50')).notify).toBe(true)
  })

  it('found late is told once at the level it has reached, not once for each it missed', () => {
    expect(warningAt(fresh, at('13:52'))).toMatchObject({ level: 3, notify: true, nextAt: at('13:57') })
  })

  it.each(warningRules.map((rule) => [rule.warnType, rule.levels.map((each) => each.level)] as const))(
    '%s goes through the levels %j',
    (warnType, levels) => {
      const notified = live({ ...fresh, warnType }, raised + 31 * 60_000)
      expect([...new Set(notified.map(([, level]) => level))]).toEqual(levels)
    },
  )
})

test('level 1 calls opener and guardian, 2 leader, keeper and area owner too, 3 everybody; W07 the leader at once', () => {
  expect(audienceOf('W01', 1)).toEqual(['opener', 'guardian'])
  expect(audienceOf('W01', 2)).toEqual(['opener', 'guardian', 'leader', 'keeper', 'areaOwner'])
  expect(audienceOf('W04', 3)).toEqual(expect.arrayContaining(['opener', 'departHead', 'safety', 'dutyRoom']))
  expect(audienceOf('W07', 1)).toContain('leader')
  expect([3, 2, 1].map(priorityOf)).toEqual(['H', 'M', 'L'])
})

describe('W04 the authority of an opening', () => {
  const nothing: OpeningFacts = {
    decisionAllowed: null,
    covered: false,
    purpose: 2,
    userId: 'u6',
    ownerUserId: null,
    keeperId: 'u11',
    holderId: null,
    inStore: false,
    tokenOver: false,
    forced: false,
  }
  it.each([
    ['nothing', {}, null],
    ['a denied decision', { decisionAllowed: false }, null],
    ['an allowed decision', { decisionAllowed: true }, 'decision'],
    ['a grant that covers it', { covered: true }, 'grant'],
    ['force, whatever else there is', { decisionAllowed: true, covered: true, forced: true }, null],
    ['being the owner of a personal lock', { purpose: 4, ownerUserId: 'u6' }, 'owner'],
    ['somebody else’s personal lock', { purpose: 4, ownerUserId: 'u7', inStore: true, keeperId: 'u6' }, null],
    ['being the keeper of a lock in store', { inStore: true, keeperId: 'u6' }, 'store'],
    ['being the keeper of a lock on a point', { keeperId: 'u6' }, null],
    ['a token that was over, with the grant it was signed on', { covered: true, tokenOver: true }, null],
    [
      'the token of one’s own lock that was over',
      { purpose: 4, ownerUserId: 'u6', covered: true, tokenOver: true },
      'owner',
    ],
    ['a lock in store opened by nobody known', { inStore: true, userId: null, keeperId: null }, null],
  ] as const)('with %s', (_what, changes, authority) => {
    expect(authorityOf({ ...nothing, ...changes })).toBe(authority)
  })
})

test('W07 the last shift change is of today or of yesterday; a text that is no time is left out', () => {
  const starts = ['08:00', '16:00', '00:00']
  expect(lastShiftChange(starts, at('09:00'))).toBe(at('08:00'))
  expect(lastShiftChange(starts, at('16:00'))).toBe(at('16:00'))
  expect(lastShiftChange(['20:00'], at('09:00'))).toBe(at('20:00') - 86_400_000)
  expect(lastShiftChange(['25:00', ''], at('09:00'))).toBeNull()
})

describe('closing without a CLOSE', () => {
  const asked = { kind: 'adminClose', by: 'u12', at: at('14:00'), hasPhoto: true, openUserId: 'u6' } as const
  const pending = { kind: 'adminClose', by: 'u4', at: at('13:55'), second: null } as const
  it('needs a first person with a photo and another one who confirms within ten minutes', () => {
    expect(twoPersonClose(null, asked)).toEqual({ do: 'ask' })
    expect(twoPersonClose(null, { ...asked, hasPhoto: false })).toMatchObject({ do: 'refuse' })
    expect(twoPersonClose(pending, { ...asked, hasPhoto: false })).toEqual({ do: 'confirm' })
  })
  it('begins anew for the same person, after ten minutes, and for another purpose', () => {
    expect(twoPersonClose(pending, { ...asked, by: 'u4' })).toEqual({ do: 'ask' })
    expect(twoPersonClose(pending, { ...asked, at: at('14:06') })).toEqual({ do: 'ask' })
    expect(twoPersonClose(pending, { ...asked, kind: 'falseAlarm' })).toEqual({ do: 'ask' })
  })
  it('is refused to the opener and to anybody but the second whom the first has named', () => {
    expect(twoPersonClose(pending, { ...asked, by: 'u6' })).toMatchObject({ do: 'refuse' })
    expect(twoPersonClose({ ...pending, second: 'u3' }, asked)).toMatchObject({ do: 'refuse' })
    expect(twoPersonClose({ ...pending, second: 'u12' }, asked)).toEqual({ do: 'confirm' })
  })
})

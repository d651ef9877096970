import { describe, expect, test } from 'vitest'
import { at, actor, facts, person, ticket } from '../testing/plant.ts'
import {
  admissionGap,
  plannedAdmissionGaps,
  shownPassGap,
  unregistered,
  type BadgeUse,
  type ExternalFact,
} from './admission.ts'
import { advance } from './advance.ts'
import type { TicketEvent } from './events.ts'

const admitted: ExternalFact = {
  registered: true,
  blacklisted: null,
  enabled: true,
  admitFrom: at('00:00'),
  admitTo: at('24:00'),
  passes: [{ from: at('07:00'), to: at('20:00') }],
}

describe('admission of a person without an account (decision 0471)', () => {
  test.each<[string, Partial<ExternalFact>, string]>([
    ['nobody knows', { ...unregistered }, '未登记'],
    ['on the blacklist', { blacklisted: '酒后进厂' }, '酒后进厂'],
    ['disabled in the register', { enabled: false }, '停用'],
    ['never admitted', { admitFrom: null, admitTo: null }, '没有入场许可'],
    ['admission over', { admitTo: at('09:00') }, '不在入场许可有效期内'],
    ['no pass', { passes: [] }, '没有有效的当日通行证'],
    ['pass run out', { passes: [{ from: at('07:00'), to: at('09:00') }] }, '到期'],
    ['pass of a later hour', { passes: [{ from: at('12:00'), to: at('20:00') }] }, '没有有效的当日通行证'],
  ])('G13 bars who is %s', (_why, change, text) => {
    expect(admissionGap({ ...admitted, ...change }, at('10:00'))).toContain(text)
  })

  test('G13 bars neither who is admitted with a good pass nor who has an account', () => {
    expect(admissionGap(admitted, at('10:00'))).toBeNull()
    expect(admissionGap(null, at('10:00'))).toBeNull()
  })

  test('G03 asks admission for all of the plan, and of the pass that it meets the plan', () => {
    expect(plannedAdmissionGaps(admitted, at('09:00'), at('17:00'))).toEqual([])
    expect(plannedAdmissionGaps(admitted, at('21:00'), at('23:00'))).toEqual([
      '没有计划时间内有效的当日通行证',
    ])
    expect(plannedAdmissionGaps({ ...admitted, admitTo: at('12:00') }, at('09:00'), at('17:00'))).toEqual([
      '入场许可未覆盖计划时间',
    ])
  })
})

describe('the badge that is shown (decision 0535)', () => {
  const pass = { from: at('07:00'), to: at('09:00'), revoked: null }
  const proves = (use: BadgeUse, change: Partial<typeof pass> | { revoked: string }, hour: string) =>
    shownPassGap({ ...pass, ...change }, use, at(hour)) === null

  test.each<[string, Partial<typeof pass> | { revoked: string }, string, [boolean, boolean, boolean]]>([
    ['in its hours', {}, '08:00', [true, true, true]],
    ['at its first moment', {}, '07:00', [true, true, true]],
    ['at its end', {}, '09:00', [false, true, true]],
    ['before its hours', {}, '06:59', [false, true, true]],
    ['revoked', { revoked: '遗失' }, '08:00', [false, false, false]],
    ['revoked without a reason', { revoked: '' }, '08:00', [false, false, false]],
  ])('T26 T28, T42, T29: %s', (_what, change, hour, expected) => {
    expect((['in', 'lockOff', 'out'] as const).map((use) => proves(use, change, hour))).toEqual(expected)
  })
})

describe('a person without an account acts at the screen of another', () => {
  const outsider = person('ex1', {
    name: '鲁钳',
    roleTags: ['CONTR'],
    external: admitted,
    personalLockOn: false,
  })
  const hang = (userId: string, confirmed: boolean): TicketEvent => ({
    type: 'personalLockOn',
    userId,
    lockId: 'PL9',
    ownerId: userId,
    pointId: null,
    boxId: 'LB1',
    ...(confirmed ? { confirmed: true } : {}),
  })
  const asked = (who: string, event: TicketEvent) =>
    advance(ticket(20, 20), event, facts(who, '10:00', { persons: [outsider, person('u6'), person('u8')] }))

  test('T26 the guardian hangs his lock with his badge and hand, a bystander does not', () => {
    expect(asked('u8', hang('ex1', true))).toMatchObject({ ok: true })
    expect(asked('u8', hang('ex1', false))).toMatchObject({ ok: false })
    expect(asked('u9', hang('ex1', true))).toMatchObject({ ok: false })
    expect(actor('u8').roleTags).toContain('GUARD')
  })

  test('T26 nobody stands in for a person who could sign in', () => {
    expect(asked('u8', hang('u6', true))).toMatchObject({ ok: false })
  })

  test('T28 he enters only with his badge read', () => {
    const inside = person('ex1', {
      name: '鲁钳',
      roleTags: ['CONTR'],
      external: admitted,
      certs: [{ certType: '09', certName: '入场', validFrom: 0, validTo: at('24:00'), revoked: false }],
    })
    const enter = (badgeShown: boolean) =>
      advance(
        ticket(20, 20),
        { type: 'personIn', userId: 'ex1', ...(badgeShown ? { badgeShown: true as const } : {}) },
        facts('u8', '10:00', { persons: [inside, person('u8')] }),
      )
    expect(enter(true)).toMatchObject({ ok: true })
    expect(enter(false)).toMatchObject({ ok: false })
    expect(JSON.stringify(enter(false))).toContain('鲁钳 未出示通行码')
  })
})

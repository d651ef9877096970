import { describe, expect, test } from 'vitest'
import { failing, refused } from '../testing/advanced.ts'
import { at, actor, facts, person, points, ticket } from '../testing/plant.ts'
import type { ActingFact } from './acting.ts'
import { advance } from './advance.ts'
import type { TicketEvent } from './events.ts'
import type { ExecPhase, WorkStatus } from '../dictionaries/index.ts'
import { transitions } from './transitions.ts'

// G03 of whoever acts (decision 0634).

const asked = { certType: '08', certName: '上锁挂牌授权' }
const held = { ...asked, validFrom: 0, validTo: at('23:59'), revoked: false }
const acting = (change: Partial<ActingFact> = {}): ActingFact => ({
  at: at('09:30'),
  certs: [held],
  requiredCerts: [asked],
  isContractor: false,
  ...change,
})
const revoked = acting({ certs: [{ ...held, revoked: true }] })
const g03 = (who: string, where: [WorkStatus, ExecPhase], event: TicketEvent, change: object = {}) => {
  const answer = advance(ticket(...where), event, facts(who, '09:30', { points: points(0), ...change }))
  const rules = answer.ok ? answer.verdicts : answer.rules
  return rules.find(({ id }) => id === 'G03')
}

const operate: TicketEvent = { type: 'pointOperate', pointId: 'PT1', presenceProof: true }
const lock: TicketEvent = { type: 'pointLock', pointId: 'PT1', lockId: 'LK1', substituteReason: '' }

describe('G03 of whoever acts', () => {
  test('T21 T22: the isolator without his certificate is refused by his name and the certificate', () => {
    for (const event of [operate, lock]) {
      const rule = g03('u9', [4, 10], event, { acting: revoked })
      expect(rule).toMatchObject({ pass: false, text: '人员 郑隔 资质缺失或过期：上锁挂牌授权' })
      expect(rule?.fix?.[0]).toContain('补录有效证书')
    }
  })

  test('T21: nobody else is asked, and a certificate of another of his tags is not', () => {
    const others = ['u5', 'u6', 'u8', 'u10'].map((id) => person(id, { requiredCerts: [asked] }))
    expect(g03('u9', [4, 10], operate, { acting: acting(), persons: others })?.pass).toBe(true)
    const welder = { certType: '02', certName: '焊接与热切割', tags: ['WORK'] as const }
    expect(g03('u9', [4, 10], operate, { acting: acting({ requiredCerts: [welder] }) })?.pass).toBe(true)
    const isolator = { ...welder, tags: ['ISO', 'WORK'] as const }
    expect(g03('u9', [4, 10], operate, { acting: acting({ requiredCerts: [isolator] }) })?.pass).toBe(false)
  })

  test('T21: what was signed without a network is judged by the moment it was signed', () => {
    const ended = [{ ...held, validTo: at('09:00') }]
    expect(g03('u9', [4, 10], operate, { acting: acting({ certs: ended }) })?.pass).toBe(false)
    expect(g03('u9', [4, 10], operate, { acting: acting({ certs: ended, at: at('08:50') }) })?.pass).toBe(
      true,
    )
  })

  test('T27 T33: whoever signed before is asked again, and whoever is inside', () => {
    const noCert = { requiredCerts: [asked] }
    const signed = [{ event: 'start' as const, index: 0, userId: 'u5', at: at('09:20'), args: {} }]
    const persons = [person('u5', noCert), person('u6'), person('u8'), person('u9'), person('u10')]
    expect(g03('u4', [4, 12], { type: 'start' }, { persons, keys: signed })?.pass).toBe(false)
    expect(g03('u4', [4, 12], { type: 'start' }, { persons })?.pass).toBe(true)
    expect(g03('u5', [4, 12], { type: 'start' }, { persons })?.pass).toBe(false)
    const inside = [person('u5'), person('u6', { ...noCert, onSite: true })]
    expect(g03('u5', [20, 21], { type: 'resume' }, { persons: inside })?.text).toContain('孙作')
    const outside = [person('u5'), person('u6', noCert)]
    expect(g03('u5', [20, 21], { type: 'resume' }, { persons: outside })?.pass).toBe(true)
  })

  test('T28: whoever lets somebody in is asked as well as whoever goes in', () => {
    const event: TicketEvent = { type: 'personIn', userId: 'u6' }
    expect(g03('u5', [20, 20], event, { acting: revoked })?.text).toContain('钱工')
    expect(g03('u5', [20, 20], event, { acting: acting() })?.pass).toBe(true)
  })

  test('T31: somebody whose certificate was revoked can be replaced', () => {
    const event: TicketEvent = {
      type: 'crewChange',
      userId: 'u7',
      roleTag: 'WORK',
      changesScope: false,
      replaces: 'u6',
    }
    const persons = [person('u5'), person('u6', { requiredCerts: [asked] }), person('u7')]
    expect(g03('u5', [20, 20], event, { persons })?.pass).toBe(true)
    const newcomer = [person('u5'), person('u6'), person('u7', { requiredCerts: [asked] })]
    expect(g03('u5', [20, 20], event, { persons: newcomer })?.pass).toBe(false)
  })

  test('T55: who answers for the cause of a stop holds his certificate', () => {
    const stopCauses = [{ causeId: 'C', kind: '9' as const, reason: '停', at: at('09:10'), closedAt: null }]
    const event: TicketEvent = { type: 'causeClose', causeId: 'C', evidence: '已处理，现场确认' }
    const answer = refused(ticket(20, 21), event, facts('u12', '09:30', { stopCauses, acting: revoked }))
    expect(failing(answer)).toEqual(['G03'])
  })

  test('the system and its timers hold none', () => {
    const event: TicketEvent = { type: 'personIn', userId: 'u6' }
    expect(g03('system', [20, 20], event, { actor: actor('system'), acting: null })?.pass).toBe(true)
  })
})

/** What makes safer: no row of it looks at a certificate (§0.2). */
const safer: ReadonlySet<string> = new Set([
  'pointFail',
  'personalLockOn',
  'personalLockOff',
  'personOut',
  'presenceReported',
  'gasRepeat',
  'suspend',
  'testEnd',
  'isolateCancel',
  'isolationRestored',
  'releaseBegin',
  'pointRestore',
  'finish',
  'closeExpired',
  'expire',
  'void',
  'recall',
  'withdraw',
  'removalReject',
  'removalAck',
])

test.each(
  transitions.filter(({ event }) => safer.has(event)).map((row) => [row.id, row.event, row] as const),
)('G03 stands not at %s %s', (_id, _event, row) => {
  expect(row.guards).not.toContain('G03')
})

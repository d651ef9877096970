import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stepStatus } from '../dictionaries/index.ts'
import { actor, at, facts, person, stepRow, ticket } from '../testing/plant.ts'
import { minute } from '../verdict/index.ts'
import { takeOver, type Agency } from './agency.ts'
import type { TicketEvent } from './events.ts'
import type { SignerFact, TicketFacts } from './facts.ts'
import { deciderMayDecide, dutiesSeparated } from './guards-duty.ts'
import { passRow, type StepRow } from './steps.ts'

// 用户代理 (4-api.md §7.21, decision 0800): whoever acts for an absent person stays himself.

const now = at('08:30')
const signer = (userId: string, change: Partial<SignerFact> = {}): SignerFact => ({
  userId,
  name: `${userId}名`,
  certs: [],
  requiredCerts: [],
  isContractor: false,
  mayDecide: true,
  ...change,
})
const agency = (principalId: string, agentId: string, change: Partial<Agency> = {}): Agency => ({
  id: `${principalId}-${agentId}`,
  principalId,
  agentId,
  from: at('08:00'),
  until: at('09:00'),
  ...change,
})
const given = (steps: StepRow[], change: Partial<TicketFacts> = {}): TicketFacts =>
  facts('u11', '08:30', { steps, persons: [], dutyRules: [], ...change })
const asked = [stepRow('r1', 1)]
const why = (answer: ReturnType<typeof takeOver>) =>
  answer.kind === 'refused' ? answer.verdict.text : answer.kind

describe('the step of an absent person', () => {
  test('is decided by his agent, and names both', () => {
    const answer = takeOver(ticket(1, 0), 'r1', signer('u11'), [agency('u2', 'u11')], given(asked))
    expect(answer).toMatchObject({
      kind: 'taken',
      row: {
        userId: 'u11',
        userName: 'u11名',
        delegateFor: 'u2',
        delegatePath: [{ userId: 'u2', userName: '李审' }],
      },
    })
  })

  test('is not his before the window, from its end on, of another absent person, or of an agent of the agent', () => {
    const ask = (...agencies: Agency[]) =>
      takeOver(ticket(1, 0), 'r1', signer('u11'), agencies, given(asked)).kind
    expect(ask(agency('u2', 'u11', { from: now, until: now + 1 }))).toBe('taken')
    expect(ask(agency('u2', 'u11', { from: now + 1 }))).toBe('none')
    expect(ask(agency('u2', 'u11', { until: now }))).toBe('none')
    expect(ask(agency('u3', 'u11'))).toBe('none')
    expect(ask(agency('u2', 'u9'), agency('u9', 'u11'))).toBe('none')
    expect(ask()).toBe('none')
  })

  test('stays where the flow forbids handing on, and needs the post and its certificates', () => {
    const ask = (to: SignerFact, change: Partial<StepRow> = {}) =>
      why(takeOver(ticket(1, 0), 'r1', to, [agency('u2', 'u11')], given([stepRow('r1', 1, change)])))
    expect(ask(signer('u11'), { allowDelegate: false })).toContain('不允许委托')
    expect(ask(signer('u11', { mayDecide: false }))).toContain('没有审核岗位')
    const requiredCerts = [{ certType: '01', certName: '监护人证' }]
    expect(ask(signer('u11', { requiredCerts }))).toContain('监护人证')
  })

  test('G04 goes to no applicant, to nobody who works under the ticket, to no reviewer of what he would approve', () => {
    const steps = [stepRow('r1', 1, { status: 8, userId: 'u11', userName: '陈管' }), stepRow('e1', 2)]
    const ask = (to: string, change: Partial<TicketFacts> = {}) =>
      why(takeOver(ticket(2, 0), 'e1', signer(to), [agency('u3', to)], given(steps, change)))
    expect(ask('u1')).toContain('签发 与 批准')
    expect(ask('u11')).toContain('审核 与 批准')
    expect(ask('u6', { persons: [person('u6', { roleTags: ['WORK'] })] })).toContain('作业 与 批准')
    expect(ask('u12')).toBe('taken')
  })

  test('G04 never gives one person two votes: not beside his own, not for two absent people', () => {
    const own = [
      stepRow('r1', 1),
      stepRow('r2', 1, { stepNo: 2, userId: 'u11', userName: '陈管', status: 0 }),
    ]
    expect(why(takeOver(ticket(1, 0), 'r1', signer('u11'), [agency('u2', 'u11')], given(own)))).toContain(
      '两人的身份',
    )
    const forTwo = [
      stepRow('r1', 1, {
        status: 8,
        userId: 'u11',
        delegateFor: 'u2',
        delegatePath: [{ userId: 'u2', userName: '李审' }],
      }),
      stepRow('r2', 1, { stepNo: 2, userId: 'u12', userName: '褚安' }),
    ]
    expect(why(takeOver(ticket(1, 0), 'r2', signer('u11'), [agency('u12', 'u11')], given(forTwo)))).toContain(
      '两人的身份',
    )
  })
})

const anyone = fc.constantFrom('u1', 'u2', 'u3', 'u6', 'u11', 'u12')
/** Few agents, so that one of them often stands for several. */
const anyAgent = fc.constantFrom('u11', 'u11', 'u12', 'u1', 'u6')
const anyRows = fc
  .array(
    fc.record({
      stage: fc.constantFrom(1 as const, 2 as const),
      stepNo: fc.integer({ min: 1, max: 3 }),
      userId: anyone,
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((rows) =>
    [...new Map(rows.map((row) => [`${row.stage}-${row.stepNo}-${row.userId}`, row])).values()].map(
      (row, index) =>
        stepRow(`s${index}`, row.stage, { ...row, userName: row.userId, status: stepStatus.pending }),
    ),
  )
const anyAgency = fc
  .record({
    from: anyone,
    to: anyAgent,
    begin: fc.integer({ min: -60, max: 10 }),
    minutes: fc.integer({ min: 0, max: 120 }),
  })
  .map(({ from, to, begin, minutes }) =>
    agency(from, to, { from: now + begin * minute, until: now + (begin + minutes) * minute }),
  )
/** Somebody presses on some step; or, with `agency`, that agent on the first open step of whom he stands for. */
const anyPress = fc.record({
  who: anyone,
  nth: fc.nat(5),
  agency: fc.option(fc.nat(7), { freq: 4 }),
  later: fc.integer({ min: 0, max: 8 }),
})

test('G04 whoever presses what and when: no person stands for two, nobody decides his own ticket, no window is outlived', () => {
  fc.assert(
    fc.property(
      anyRows,
      fc.array(anyAgency, { minLength: 2, maxLength: 8 }),
      fc.array(anyPress, { minLength: 1, maxLength: 12 }),
      (rows, agencies, presses) => {
        let steps: StepRow[] = rows
        const hands: { readonly asked: string; readonly by: string; readonly when: number }[] = []
        let when = now
        const persons = [person('u6', { roleTags: ['WORK'] })]
        for (const press of presses) {
          when += press.later * minute
          const via = press.agency === null ? undefined : agencies[press.agency % agencies.length]
          const who = via?.agentId ?? press.who
          const row =
            steps.find(
              ({ userId, status }) => userId === via?.principalId && status === stepStatus.pending,
            ) ?? steps[press.nth % steps.length]
          if (row === undefined) continue
          const stage = ticket(row.stage === 1 ? 1 : 2, 0)
          const seen = given(steps, { now: when, persons, actor: actor(who) })
          const answer = takeOver(stage, row.id, signer(who, { name: who }), agencies, seen)
          if (answer.kind === 'refused') continue
          const taken = answer.kind === 'taken' ? answer.row : row
          const after = steps.map((each) => (each === row ? taken : each))
          const decision = { rowId: row.id, contentHash: 'hash-1', opinion: '' }
          const event: TicketEvent =
            row.stage === 1
              ? { ...decision, type: 'reviewPass', examiners: [] }
              : { ...decision, type: 'approve' }
          const judged = { ...seen, steps: after }
          if (![deciderMayDecide, dutiesSeparated].every((rule) => rule.check(stage, event, judged).pass))
            continue
          const changes = new Map(
            passRow(after, row.id).changes.map((change) => [change.rowId, change.status]),
          )
          steps = after.map((each) => ({ ...each, status: changes.get(each.id) ?? each.status }))
          hands.push({ asked: row.userId, by: who, when })
        }
        const passed = steps.filter(({ status }) => status === stepStatus.passed)
        const behind = (row: StepRow) => [row.userId, ...row.delegatePath.map(({ userId }) => userId)]
        const of = (stage: 1 | 2) => passed.filter((row) => row.stage === stage).flatMap(behind)
        expect(passed.flatMap(behind)).not.toContain('u1')
        expect(of(2)).not.toContain('u6')
        expect(of(1).filter((userId) => of(2).includes(userId))).toEqual([])
        const voice = (row: StepRow) => row.delegatePath[0]?.userId ?? row.userId
        for (const one of passed)
          for (const other of passed) if (one.userId === other.userId) expect(voice(one)).toBe(voice(other))
        for (const { asked: whose, by, when: moment } of hands)
          expect(
            whose === by ||
              agencies.some(
                (each) =>
                  each.principalId === whose &&
                  each.agentId === by &&
                  each.from <= moment &&
                  moment < each.until,
              ),
          ).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})

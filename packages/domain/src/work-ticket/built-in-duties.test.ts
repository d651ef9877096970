import { describe, expect, test } from 'vitest'
import {
  actor,
  at,
  examiners,
  facts,
  flow,
  person,
  points,
  reviewers,
  signers,
  stepRow,
  ticket,
} from '../testing/plant.ts'
import type { RoleTag } from '../dictionaries/index.ts'
import { advance, type DutyRule, type FlowStep, type TicketEvent, type TicketFacts } from './index.ts'

// §2 separation of duties: built in, whatever rows a plant has (decision 0480).

const submit: TicketEvent = { type: 'submit', assignees: signers }
const duty = (answer: ReturnType<typeof advance>) =>
  (answer.ok ? answer.verdicts : answer.rules).find(({ id }) => id === 'G04')

const withTags = (...tags: RoleTag[]): Partial<TicketFacts> => ({
  dutyRules: [],
  persons: [...facts('u1', '08:00').persons, person('x', { name: '一人', roleTags: tags })],
})

describe('G04 without a single row of lo_duty_rule', () => {
  test.each<[RoleTag, RoleTag]>([
    ['ISO', 'VERIFY'],
    ['VERIFY', 'WORK'],
    ['VERIFY', 'CONTR'],
    ['GUARD', 'LEAD'],
    ['GUARD', 'WORK'],
    ['GUARD', 'CONTR'],
  ])('%s and %s of one person are refused', (a, b) => {
    const answer = advance(ticket(0, 0), submit, facts('u1', '08:00', withTags(a, b)))
    expect(duty(answer)).toMatchObject({ pass: false, text: expect.stringContaining('一人') })
  })

  test('a guardian of another live ticket is refused', () => {
    const persons = [person('u8', { roleTags: ['GUARD'], liveCounts: { GUARD: 1 } })]
    expect(duty(advance(ticket(0, 0), submit, facts('u1', '08:00', { dutyRules: [], persons })))?.pass).toBe(
      false,
    )
  })

  test.each(['20', '21', '22'])('a leader of another live ticket of type %s is refused', (workType) => {
    const persons = [person('u5', { roleTags: ['LEAD'], liveCounts: { LEAD: 1 } })]
    const given = facts('u1', '08:00', { dutyRules: [], persons })
    expect(duty(advance(ticket(0, 0, { workType }), submit, given))?.pass).toBe(false)
  })

  test('the applicant may not review, nor approve, and the reviewer may not approve', () => {
    const review: TicketEvent = {
      type: 'reviewPass',
      rowId: 'r1',
      contentHash: 'hash-1',
      opinion: '',
      examiners,
    }
    const approve: TicketEvent = { type: 'approve', rowId: 'e1', contentHash: 'hash-1', opinion: '' }
    const rows = (reviewer: string, approver: string) => ({
      dutyRules: [],
      steps: [
        stepRow('r1', 1, { userId: reviewer, status: 8 }),
        stepRow('e1', 2, { userId: approver, userName: approver }),
      ],
    })
    const own = {
      dutyRules: [],
      steps: [stepRow('r1', 1, { userId: 'u1', userName: '张签' })],
      actor: { ...actor('u1'), roleTags: ['REVIEW'] as const },
    }
    expect(duty(advance(ticket(1, 0), review, facts('u1', '08:00', own)))?.pass).toBe(false)
    expect(duty(advance(ticket(2, 0), approve, facts('u1', '08:00', rows('u2', 'u1'))))?.pass).toBe(false)
    expect(duty(advance(ticket(2, 0), approve, facts('u2', '08:00', rows('u2', 'u2'))))?.pass).toBe(false)
    expect(duty(advance(ticket(2, 0), approve, facts('u3', '08:00', rows('u2', 'u3'))))?.pass).toBe(true)
  })
})

const row = (change: Partial<DutyRule>): DutyRule => ({
  workType: '*',
  tagA: 'GUARD',
  tagB: 'WORK',
  ruleKind: 'DIFFERENT',
  maxLive: 0,
  hard: true,
  ...change,
})

describe('G04 rows of the plant', () => {
  test('one that only warns does not soften a built-in separation', () => {
    const given = facts('u1', '08:00', { ...withTags('GUARD', 'WORK'), dutyRules: [row({ hard: false })] })
    expect(duty(advance(ticket(0, 0), submit, given))?.pass).toBe(false)
  })

  test('a higher limit does not lift a built-in one', () => {
    const persons = [person('u8', { roleTags: ['GUARD'], liveCounts: { GUARD: 1 } })]
    const more = row({ tagB: 'GUARD', ruleKind: 'MAX_LIVE', maxLive: 5 })
    const given = facts('u1', '08:00', { persons, dutyRules: [more] })
    expect(duty(advance(ticket(0, 0), submit, given))?.pass).toBe(false)
  })

  test('one more pair is added, warning or refusing as it says', () => {
    const both = withTags('LEAD', 'GASTEST')
    const rule = row({ tagA: 'LEAD', tagB: 'GASTEST' })
    const ask = (dutyRules: readonly DutyRule[]) =>
      duty(advance(ticket(0, 0), submit, facts('u1', '08:00', { ...both, dutyRules })))
    expect(ask([])).toMatchObject({ pass: true })
    expect(ask([rule])).toMatchObject({ pass: false })
    expect(ask([{ ...rule, hard: false }])).toMatchObject({
      pass: true,
      text: expect.stringContaining('提示'),
    })
  })
})

test('G01 nothing is submitted while the plant has not set up what its kind of work needs', () => {
  const given = facts('u1', '08:00')
  const bare = { ...given, policy: { ...given.policy, unset: ['作业策略没有设定资质要求'] } }
  const answer = advance(ticket(0, 0), submit, bare)
  expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('没有设定资质要求') })
})

describe('who works or guards does not permit (decision 0520)', () => {
  test.each<RoleTag>(['WORK', 'CONTR', 'GUARD'])('%s and PERMIT of one listed person are refused', (tag) => {
    const answer = advance(ticket(0, 0), submit, facts('u1', '08:00', withTags(tag, 'PERMIT')))
    expect(duty(answer)).toMatchObject({ pass: false, text: expect.stringContaining('一人') })
  })

  test.each<[string, RoleTag]>([
    ['u8', 'GUARD'],
    ['u6', 'WORK'],
  ])('%s, who holds the post too, does not give the permitter’s signature of a start', (userId, tag) => {
    const both = {
      points: points(5),
      actor: { ...actor(userId), roleTags: [tag, 'PERMIT'] as const },
      keys: [{ event: 'start' as const, index: 0, userId: 'u5', userName: '钱工', at: at('09:00') }],
    }
    const answer = advance(ticket(4, 12), { type: 'start' }, facts(userId, '09:00', both))
    expect(answer).toMatchObject({ ok: false, code: 'LO-4207', message: expect.stringContaining('许可') })
    const permitter = facts('u4', '09:00', { keys: both.keys, points: both.points })
    expect(advance(ticket(4, 12), { type: 'start' }, permitter)).toMatchObject({ ok: true })
  })
})

describe('T04 every step of the flow has people to ask', () => {
  const step = (stage: 1 | 2, roleTag: RoleTag, quorum: FlowStep['quorum'] = 'ANY'): FlowStep => ({
    ...(flow.find((each) => each.stage === stage) as FlowStep),
    roleTag,
    quorum,
  })
  const asked = (steps: readonly FlowStep[], assignees = signers) => {
    const answer = advance(ticket(0, 0), { type: 'submit', assignees }, facts('u1', '08:00', { flow: steps }))
    return (answer.ok ? answer.verdicts : answer.rules).find(({ id }) => id === 'T04')
  }

  test('an approval whose role nobody holds refuses the submission and names the role', () => {
    const steps = [step(1, 'REVIEW'), step(2, 'SAFETY')]
    expect(asked(steps)).toMatchObject({ pass: true })
    expect(asked(steps, reviewers)).toMatchObject({ pass: false, text: expect.stringContaining('安全') })
  })

  test('a step of two voters with one person to ask is refused', () => {
    expect(asked([step(1, 'REVIEW'), step(2, 'APPROVE', 'N:2')])).toMatchObject({
      pass: false,
      text: expect.stringContaining('须 2 人通过'),
    })
  })
})

describe('GB 26860: who applies for electrical work or leads it does not permit it', () => {
  const permits = (
    workType: string,
    changes: Partial<Parameters<typeof ticket>[2]> = {},
    tags: RoleTag[] = [],
  ) => {
    const asked = facts('u4', '08:00', { dutyRules: [] })
    const permitter = { ...asked.actor, roleTags: [...asked.actor.roleTags, ...tags] }
    return advance(
      ticket(4, 0, { workType, ...changes }),
      { type: 'isolateStart' },
      { ...asked, actor: permitter },
    )
  }
  test.each(['20', '21', '22', '23'])('type %s', (workType) => {
    for (const own of [permits(workType, { applicantId: 'u4' }), permits(workType, {}, ['LEAD'])])
      expect(own).toMatchObject({
        ok: false,
        code: 'LO-4030',
        message: expect.stringContaining('不得兼任许可人'),
      })
    expect(permits(workType)).not.toMatchObject({ code: 'LO-4030' })
  })
  test('an emergency repair that is electrical work underneath', () => {
    const repair = (baseTypes: string[]) => permits('31', { applicantId: 'u4', baseTypes })
    expect(repair(['10', '20'])).toMatchObject({ ok: false, code: 'LO-4030' })
    expect(repair(['10'])).not.toMatchObject({ code: 'LO-4030' })
    const given = facts('u1', '08:00', withTags('PERMIT', 'LEAD'))
    const asked = ticket(0, 0, { workType: '31', baseTypes: ['20'] })
    expect(duty(advance(asked, submit, given))?.pass).toBe(false)
  })
  test('other work asks the plant for it', () => {
    expect(permits('10', { applicantId: 'u4' })).not.toMatchObject({ code: 'LO-4030' })
  })
  test.each<RoleTag>(['LEAD'])('G04 refuses PERMIT and %s of one person on an electrical ticket', (tag) => {
    const given = facts('u1', '08:00', withTags('PERMIT', tag))
    expect(duty(advance(ticket(0, 0, { workType: '20' }), submit, given))?.pass).toBe(false)
  })
  test('he stops it like anybody else', () => {
    const asked = facts('u4', '10:00', { dutyRules: [] })
    const own = ticket(20, 20, { workType: '20', applicantId: 'u4' })
    expect(advance(own, { type: 'suspend', reason: '' }, asked).ok).toBe(true)
  })
})

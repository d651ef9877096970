import { labelOf, stepStatus, type RoleTag } from '../dictionaries/index.ts'
import { refusalText } from '../verdict/index.ts'
import { isOfKind } from './base-types.ts'
import type { TicketEvent } from './events.ts'
import type { DutyRule, TicketFacts } from './facts.ts'
import { findings, guard, no, ok } from './guard.ts'
import { peopleAfter } from './handover.ts'
import { countVotes, passRow, quorumReached, type StepRow } from './steps.ts'
import type { Ticket } from './ticket.ts'

const different = (tagA: RoleTag, tagB: RoleTag, workType = '*'): DutyRule => ({
  workType,
  tagA,
  tagB,
  ruleKind: 'DIFFERENT',
  maxLive: 0,
  hard: true,
})
const oneLive = (tag: RoleTag, workType: string): DutyRule => ({
  workType,
  tagA: tag,
  tagB: tag,
  ruleKind: 'MAX_LIVE',
  maxLive: 1,
  hard: true,
})

/**
 * Separation of duties that no data takes away (`3-domain.md §2`, decision 0480): the hard pairs of the table, for a
 * contractor (`CONTR`) as for a worker, and one post at a time. Rows of `lo_duty_rule` come on top of them.
 */
const builtInDutyRules: readonly DutyRule[] = [
  different('ISSUE', 'REVIEW'),
  different('ISSUE', 'APPROVE'),
  different('REVIEW', 'APPROVE'),
  // Whoever does the work does not approve it, whatever post a step of the flow asks for (§2, independent decision).
  different('LEAD', 'APPROVE'),
  different('WORK', 'APPROVE'),
  different('CONTR', 'APPROVE'),
  different('ISO', 'VERIFY'),
  different('VERIFY', 'WORK'),
  different('VERIFY', 'CONTR'),
  different('GUARD', 'LEAD'),
  different('GUARD', 'WORK'),
  different('GUARD', 'CONTR'),
  different('GUARD', 'PERMIT'),
  different('WORK', 'PERMIT'),
  different('CONTR', 'PERMIT'),
  oneLive('GUARD', '*'),
  ...['20', '21', '22'].map((type) => oneLive('LEAD', type)),
  // GB 26860-2011 ch. 5: who issues, leads and permits electrical work are three people (`advance` holds who acts to it).
  ...['20', '21', '22', '23'].flatMap((type) => [
    different('ISSUE', 'PERMIT', type),
    different('LEAD', 'PERMIT', type),
  ]),
]

/** Does a stored rule ask no more than what is built in, so that nothing is lost with it? */
export function isBuiltInDuty(rule: {
  readonly workType: string
  readonly tagA: string
  readonly tagB: string
  readonly ruleKind: string
  readonly maxLive: number
}): boolean {
  return builtInDutyRules.some(
    ({ workType, tagA, tagB, ruleKind, maxLive }) =>
      (workType === '*' || workType === rule.workType) &&
      ruleKind === rule.ruleKind &&
      (tagA === rule.tagA ? tagB === rule.tagB : tagA === rule.tagB && tagB === rule.tagA) &&
      (ruleKind === 'DIFFERENT' || rule.maxLive >= maxLive),
  )
}

interface Holder {
  userId: string
  name: string
  tag: RoleTag
}

/** Everybody who acts on the ticket, with the decision being made now and delegations expanded. */
function holders(
  { persons, steps, actor }: Pick<TicketFacts, 'persons' | 'steps' | 'actor'>,
  ticket: Ticket,
  event: TicketEvent,
): Holder[] {
  const deciding = 'rowId' in event ? steps.find((row) => row.id === event.rowId) : undefined
  // An added signer stands beside the one who adds him, who may still leave the decision to others.
  const speaksFor = event.type === 'addSigner' ? undefined : deciding
  const decider = event.type === 'delegate' || event.type === 'addSigner' ? event.to : actor
  const acted = steps.filter(
    (row) => (row.status === stepStatus.passed && stands(row, steps, ticket.round)) || row === speaksFor,
  )
  return [
    { userId: ticket.applicantId, name: nameOf(ticket.applicantId, persons), tag: 'ISSUE' },
    ...persons.flatMap((person) =>
      person.roleTags.map((tag) => ({ userId: person.userId, name: person.name, tag })),
    ),
    ...acted.flatMap((row) => {
      const tag = decisionTag(row)
      const path = row.delegatePath.map(({ userId, userName }) => ({ userId, name: userName, tag }))
      return [...path, { userId: row.userId, name: row.userName, tag }]
    }),
    ...(deciding === undefined
      ? []
      : [{ userId: decider.userId, name: decider.name, tag: decisionTag(deciding) }]),
  ]
}

/** Whose decision a step is: that of whoever was asked first, through whatever hands it went. */
const voiceOf = ({ delegatePath, userId }: StepRow): string => delegatePath[0]?.userId ?? userId

/**
 * Nobody decides two steps of a ticket for two people, himself or somebody he stands in for (decision 0800): his two votes
 * would look like those of two. Looks at what was decided, and for a step handed on also at what will ask him.
 */
function twoVoices(
  { steps, actor }: Pick<TicketFacts, 'steps' | 'actor'>,
  ticket: Ticket,
  event: TicketEvent,
): string[] {
  if (!('rowId' in event) || event.type === 'addSigner') return []
  const deciding = steps.find((row) => row.id === event.rowId)
  if (deciding === undefined) return []
  const decider = event.type === 'delegate' ? event.to : actor
  const voice = voiceOf(deciding)
  const clash = steps.some(
    (row) =>
      row !== deciding &&
      row.userId === decider.userId &&
      voiceOf(row) !== voice &&
      ((row.status === stepStatus.passed && stands(row, steps, ticket.round)) ||
        (event.type === 'delegate' && isAskedBeside(row, deciding, ticket.round))),
  )
  return clash ? [`同一人不得以两人的身份处理同一张工作票：${decider.name}`] : []
}

/** A step that asks beside the one being decided, or will ask after it. */
const isAskedBeside = (row: StepRow, deciding: StepRow, round: number): boolean =>
  row.round === round &&
  (row.status === stepStatus.pending ||
    (row.status === stepStatus.waiting && placeOf(row) > placeOf(deciding)))

const placeOf = ({ stage, stepNo }: Pick<StepRow, 'stage' | 'stepNo'>): number => stage * 1_000 + stepNo

/** A decision of this round, or of one before it at a step that this round did not begin with (I4, RESUME_HERE). */
function stands(row: StepRow, steps: readonly StepRow[], round: number): boolean {
  if (row.round === round) return true
  const asked = steps.filter((each) => each.round === round)
  return row.round < round && asked.length > 0 && asked.every((each) => placeOf(row) < placeOf(each))
}

function decisionTag(row: StepRow): RoleTag {
  return row.stage === 1 ? 'REVIEW' : 'APPROVE'
}

function nameOf(userId: string, persons: TicketFacts['persons']): string {
  return persons.find((person) => person.userId === userId)?.name ?? '申请人'
}

/**
 * G04: the separation matrix holds for people, decided rows, the deciding person and delegations. The built-in rules
 * are asked first; a stored row adds a rule or a lower limit, and one that is softer than a built-in changes nothing.
 */
export const dutiesSeparated = guard({
  id: 'G04',
  code: 'LO-4207',
  reads: ['persons', 'steps', 'actor', 'dutyRules', 'handovers'],
  check(asIs, ticket, event) {
    const persons = peopleAfter(event, asIs)
    const all = holders({ persons, steps: asIs.steps, actor: asIs.actor }, ticket, event)
    const rules = [...builtInDutyRules, ...asIs.dutyRules].filter(
      (rule) => rule.workType === '*' || isOfKind(ticket, rule.workType),
    )
    const clashes = rules.flatMap((rule) => {
      const text = rule.ruleKind === 'DIFFERENT' ? bothTags(all, rule) : tooMany(persons, rule)
      return text.map((each) => ({ text: each, hard: rule.hard }))
    })
    const hard = [
      ...new Set([
        ...clashes.filter((clash) => clash.hard).map((clash) => clash.text),
        ...twoVoices(asIs, ticket, event),
      ]),
    ]
    const soft = [...new Set(clashes.filter((clash) => !clash.hard).map((clash) => clash.text))]
    if (hard.length === 0 && soft.length > 0)
      return ok(`职责分离提示：${soft.join('；')}`, { warnings: soft })
    return findings(hard, '职责分离符合规则', (list) => list, ['更换其中一名人员'])
  },
})

function bothTags(all: readonly Holder[], rule: DutyRule): string[] {
  return all
    .filter((one) => one.tag === rule.tagA)
    .filter((one) => all.some((other) => other.tag === rule.tagB && other.userId === one.userId))
    .map(({ name }) => {
      const text = refusalText('LO-4207', {
        a: labelOf('lo_role_tag', rule.tagA),
        b: labelOf('lo_role_tag', rule.tagB),
      })
      return `${text}：${name}`
    })
}

function tooMany(persons: TicketFacts['persons'], rule: DutyRule): string[] {
  return persons
    .filter(
      (person) =>
        person.roleTags.includes(rule.tagA) && (person.liveCounts[rule.tagA] ?? 0) + 1 > rule.maxLive,
    )
    .map((person) => {
      const tag = labelOf('lo_role_tag', rule.tagA)
      return `${person.name} 已在其他 ${person.liveCounts[rule.tagA] ?? 0} 张执行中的工作票担任${tag}，上限 ${rule.maxLive} 张`
    })
}

/** Who is to decide the step instead, by name; of a step that is over, whoever is asked now. */
function askedOf(steps: readonly StepRow[], round: number, row: StepRow | undefined): string {
  const asked = steps.filter((each) => each.round === round && each.status === stepStatus.pending)
  const ofStep = asked.filter((each) => each.stage === row?.stage && each.stepNo === row.stepNo)
  const names = [...new Set((ofStep.length > 0 ? ofStep : asked).map(({ userName }) => userName))]
  return names.length === 0 ? '' : `，须由 ${names.join('、')} 处理`
}

/** G08: the actor is the pending row's assignee, stands where the step asks, and saw the present content. */
export const deciderMayDecide = guard({
  id: 'G08',
  code: 'LO-4214',
  reads: ['steps', 'actor', 'insideFence', 'fenceGap', 'contentHash'],
  check({ steps, actor, insideFence, fenceGap, contentHash }, ticket, event) {
    if (!('rowId' in event) || !('contentHash' in event)) return no('缺少待处理的审批步骤')
    const row = steps.find((each) => each.id === event.rowId)
    const evidence = { rowId: event.rowId, round: ticket.round, insideFence }
    if (row?.userId !== actor.userId || row.status !== stepStatus.pending || row.round !== ticket.round) {
      return no(`该步骤当前不由您处理${askedOf(steps, ticket.round, row)}`, evidence, ['刷新待办列表'])
    }
    if (row.onSite && !insideFence)
      return no(`该步骤须在作业现场处理：${fenceGap ?? '您不在作业区域围栏内'}`, evidence, [
        '到达作业区域并允许定位后再提交',
      ])
    if (event.contentHash !== ticket.contentHash || contentHash !== ticket.contentHash) {
      return no(refusalText('LO-4214'), evidence, ['刷新工作票，核对变化后重新确认'])
    }
    return ok(`由 ${actor.name} 处理第 ${row.stepNo} 步`, evidence)
  },
})

/** G09: the step of the decision has its quorum once this row counts. */
export const quorumIsReached = guard({
  id: 'G09',
  code: 'LO-4228',
  reads: ['steps'],
  check({ steps }, ticket, event) {
    if (!('rowId' in event)) return no('缺少待处理的审批步骤')
    const row = steps.find((each) => each.id === event.rowId)
    const after = new Map(passRow(steps, event.rowId).changes.map((change) => [change.rowId, change.status]))
    const step = steps
      .filter(
        (each) => each.stage === row?.stage && each.stepNo === row.stepNo && each.round === ticket.round,
      )
      .map((each) => ({ ...each, status: after.get(each.id) ?? each.status }))
    const { passes, asked } = countVotes(step)
    const evidence = { stepNo: row?.stepNo ?? null, passes, asked, quorum: row?.quorum ?? null }
    return quorumReached(step)
      ? ok(`第 ${row?.stepNo} 步已有 ${passes} 人通过`, evidence)
      : no(
          refusalText('LO-4228', { reason: `第 ${row?.stepNo ?? '?'} 步 ${passes}/${asked} 人通过` }),
          evidence,
        )
  },
})

import { canonicalJson, type Canonical } from '../evidence-chain/index.ts'
import { holdState, itemState, labelOf, type RoleTag } from '../dictionaries/index.ts'
import { dateTimeText, hour, minute, refusalText } from '../verdict/index.ts'
import { removalGap, unacknowledged } from './acknowledged.ts'
import type { TicketEvent } from './events.ts'
import type { PointFact } from './facts.ts'
import { findings, guard, no, ok } from './guard.ts'
import { handoverChecks, handoverOf } from './handover.ts'

/** Longest test with locks lifted, minutes. [D] */
export const testMaxMin = 120
/** Tags whose holders may be named to open the lifted set (R07, phase 22). */
const testTags: readonly RoleTag[] = ['ISO', 'LEAD', 'PERMIT']
/** Tags that are handed over (T34). */
export const handoverTags = ['LEAD', 'GUARD', 'PERMIT', 'WORK', 'CONTR'] as const satisfies readonly RoleTag[]

/** T34: the outgoing holds the tag, the incoming is another, present in the plant and free to take it. */
export const mayHandOver = guard({
  id: 'T34',
  code: 'LO-4224',
  reads: ['handovers', 'actor', 'persons'],
  check({ handovers, actor, persons }, _ticket, event) {
    const deal = handoverOf(event, handovers)
    if (!deal) return no('未找到待办的交接')
    const tag = labelOf('lo_role_tag', deal.roleTag)
    if (!handoverTags.some((each) => each === deal.roleTag)) return no(`${tag}不能交接，请重新办理人员变更`)
    if (deal.fromUserId === deal.toUserId) return no('交班人与接班人须为不同人员', {}, ['选择另一名接班人'])
    if (deal.incoming === null) return no('接班人不是本单位在用人员', {}, ['选择其他接班人'])
    const gap = removalGap(deal.incoming)
    if (gap !== null) return no(gap)
    if (!deal.holdsPost) return no(`${deal.incoming.name} 没有${tag}岗位`, {}, [`选择持有${tag}岗位的人员`])
    const listed = persons.find((person) => person.userId === deal.toUserId)
    // A guardian stands at the post beside the one he follows from the moment he accepts.
    const isBeside = event.type === 'handoverDone' && deal.roleTag === 'GUARD'
    if (listed?.roleTags.includes(deal.roleTag) && !isBeside)
      return no(`${listed.name} 已担任本票${tag}，无须交接`, {}, ['选择其他接班人'])
    if (event.type === 'handoverAsk') {
      if (actor.userId !== deal.fromUserId || !actor.roleTags.includes(deal.roleTag))
        return no(`只有担任${tag}的本人可以提出交接`)
      const other = handovers.find(
        (each) => each !== deal && each.fromUserId === deal.fromUserId && each.roleTag === deal.roleTag,
      )
      if (other) return no(`${tag}已有未完成的交接`, {}, ['先完成或取消原交接'])
    }
    if (event.type === 'handoverAccept' && deal.state !== 0) return no('该交接已接收，无须重复')
    return ok(`${deal.fromName} 的${tag}交给 ${deal.incoming.name}`)
  },
})

/** G22: the incoming has accepted, has walked the site with the outgoing, and is protected before the other lets go. */
export const noGapInDuty = guard({
  id: 'G22',
  code: 'LO-4224',
  reads: ['handovers', 'persons', 'policy', 'now'],
  check({ handovers, persons, policy, now }, ticket, event) {
    const deal = handoverOf(event, handovers)
    if (!deal) return no(refusalText('LO-4224', { reason: '未找到待办的交接' }))
    const checks = event.type === 'handoverDone' ? event.checks : []
    const open = handoverChecks.filter(({ code }) => !checks.includes(code)).map(({ text }) => text)
    const isWorker = deal.roleTag === 'WORK' || deal.roleTag === 'CONTR'
    const outgoing = persons.find((person) => person.userId === deal.fromUserId)
    const incoming = persons.find((person) => person.userId === deal.toUserId)
    const needsLock = isWorker && policy.personalLock && ticket.needIsolation
    const name = deal.incoming?.name ?? '接班人'
    const missingAt = deal.incoming?.ownLockMissing ?? []
    const wrong = [
      deal.state === 1 && deal.acceptedAt !== null && deal.acceptedAt <= now ? '' : `${name} 尚未接收`,
      open.length === 0 ? '' : `现场交接检查未完成：${open.join('、')}`,
      needsLock && !deal.incoming?.personalLockOn
        ? `${name} 尚未上个人锁${missingAt.length === 0 ? '' : `（隔离点 ${missingAt.join('、')} 缺锁）`}`
        : '',
      deal.roleTag === 'GUARD' && !incoming?.checkedIn
        ? `${name} 不在监护岗位，须本人在现场接收或确认在岗`
        : '',
      isWorker && outgoing?.onSite ? `${deal.fromName} 仍在现场` : '',
    ].filter((text) => text !== '')
    return findings(
      wrong,
      `${name} 已接收并完成现场交接`,
      (list) => refusalText('LO-4224', { reason: list }),
      ['接班人先接收（作业人员先上个人锁），双方完成现场交接检查，再由交班人签字'],
    )
  },
})

/** G25: extensions left, asked before the end, for later, and one at a time. */
export const mayExtend = guard({
  id: 'G25',
  code: 'LO-4225',
  reads: ['policy', 'now', 'extension'],
  check({ policy, now, extension }, ticket, event) {
    const end = ticket.validEnd ?? ticket.planEnd
    const newEnd =
      event.type === 'extendAsk'
        ? event.newEnd
        : event.type === 'extendApprove'
          ? extension?.newEnd
          : undefined
    const asked = event.type === 'extendAsk' && extension !== null && extension.extendId !== event.extendId
    const wrong = [
      ticket.extendCount < policy.extendMax
        ? ''
        : `已延期 ${ticket.extendCount} 次，最多 ${policy.extendMax} 次`,
      now < end ? '' : `工作票已于 ${dateTimeText(end)} 到期`,
      newEnd !== undefined && newEnd > end ? '' : `新的截止时间须晚于 ${dateTimeText(end)}`,
      asked ? '已有待批的延期申请' : '',
    ].filter((text) => text !== '')
    return findings(
      wrong,
      `第 ${ticket.extendCount + 1} 次延期，最多 ${policy.extendMax} 次`,
      (list) => refusalText('LO-4225', { reason: list }),
      ['办理续票'],
    )
  },
})

/** T35: a proven set to lift, people who may open it, and minutes inside the limit and the window. */
export const testPlanned = guard({
  id: 'T35',
  code: 'LO-4229',
  reads: ['points', 'persons', 'now'],
  check({ points, persons, now }, ticket, event) {
    if (event.type !== 'testBegin') return no('缺少试运行方案')
    const chosen = points.filter((point) => event.pointIds.includes(point.pointId))
    const named = persons.filter((person) => event.userIds.includes(person.userId))
    const end = ticket.validEnd ?? ticket.planEnd
    const wrong = [
      chosen.length > 0 && chosen.length === new Set(event.pointIds).size
        ? ''
        : '请选择本票要临时解除的隔离点',
      ...chosen
        .filter((point) => point.kind !== 'isolate' || point.state !== itemState.verified)
        .map((point) => `${point.pointCode} 未处于已验证状态`),
      named.length > 0 && named.length === new Set(event.userIds).size ? '' : '请指定本票的试运行操作人员',
      ...named
        .filter((person) => !person.roleTags.some((tag) => testTags.includes(tag)))
        .map((person) => `${person.name} 不是隔离人、负责人或许可人`),
      ...unacknowledged(named).map((name) => `${name} 有未确认的被拆锁`),
      event.minutes >= 1 && event.minutes <= testMaxMin ? '' : `试运行时间须为 1 至 ${testMaxMin} 分钟`,
      now + event.minutes * minute < end ? '' : `试运行须在 ${dateTimeText(end)} 前结束`,
      event.toolsCleared ? '' : '工具和散件尚未清理',
    ].filter((text) => text !== '')
    return findings(
      wrong,
      `临时解除 ${chosen.map((point) => point.pointCode).join('、')}，${event.minutes} 分钟`,
      (list) => `不能试运行：${list}`,
      ['修改试运行方案后重新申请'],
    )
  },
})

/** T36: the permitter answers for power being off again. */
export const deEnergised = guard({
  id: 'T36',
  code: 'LO-4229',
  reads: [],
  check: (_facts, _ticket, event) =>
    event.type === 'testEnd' && event.deEnergised
      ? ok('已重新断开能量')
      : no('须先重新断开能量，才能结束试运行', {}, ['断开能量并确认后再结束']),
})

/**
 * T37: a lifted lock goes back by the hands that put it there (T21–T23 in 20/21 and 20/23); and work goes on only when
 * every mandatory point is proven again.
 */
export const relockedByHolders = guard({
  id: 'T37',
  code: 'LO-4203',
  reads: ['points', 'holds', 'actor'],
  check({ points, holds, actor }, ticket, event) {
    if ('pointId' in event) {
      const lifted = holds.find(
        (hold) =>
          hold.pointId === event.pointId && hold.workId === ticket.id && hold.state === holdState.lifted,
      )
      return lifted === undefined || lifted.userId === actor.userId
        ? ok('由原上锁人操作')
        : no(`该点须由原上锁人 ${lifted.userName} 恢复上锁`, { holder: lifted.userName }, ['由原上锁人操作'])
    }
    const left = points
      .filter((point) => point.mandatory && !done(point))
      .map((point) => `${point.pointCode} ${labelOf('lo_point_item_state', point.state)}`)
    return findings(left, '隔离点均已恢复上锁并重新验证', (list) => `隔离未完成：${list}`, [
      '恢复上锁、挂牌并重新验证所列隔离点',
    ])
  },
})

const done = ({ state }: PointFact): boolean => state === itemState.verified || state === itemState.restored

/** T38: the group exists, stands locked, and is not all there is. */
export const groupDefined = guard({
  id: 'T38',
  code: 'LO-4229',
  reads: ['points'],
  check({ points }, _ticket, event) {
    if (event.type !== 'groupRelease') return no('缺少解除分组')
    const group = points.filter((point) => point.releaseGroup === event.group)
    const open = group.filter((point) => point.state !== itemState.restored)
    if (group.length === 0) return no(`本票没有第 ${event.group} 解除分组`)
    if (open.length === 0) return no(`第 ${event.group} 解除分组已解除`)
    const rest = points.filter(
      (point) =>
        point.mandatory &&
        point.kind === 'isolate' &&
        point.releaseGroup !== event.group &&
        point.state !== itemState.restored,
    )
    if (rest.length === 0)
      return no('解除后本票不再有隔离，不能部分解除', {}, ['作业完成后按“作业完成，解除隔离”办理'])
    const odd = open.filter((point) => point.state > itemState.verified)
    return findings(
      odd.map((point) => `${point.pointCode} ${labelOf('lo_point_item_state', point.state)}`),
      `解除第 ${event.group} 组：${open.map((point) => point.pointCode).join('、')}`,
      (list) => `不能部分解除：${list}`,
    )
  },
})

/** How far from now the term of a close-out is moved at once, hours: three times what it is given at first (3-domain.md closeDeadline, 24 h). [D] */
const closeOutHours = 72

/** T54, §5.8 L4: the term of the close-out moves forward, with a reason, and never out of sight: it stays red on the board. */
export const deadlineLater = guard({
  id: 'T54',
  code: 'LO-4218',
  reads: ['now'],
  check({ now }, ticket, event) {
    if (event.type !== 'closeDeadlineMove') return no('缺少新的收尾期限')
    if (event.reason.trim() === '') return no('请填写延长收尾期限的原因')
    const from = Math.max(now, ticket.closeDeadline ?? now)
    if (event.deadline <= from) return no(`新的收尾期限须晚于 ${dateTimeText(from)}`)
    const latest = now + closeOutHours * hour
    return event.deadline <= latest
      ? ok(`收尾期限改为 ${dateTimeText(event.deadline)}`)
      : no(
          `收尾期限一次最多延长到 ${closeOutHours} 小时之后（${dateTimeText(latest)}），请改填更早的时间；届时仍未收尾可再次延长`,
        )
  },
})

/** The points an event would lift or give back: one, the test's set, or a release group. */
export function pointsAsked(event: TicketEvent, points: readonly PointFact[]): string[] {
  if (event.type === 'testBegin') return [...event.pointIds]
  if (event.type === 'groupRelease')
    return points
      .filter((point) => point.releaseGroup === event.group && point.state !== itemState.restored)
      .map((point) => point.pointId)
  return 'pointId' in event && event.pointId !== null ? [event.pointId] : []
}

/** The rest of an event beside its name, as a signature keeps it. */
export function argsOf({ type: _type, ...args }: TicketEvent): Canonical {
  // Events are plain data; what is undefined is not there.
  return JSON.parse(JSON.stringify(args)) as Canonical
}

/** Does the confirmation name what was asked for? */
export const sameArgs = (asked: Canonical | undefined, event: TicketEvent): boolean =>
  canonicalJson(asked ?? {}) === canonicalJson(argsOf(event))

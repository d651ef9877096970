import { emergencyType } from './base-types.ts'
import { holdState, holdType } from '../dictionaries/index.ts'
import { emergencyMinutes } from '../grant/index.ts'
import { clockText, minute, refusalText } from '../verdict/index.ts'
import { placedBy, removalGap, unacknowledged } from './acknowledged.ts'
import type { TicketEvent } from './events.ts'
import type { RemovalFact, TicketFacts } from './facts.ts'
import type { PersonFact } from './person-fact.ts'
import { findings, guard, no, ok } from './guard.ts'

/** T50: hours until the review of an emergency ticket is due. */
export const afterReviewHours = 24
/** T47: tries to reach the owner. */
const contactsNeeded = 2
/** How far back a try says something of where he is now, minutes. */
const contactsWithin = 24 * 60

/** A try to reach the owner, as it is written down (T47). */
interface ContactTry {
  /** Epoch ms. */
  readonly at: number
  readonly channel: string
  readonly outcome: string
}

/**
 * How many tries to reach an owner count: with channel and outcome, of the last day, none still to come. The same minute
 * written twice is one.
 */
const contactsCounted = (contacts: readonly ContactTry[], now: number): number =>
  new Set(
    contacts
      .filter(
        ({ channel, outcome, at }) =>
          channel.trim() !== '' &&
          outcome.trim() !== '' &&
          at <= now + minute &&
          at > now - contactsWithin * minute,
      )
      .map(({ at }) => Math.floor(at / minute)),
  ).size

/** What the tries still lack, in Chinese; null when there are enough (T47). */
export function contactsGap(contacts: readonly ContactTry[], now: number): string | null {
  const counted = contactsCounted(contacts, now)
  return counted < contactsNeeded
    ? `24 小时内须在不同时间联系锁主至少 ${contactsNeeded} 次，现有 ${counted} 次`
    : null
}

/** An owner who is inside for any ticket is not away, whatever the asker has heard (T47, T48). */
const insideGap = (ownerName: string, insideFor: string | null | undefined): string =>
  insideFor ? `锁主 ${ownerName} 登记在工作票 ${insideFor} 的现场` : ''

const isWorker = (persons: readonly PersonFact[], userId: string): boolean =>
  persons.some(
    (person) =>
      person.userId === userId && (person.roleTags.includes('WORK') || person.roleTags.includes('CONTR')),
  )

function removalOf(removals: readonly RemovalFact[], event: TicketEvent): RemovalFact | undefined {
  return 'removalId' in event ? removals.find((each) => each.removalId === event.removalId) : undefined
}

/** T47: the owner's absence is shown, he was tried at least twice, and the place was looked at, with a photo. */
export const mayAskRemoval = guard({
  id: 'T47',
  code: 'LO-4213',
  reads: ['holds', 'persons', 'removals', 'actor', 'now'],
  check({ holds, persons, removals, actor, now }, ticket, event) {
    if (event.type !== 'removalAsk') return no('缺少应急拆锁申请')
    const hold = holds.find((each) => each.holdId === event.holdId)
    const rests = hold?.state === holdState.active || hold?.state === holdState.lifted
    if (!hold || hold.workId !== ticket.id || !rests) return no('这把锁没有挂在本票上')
    if (hold.holdType !== holdType.personalOnPoint && hold.holdType !== holdType.personalOnBox)
      return no('应急拆锁只针对个人锁，隔离锁由隔离人按顺序恢复', {}, ['由本票隔离人办理恢复'])
    const wrong = [
      removalGap(actor) ?? '',
      hold.userId === actor.userId ? '锁主本人请直接摘除个人锁' : '',
      isWorker(persons, actor.userId) ? '本票作业人不能申请应急拆锁' : '',
      persons.some((person) => person.userId === hold.userId && person.onSite)
        ? `锁主 ${hold.userName} 仍登记在现场`
        : insideGap(hold.userName, hold.insideFor),
      event.ownerAbsent.trim() === '' ? '缺少锁主不在场的依据（门禁记录等）' : '',
      contactsGap(event.contacts, now) ?? '',
      event.areaChecked ? '' : '现场无人未确认',
      event.areaPhoto.trim() === '' ? '缺少现场无人的照片' : '',
      removals.some((each) => each.holdId === event.holdId && each.state <= 1)
        ? '这把锁已有未完成的应急拆锁申请'
        : '',
    ].filter((text) => text !== '')
    const tried = contactsCounted(event.contacts, now)
    return findings(wrong, `锁主 ${hold.userName} 不在现场，已联系 ${tried} 次`, (list) => list, [
      '补齐所列依据后重新申请；锁主能到场的由本人摘锁',
    ])
  },
})

/**
 * G23: two different authorised people agreed within ten minutes, neither the lock's owner nor a worker of the ticket.
 * Both gave their word by calls of their own; the roles were checked at each.
 */
export const twoAgreed = guard({
  id: 'G23',
  code: 'LO-4213',
  reads: ['removals', 'persons', 'actor', 'now'],
  check({ removals, persons, actor, now }, _ticket, event) {
    const removal = removalOf(removals, event)
    if (!removal) return no(refusalText('LO-4213'))
    const second = event.type === 'removalApprove' ? actor.userId : removal.approveBy
    const agreedAt = event.type === 'removalApprove' ? now : removal.approveAt
    if (second === null || agreedAt === null)
      return no(`${refusalText('LO-4213')}：尚未有第二人批准`, {}, [
        '由另一名许可人、安全管理或属地负责人批准',
      ])
    const pair = [removal.requestBy, second]
    const wrong = [
      removal.requestBy === second ? '申请人与批准人须为不同人员' : '',
      pair.includes(removal.ownerId) ? '锁主不能申请或批准拆除自己的锁' : '',
      pair.some((userId) => isWorker(persons, userId)) ? '本票作业人不能申请或批准' : '',
      agreedAt - removal.requestAt > emergencyMinutes * minute || agreedAt < removal.requestAt
        ? `申请于 ${clockText(removal.requestAt)}，已超过 ${emergencyMinutes} 分钟`
        : '',
    ].filter((text) => text !== '')
    return findings(wrong, '两名授权人员已确认', (list) => `${refusalText('LO-4213')}：${list}`, [
      '由另一名授权人员在 10 分钟内确认，超时须重新申请',
    ])
  },
})

/** T48, T49: the removal stands where the event expects it, with witness and means; late ones have lapsed. */
export const removalInOrder = guard({
  id: 'T48',
  code: 'LO-4213',
  reads: ['removals', 'persons', 'actor', 'now'],
  check(facts, _ticket, event) {
    const removal = removalOf(facts.removals, event)
    if (!removal) return no('未找到对应的应急拆锁申请')
    const list = orderGaps(removal, event, facts)
    return findings(list, `${removal.lockCode} 应急拆锁符合程序`, (text) => text, [
      '按程序办理，超时的重新申请',
    ])
  },
})

const gapOf = (actor: TicketFacts['actor']): string[] => [removalGap(actor)].filter((gap) => gap !== null)

function orderGaps(
  removal: RemovalFact,
  event: TicketEvent,
  { persons, actor, now }: Pick<TicketFacts, 'persons' | 'actor' | 'now'>,
): string[] {
  const since = removal.state === 1 ? (removal.approveAt ?? removal.requestAt) : removal.requestAt
  const late = now - since > emergencyMinutes * minute
  const lapsed = late ? [`已超过 ${emergencyMinutes} 分钟，申请已失效`] : []
  const ownerIn = persons.some((person) => person.userId === removal.ownerId && person.onSite)
    ? [`锁主 ${removal.ownerName} 已在现场`]
    : [insideGap(removal.ownerName, removal.ownerInsideFor)].filter((gap) => gap !== '')
  // What hangs there now, if anything does, is not what the two looked at.
  const gone = removal.holdRests === false ? [`锁主 ${removal.ownerName} 已自行摘下这把锁，无须拆除`] : []
  switch (event.type) {
    case 'removalApprove': {
      if (removal.state !== 0) return ['该申请已处理']
      const named = [removal.requestBy, actor.userId, removal.ownerId, event.removerId]
      return [
        ...gapOf(actor),
        ...lapsed,
        ...gone,
        ...ownerIn,
        ...(event.witnessId === '' ? ['未指定见证人'] : []),
        ...(named.includes(event.witnessId) ? ['见证人须为申请人、批准人、锁主和拆锁人以外的人员'] : []),
        ...(event.removerId === removal.requestBy || event.removerId === actor.userId
          ? []
          : ['拆锁人须为申请人或批准人']),
      ]
    }
    case 'removalReject':
      if (removal.state !== 0) return ['该申请已处理']
      return removal.requestBy === actor.userId ? ['申请人不能处理自己的申请'] : []
    case 'removalDo':
      if (removal.state !== 1) return ['该申请未批准或已处理']
      return [
        ...gapOf(actor),
        ...lapsed,
        ...gone,
        ...ownerIn,
        ...(removal.removerId === actor.userId ? [] : ['须由指定的拆锁人登记']),
        ...(event.means === 1 && !removal.grantUsed
          ? ['尚未用应急授权开锁，请先在“应急拆锁”列表按“开锁”，或选择主钥匙、破拆']
          : []),
        ...(event.means !== 1 && event.photo.trim() === '' ? ['用主钥匙或破拆须有照片'] : []),
      ]
    case 'removalExpire':
      return removal.state <= 1 && late ? [] : ['尚未超时或已处理']
    case 'removalAck':
      // Nobody acknowledges for one who could sign in himself.
      if (removal.ownerId !== actor.userId && removal.ownerIsExternal !== true)
        return ['有账号的人员须本人登录确认知悉']
      return removal.state === 2 ? [] : [removal.state === 3 ? '您已确认知悉' : '这把锁没有被他人拆除']
    default:
      return ['不是应急拆锁的步骤']
  }
}

/** T49 (`mustAck`): nobody whose lock was removed by others takes a role before he knows of it. */
export const removalsAcknowledged = guard({
  id: 'T49',
  code: 'LO-4215',
  reads: ['persons'],
  check({ persons }, _ticket, event) {
    const waiting = unacknowledged(placedBy(event, persons))
    return findings(waiting, '人员均无待确认的被拆锁', (list) => `${refusalText('LO-4215')}：${list}`, [
      '由所列人员本人确认知悉，或更换人员',
    ])
  },
})

/**
 * T50: only an emergency-repair ticket, by the duty manager who is shown to stand on site (his position inside the fence,
 * or a tag read there) and neither wrote the ticket nor works on
 * it; the review afterwards is somebody else's.
 */
export const emergencyAllowed = guard({
  id: 'T50',
  code: 'LO-4201',
  reads: ['actor', 'persons', 'emergency', 'insideFence', 'fenceGap', 'now'],
  check({ actor, persons, emergency, insideFence, fenceGap, now }, ticket, event) {
    const isMine = ticket.applicantId === actor.userId || persons.some((each) => each.userId === actor.userId)
    switch (event.type) {
      case 'emergencySubmit':
        if (ticket.workType !== emergencyType)
          return no('只有抢修票可以由值班负责人现场批准', {}, ['按正常流程提交'])
        // His word does not show where he is: a tag read there does, or his position.
        if (!event.tagRead && !insideFence)
          return no(`值班负责人须在现场批准：${fenceGap ?? '您不在作业区域围栏内'}`, {}, [
            '到达作业现场，允许定位或扫描现场标签后再批准',
          ])
        return isMine
          ? no('申请人和本票人员不能批准自己的抢修票', {}, ['由其他值班负责人批准'])
          : ok('值班负责人现场批准')
      case 'emergencyReview':
      case 'emergencyApprove':
        return emergency?.byId === actor.userId
          ? ok('值班负责人现场批准')
          : no('本票没有值班负责人的抢修批准')
      case 'afterReview':
        if (emergency === null || emergency.reviewed) return no('本票没有待补的审查')
        return isMine || emergency.byId === actor.userId
          ? no('事后审查须由未参与本票的人员进行', {}, ['由其他安全管理人员审查'])
          : ok('事后审查')
      default:
        return emergency !== null && !emergency.reviewed && !emergency.escalated && now >= emergency.reviewDue
          ? ok(`事后审查已于 ${clockText(emergency.reviewDue)} 到期`)
          : no('事后审查未到期或已完成')
    }
  },
})

import { failingNow, gasSpotText, withdrawnText } from './gas.ts'
import { holdType } from '../dictionaries/index.ts'
import { isHoldIn } from '../isolation/index.ts'
import { dateTimeText, minute, minutesBetween, refusalText } from '../verdict/index.ts'
import { admissionGap, barredGap } from './admission.ts'
import { removalGap } from './acknowledged.ts'
import { presenceGap } from './presence-gap.ts'
import type { HoldFact, PolicyFact, TicketFacts } from './facts.ts'
import type { PersonFact } from './person-fact.ts'
import { findings, guard, no, ok } from './guard.ts'
import { longInterruption } from './guards-isolation.ts'

/** Those who go where the energy was: crew and contractors. */
function enters(person: PersonFact): boolean {
  return person.roleTags.includes('WORK') || person.roleTags.includes('CONTR')
}

const toAcknowledge = '有未确认的被拆锁'

/** Why a person may not enter at the moment `now` (epoch ms; G13), or null. */
export function entryGap(
  person: PersonFact,
  policy: PolicyFact,
  needIsolation: boolean,
  now: number,
): string | null {
  const barred = admissionGap(person.external, now)
  if (barred !== null) return barred
  if (person.accountGap !== null) return person.accountGap
  if (removalGap(person) !== null) return toAcknowledge
  if (policy.briefRequired && !person.briefed) return '未交底'
  if (policy.briefRequired && !person.briefSigned) return '交底未签名'
  if (policy.personalLock && needIsolation && !person.personalLockOn) return ownLockGap(person)
  return null
}

/** What of his own locks is missing (Chinese): all of them, or those on some points. */
function ownLockGap({ ownLockMissing: missing = [] }: PersonFact): string {
  return missing.length === 0
    ? '未上个人锁'
    : `个人锁未挂全，隔离点 ${missing.join('、')} 上没有本人的个人锁，请逐点挂锁，或改挂到锁箱上`
}

/** Who is inside without his own lock where the policy asks one: nothing proves that the energy stays off him (G13). */
export function insideUnlocked(
  persons: readonly PersonFact[],
  policy: PolicyFact,
  needIsolation: boolean,
): PersonFact[] {
  if (!policy.personalLock || !needIsolation) return []
  return persons.filter((person) => person.onSite && !person.personalLockOn)
}

const said = ({ name }: PersonFact, gap: string | null): string[] => (gap === null ? [] : [`${name} ${gap}`])

/** Events that let stopped work go on: who is outside is asked when he enters (T28), who is inside is asked now. */
const goesOn: readonly string[] = ['resume', 'relocked']

/**
 * G13: whoever will enter is briefed, has signed, and has his own lock on. A start (T27) asks the crew and whoever is on
 * site already; work that goes on (T33, T37) asks everybody on site, whatever he is on the ticket.
 */
export const crewReady = guard({
  id: 'G13',
  code: 'LO-4219',
  reads: ['persons', 'policy', 'now'],
  check({ persons, policy, now }, ticket, event) {
    const continues = goesOn.includes(event.type)
    const asked =
      event.type === 'personIn'
        ? persons.filter((each) => each.userId === event.userId)
        : persons.filter((each) => each.onSite || (!continues && enters(each)))
    if (asked.length === 0 && continues) return ok('现场无人')
    if (asked.length === 0) return no(refusalText('LO-4219', { list: '票面没有作业人员' }))
    // A name nobody knows may not stand on a running ticket, whatever its tag; nor somebody who has yet to say that he
    // knows of his removed lock (T49).
    const others = persons.filter(
      (person) => event.type !== 'personIn' && !continues && !asked.includes(person),
    )
    const wrong = [
      ...asked.flatMap((person) => said(person, entryGap(person, policy, ticket.needIsolation, now))),
      ...others.flatMap((person) =>
        said(
          person,
          barredGap(person.external) ??
            person.accountGap ??
            (removalGap(person) === null ? null : toAcknowledge),
        ),
      ),
    ]
    return findings(
      wrong,
      `${asked.length} 名人员已交底并上个人锁`,
      (list) => refusalText('LO-4219', { list }),
      continues
        ? ['现场人员先离场登记，补齐后重新进场；或由本人补上个人锁、完成安全交底签名']
        : ['完成安全交底签名，由本人上个人锁'],
    )
  },
})

/** G14: every required gas at every position passes, is fresh, and was measured by a calibrated detector. */
export const gasValid = guard({
  id: 'G14',
  code: 'LO-4208',
  reads: ['gas', 'policy', 'now'],
  check({ gas, policy, now }, ticket, event) {
    const failing = failingNow(gas).map(gasSpotText)
    if (!gas.required)
      return findings(
        failing.map((spot) => `${spot} 不合格`),
        '本票不需要气体检测',
        (list) => `${refusalText('LO-4208')}：${list}`,
        ['通风置换后由检测人重新检测'],
      )
    if (gas.needed.length === 0) return no('需要气体检测，但未设定检测项目', {}, ['在票面设定检测气体与部位'])
    const resumed = event.type === 'resume' && ticket.suspendedAt !== null
    const stoppedAt = resumed ? longInterruption(ticket, policy, now) : null
    const interrupted = stoppedAt !== null
    const wrong = gas.needed.flatMap(({ gasCode, position }) => {
      const last = gas.tests
        .filter(
          (test) => test.gasCode === gasCode && test.position === position && test.sampleTime <= now + minute,
        )
        .toSorted((a, b) => b.sampleTime - a.sampleTime)[0]
      const where = `${position} ${gasCode}`
      const withdrawn = gas.withdrawn?.find((each) => each.gasCode === gasCode && each.position === position)
      if (!last) return [withdrawn === undefined ? `${where} 未检测` : withdrawnText(withdrawn)]
      if (!last.pass) return [`${where} 不合格`]
      if (last.calibValidTo < last.sampleTime) return [`${where} 检测仪已过检定有效期`]
      if (interrupted && last.sampleTime <= stoppedAt) {
        return [`${where} 中断超过 ${policy.gasInterruptMin} 分钟，须重新检测`]
      }
      const age = minutesBetween(last.sampleTime, now)
      // A short interruption keeps the test it had; otherwise the age limit before work applies.
      if ((!resumed || interrupted) && now - last.sampleTime > policy.gasPreMin * minute) {
        return [
          `${where} 检测已 ${age} 分钟，超过 ${policy.gasPreMin} 分钟（${dateTimeText(last.sampleTime)}）`,
        ]
      }
      return []
    })
    // Bad air is bad wherever it was found, planned or not.
    wrong.push(...failing.map((spot) => `${spot} 不合格`).filter((text) => !wrong.includes(text)))
    return findings(wrong, '气体检测合格且在有效时间内', (list) => `${refusalText('LO-4208')}：${list}`, [
      '由检测人补做气体检测',
    ])
  },
})

/** Why somebody is no guardian any more at `now` (epoch ms), or null: whoever may not be there watches nobody (G15). */
const guardianGap = (person: PersonFact, now: number): string | null =>
  removalGap(person) === null ? presenceGap({ ...person, isKnown: true }, now) : toAcknowledge

/** How many guardians the policy asks for, and who of the ticket is at his post and at no other at `now` (epoch ms; G15). */
export function guardiansAt({ persons, policy, now }: Pick<TicketFacts, 'persons' | 'policy' | 'now'>): {
  required: number
  all: PersonFact[]
  busy: PersonFact[]
  there: PersonFact[]
} {
  const all = persons.filter((person) => person.roleTags.includes('GUARD'))
  const busy = all.filter((person) => (person.liveCounts.GUARD ?? 0) > 0)
  const there = all.filter(
    (person) => person.checkedIn && !busy.includes(person) && guardianGap(person, now) === null,
  )
  return { required: policy.guardRequired, all, busy, there }
}

/** G15: guardians at their post, and on no other live ticket. */
export const guardianPresent = guard({
  id: 'G15',
  code: 'LO-4209',
  reads: ['persons', 'policy', 'now'],
  check({ persons, policy, now }) {
    if (policy.guardRequired === 0) return ok('本票不要求监护人')
    const { all: guardians, busy, there } = guardiansAt({ persons, policy, now })
    if (there.length >= policy.guardRequired)
      return ok(`监护人 ${there.map((each) => each.name).join('、')} 已到位`)
    const why = [
      ...guardians.filter((person) => !person.checkedIn).map((person) => `${person.name} 未签到`),
      ...busy.map((person) => `${person.name} 正在监护其他作业`),
      ...guardians.flatMap((person) => {
        const gap = guardianGap(person, now)
        return gap === null ? [] : [`${person.name} ${gap}`]
      }),
    ]
    return no(
      why.length === 0 ? refusalText('LO-4209') : `${refusalText('LO-4209')}：${why.join('、')}`,
      { required: policy.guardRequired, present: there.length },
      ['监护人到现场签到'],
    )
  },
})

/**
 * G17: nobody on site. When a group is given back (T38) work goes on behind the others: whoever is inside behind his own
 * lock relies on what that lock rests on (G18); whoever has none, as where the policy asks none, or one that is lost,
 * broken or on a drain (G13), relies on every point.
 */
export const siteEmpty = guard({
  id: 'G17',
  code: 'LO-4210',
  reads: ['persons', 'holds', 'points'],
  check({ persons, holds, points }, ticket, event) {
    const all = persons.filter((person) => person.onSite)
    const locked = event.type === 'groupRelease' ? personalHolds(holds, ticket.id) : []
    // His locks on the points that go are off (G18); those on all that stay are what he works behind.
    const given =
      event.type === 'groupRelease'
        ? points.filter(({ releaseGroup }) => releaseGroup === event.group).map(({ pointCode }) => pointCode)
        : []
    const protectedElsewhere = all.filter(
      (person) => isBehind(person, given) && locked.some((hold) => hold.userId === person.userId),
    )
    const inside = all.filter((person) => !protectedElsewhere.includes(person)).map((person) => person.name)
    // The counter and the list must agree: a person the list does not know is still a person inside.
    const count = Math.max(inside.length, ticket.onSiteCount - protectedElsewhere.length)
    if (count === 0) return ok(protectedElsewhere.length === 0 ? '现场无人' : '现场人员均有个人锁保护')
    const names = inside.length > 0 ? `：${inside.join('、')}` : ''
    return no(`${refusalText('LO-4210', { n: count })}${names}`, { count, names: inside }, [
      '人员离场登记后再操作',
    ])
  },
})

/** Do his own locks protect him as soon as the points `given` back do not count any more? */
const isBehind = ({ personalLockOn, ownLockMissing: missing = [] }: PersonFact, given: readonly string[]) =>
  personalLockOn || (missing.length > 0 && missing.every((code) => given.includes(code)))

/** Personal locks of this ticket still on. */
export function personalHolds(holds: readonly HoldFact[], workId: string): HoldFact[] {
  return holds.filter((hold) => hold.workId === workId && isHoldIn('personal', hold))
}

/** G18: all personal locks taken off by their owners; at T35 those on the lifted set, at T38 and T43 those of the release group. */
export const personalLocksOff = guard({
  id: 'G18',
  code: 'LO-4211',
  reads: ['holds', 'points'],
  check({ holds, points }, ticket, event) {
    const group =
      event.type === 'pointRestore'
        ? points.find((point) => point.pointId === event.pointId)?.releaseGroup
        : event.type === 'groupRelease'
          ? event.group
          : undefined
    const lifting = event.type === 'testBegin' ? event.pointIds : null
    const left = personalHolds(holds, ticket.id)
      // A lock on the box protects its owner against every point behind the box, whatever the group.
      .filter(
        (hold) =>
          hold.holdType === holdType.personalOnBox ||
          (lifting === null
            ? group === undefined || hold.releaseGroup === group
            : lifting.includes(hold.pointId)),
      )
      .map((hold) => `${hold.lockCode ?? '个人锁'}（${hold.userName}）`)
    return findings(left, '个人锁已全部由本人摘除', (list) => refusalText('LO-4211', { list }), [
      '由锁主本人摘除个人锁',
    ])
  },
})

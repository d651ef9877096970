import { lockStatus, stepStatus, workStatus } from '../dictionaries/index.ts'
import { restingHolds } from '../isolation/index.ts'
import { quorumReached } from '../work-ticket/index.ts'
import {
  openingAlarms,
  type Breach,
  type ReleaseFact,
  type SafetySnapshot,
  type SafetyTicket,
} from './snapshot.ts'

/** I3: a person's hold is taken away by him, by an emergency removal, or by a transfer its new holder accepted. */
export function holdsReleasedByOwner({ releases }: SafetySnapshot): Breach[] {
  return releases
    .filter((release) => release.personal && !isRightful(release))
    .map(({ workId, ownerId, removedBy }) => ({
      id: 'I3',
      workId,
      pointId: null,
      text: `${ownerId} 的个人锁占用被 ${removedBy} 解除，既非本人、也非应急拆锁或交接`,
    }))
}

function isRightful({ ownerId, removedBy, mode, acceptedBy }: ReleaseFact): boolean {
  if (mode === 1) return removedBy === ownerId
  return mode === 2 ? removedBy !== ownerId : acceptedBy !== null
}

/** I4: work runs only on a ticket whose reviews and approvals are complete and signed the same content. */
export function approvalsComplete({ tickets }: SafetySnapshot): Breach[] {
  return tickets
    .filter(({ ticket }) => ticket.status === workStatus.executing)
    .flatMap((each) =>
      approvalGaps(each).map((text) => ({ id: 'I4', workId: each.ticket.id, pointId: null, text })),
    )
}

function approvalGaps({ ticket, picture, signatures, sealedHashes }: SafetyTicket): string[] {
  const stale = sealedHashes.at(-1) !== ticket.contentHash
  const other = stale ? [`工作票 ${ticket.workNo} 的内容摘要不是审批时封存的内容`] : []
  // The duty manager on site decides instead of all steps, and the review follows (T50).
  if (picture.emergency !== null && ticket.approveStatus === stepStatus.passed) return other
  const rows = picture.steps.filter((row) => row.round === ticket.round)
  const stages = [1, 2] as const
  const asked = [...picture.flow, ...rows]
  const incomplete = stages.flatMap((stage) => {
    const name = stage === 1 ? '审核' : '审批'
    const numbers = [...new Set(asked.filter((each) => each.stage === stage).map((each) => each.stepNo))]
    if (numbers.length === 0) return [`工作票 ${ticket.workNo} 执行中，但没有${name}记录`]
    return numbers
      .filter((stepNo) => !quorumReached(rows.filter((row) => row.stage === stage && row.stepNo === stepNo)))
      .map((stepNo) => `工作票 ${ticket.workNo} 执行中，但第 ${stepNo} 步${name}未完成`)
  })
  const passed = rows.filter((row) => row.status === stepStatus.passed)
  const foreign = passed.filter((row) => {
    const signed = signatures.find((signature) => signature.rowId === row.id)?.contentHash
    return signed === undefined || !sealedHashes.includes(signed)
  })
  return [
    ...incomplete,
    ...foreign.map((row) => `${row.userName} 所签内容与工作票 ${ticket.workNo} 的内容摘要不一致`),
    ...other,
  ]
}

/** I5: a finished ticket leaves nothing behind: no session, no hold, every lock of it closed or returned. */
export function nothingLeftBehind({ tickets }: SafetySnapshot): Breach[] {
  return tickets
    .filter(({ ticket }) => ticket.status === workStatus.finished)
    .flatMap(({ ticket, picture }) => {
      const held = restingHolds(picture.holds).filter((hold) => hold.workId === ticket.id)
      const loose = picture.locks.filter((lock) => !lock.returned && lock.lockStatus !== lockStatus.closed)
      return [
        ...held.map((hold) => `仍占用 ${hold.lockCode ?? hold.pointId}`),
        ...picture.sessions.map((session) => `锁具 ${session.lockCode} 仍有未闭合的开锁记录`),
        ...loose.map((lock) => `锁具 ${lock.lockCode} 既未关闭也未归还`),
      ].map((text) => ({
        id: 'I5' as const,
        workId: ticket.id,
        pointId: null,
        text: `工作票 ${ticket.workNo} 已完成，但${text}`,
      }))
    })
}

/** I6: every successful opening has an allow decision, or an alarm A01/A02 that says it had none. */
export function openingsDecided({ openings }: SafetySnapshot): Breach[] {
  return openings
    .filter(({ decided, alarmTypes }) => !decided && !alarmTypes.some((type) => openingAlarms.includes(type)))
    .map(({ lockCode }) => ({
      id: 'I6',
      workId: null,
      pointId: null,
      text: `锁具 ${lockCode} 被打开，既没有允许的判定，也没有 A01/A02 报警`,
    }))
}

/** I7: the chains of tickets and locks verify. */
export function chainsIntact({ chains }: SafetySnapshot): Breach[] {
  return chains
    .filter((chain) => !chain.ok)
    .map(({ kind, subject, firstBreak }) => ({
      id: 'I7',
      workId: kind === 'work' ? subject : null,
      pointId: null,
      text: `${kind === 'work' ? '工作票' : '锁具'} ${subject} 的链自第 ${(firstBreak ?? 0) + 1} 行起不能核验`,
    }))
}

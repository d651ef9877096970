import {
  emergencyEndpoints as emergencies,
  examineStepEndpoints,
  recallEndpoints,
  reviewStepEndpoints,
  workExamineEndpoints,
  workExecutionEndpoints as execution,
  workReviewEndpoints,
  workTicketEndpoints as tickets,
  type Endpoint,
} from '@suoan/contract'
import type { TicketEvent } from '@suoan/domain/work-ticket'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { renewedEnd, type AskedOn } from '@suoan/model/lockstep'
import { lockBox, personalLockOf, userOf } from './people.ts'
import type { PlantPoint } from './plant.ts'

/** What the server's rows are called that the model names in its own way. */
export interface RowIds {
  readonly workId: string
  readonly points: readonly PlantPoint[]
  readonly now: number
  /** The line of a user on the ticket. */
  person(userId: string): Promise<string>
  /** The row of a step: `1.2.1.rev2`, by the model's name. */
  step(name: string): Promise<{ id: string; contentHash: string }>
  /** A picture that the person has just uploaded; '' for no name. */
  photo(who: string, name: string): Promise<string>
  /** The open handover, request to remove a lock or request for a later end that the event speaks of. */
  request(kind: 'handover' | 'removal' | 'extension' | 'cause', name: string): Promise<string>
}

/** A call of the server; `input` goes with the id of the ticket. */
export interface ServerCall {
  readonly who: string
  readonly endpoint: Endpoint
  readonly input: object
}

const yes = { people: true, tools: true, guards: true }
/** The site check with a photo that the person has just taken. */
const siteOf = async (rows: RowIds, who: string) => ({
  siteChecks: yes,
  photo: await rows.photo(who, 'p.png'),
  notified: true,
})
const reason = '对照试验'
const ownLock = (user: string): string => (user === 'w2' ? personalLockOf.w2 : personalLockOf.w1)

/** The call by which a person asks for the event of the model; null where nobody calls for it. */
export async function callFor({ asked }: AskedOn, rows: RowIds): Promise<ServerCall | null> {
  const { event, actor } = asked
  if (actor === 'system') return null
  const who = userOf[actor]
  const { workId } = rows
  const call = (endpoint: Endpoint, input: object = {}): ServerCall => ({
    who,
    endpoint,
    input: { workId, ...input },
  })
  const point = 'pointId' in event ? rows.points.find((each) => each.pointId === event.pointId) : undefined
  switch (event.type) {
    case 'submit':
      return call(tickets.submit)
    case 'withdraw':
      return call(tickets.withdraw)
    case 'deleteDraft':
      return call(tickets.remove)
    case 'void':
      return call(tickets.void, { reason })
    case 'recall':
      return call(recallEndpoints.recall, { reason })
    case 'reopen':
      return call(emergencies.reopen)
    case 'reviewPass':
    case 'reviewReject':
    case 'approve':
    case 'approveReject':
    case 'returnReview':
    case 'delegate':
    case 'addSigner':
      return decisionOf(event, who, await rows.step(event.rowId))
    case 'isolateStart':
      return call(tickets.isolateStart)
    case 'isolateCancel':
      return call(tickets.isolateCancel, { notified: true })
    case 'pointOperate': {
      const { pointId, residualDone = false } = event
      return call(tickets.pointOperate, {
        pointId,
        proof: { qr: point?.qr },
        ...(residualDone ? { residualDone: 1 } : {}),
      })
    }
    case 'pointLock':
      return call(tickets.pointLock, { pointId: event.pointId, lockId: event.lockId })
    case 'pointTag':
      return call(tickets.pointTag, { pointId: event.pointId })
    case 'pointVerify':
      return call(tickets.pointVerify, { pointId: event.pointId, verifyResult: 1, ...point?.proof })
    case 'pointFail':
      return call(tickets.pointFail, { pointId: event.pointId, reason })
    case 'pointRestore':
      return call(tickets.pointRestore, { pointId: event.pointId, notified: true })
    case 'personalLockOn':
      return call(tickets.personalLockOn, { lockId: ownLock(event.userId), boxId: lockBox })
    case 'personalLockOff':
      return call(tickets.personalLockOff, { lockId: ownLock(event.holdId.slice('own-'.length)) })
    case 'start':
      return call(tickets.start)
    case 'resume':
      return call(tickets.resume)
    case 'suspend':
      return call(tickets.suspend, { reason, cause: event.cause })
    case 'causeClose':
      return call(tickets.causeClose, {
        causeId: await rows.request('cause', event.causeId),
        evidence: event.evidence,
        ...(event.hasFile === true ? { photo: await rows.photo(who, 'p.png') } : {}),
      })
    case 'personIn':
    case 'personOut': {
      const personId = await rows.person(userOf[event.userId as 'w1'])
      // Nobody speaks of somebody who has no line on the ticket.
      if (personId === 'none') return null
      return call(event.type === 'personIn' ? tickets.personIn : tickets.personOut, { personId })
    }
    case 'gasRepeat':
      return call(tickets.gasAdd, {
        pointDesc: '泵坑',
        gasCode: 'O2',
        value: event.pass ? 20.9 : 15,
        unit: '%vol',
        sampleTime: shanghaiTime(rows.now),
        deviceSn: 'GAS1',
      })
    case 'crewChange':
      return event.replaces === undefined || event.replaces === null
        ? null
        : call(execution.crewReplace, {
            personId: await rows.person(userOf[event.replaces as 'w1']),
            userId: userOf[event.userId as 'w1'],
          })
    case 'releaseBegin':
      return call(tickets.releaseBegin, await siteOf(rows, who))
    case 'finish':
      return call(actor === 'apr1' ? tickets.accept : tickets.finish, { notified: true })
    case 'closeExpired':
      return call(actor === 'apr1' ? tickets.accept : tickets.closeExpired, await siteOf(rows, who))
    case 'testBegin':
      return call(execution.testBegin, {
        pointIds: event.pointIds,
        userIds: event.userIds.map((user) => userOf[user as 'iso']),
        minutes: event.minutes,
        toolsCleared: event.toolsCleared,
        notified: true,
      })
    case 'testEnd':
      return call(execution.testEnd, { deEnergised: event.deEnergised })
    case 'relocked':
      return call(execution.relocked)
    case 'groupRelease':
      return call(execution.groupRelease, { group: event.group, notified: true })
    case 'extendAsk':
      return call(execution.extendAsk, { newEnd: shanghaiTime(event.newEnd), reason })
    case 'extendApprove':
    case 'extendReject':
      return call(execution.extendDecide, {
        extendId: await rows.request('extension', event.extendId),
        agree: event.type === 'extendApprove',
        opinion: reason,
      })
    case 'closeDeadlineMove':
      return call(execution.closeDeadlineMove, { deadline: shanghaiTime(event.deadline), reason })
    case 'pointAdd':
      return call(execution.pointAdd, { pointId: 'demo-pt1' })
    case 'handoverAsk': {
      const [, roleTag, , to] = event.handoverId.split(':')
      return call(execution.handoverAsk, { roleTag, toUserId: userOf[to as 'lead2'] })
    }
    case 'handoverAccept':
      return call(execution.handoverAccept, { handoverId: await rows.request('handover', event.handoverId) })
    case 'handoverDone':
      return call(execution.handoverDone, {
        handoverId: await rows.request('handover', event.handoverId),
        checks: event.checks,
      })
    case 'handoverCancel':
      return call(execution.handoverCancel, { handoverId: await rows.request('handover', event.handoverId) })
    case 'renew':
      return call(emergencies.renew, {
        planStart: shanghaiTime(rows.now + 1000),
        planEnd: shanghaiTime(renewedEnd),
      })
    case 'removalAsk':
      return call(emergencies.ask, {
        lockId: ownLock(event.holdId.slice('own-'.length)),
        reason,
        ownerAbsent: event.ownerAbsent,
        contacts: [1, 2].map((nth) => ({
          time: shanghaiTime(rows.now - nth * 60_000),
          channel: '电话',
          outcome: '无人接听',
        })),
        areaChecked: event.areaChecked,
        areaPhoto: await rows.photo(who, event.areaPhoto),
      })
    case 'removalApprove':
      return call(emergencies.decide, {
        id: await rows.request('removal', event.removalId),
        agree: true,
        removerId: userOf[event.removerId as 'saf'],
        witnessId: userOf[event.witnessId as 'grd'],
      })
    case 'removalReject':
      return call(emergencies.decide, {
        id: await rows.request('removal', event.removalId),
        agree: false,
        opinion: reason,
      })
    case 'removalDo':
      return call(emergencies.done, {
        id: await rows.request('removal', event.removalId),
        means: event.means,
        photo: await rows.photo(who, event.photo),
      })
    case 'removalAck':
      return call(emergencies.ack, {
        id: await rows.request('removal', event.removalId),
        channel: event.channel,
      })
    default:
      return null
  }
}

type Decision = Extract<
  TicketEvent,
  {
    type:
      | 'reviewPass'
      | 'reviewReject'
      | 'approve'
      | 'approveReject'
      | 'returnReview'
      | 'delegate'
      | 'addSigner'
  }
>

function decisionOf(
  event: Decision,
  who: string,
  { id, contentHash }: { id: string; contentHash: string },
): ServerCall {
  const isReview = event.rowId.startsWith('1.')
  const signed = { id, contentHash, opinion: reason }
  const no = { ...signed, reasonCode: '01' }
  switch (event.type) {
    case 'reviewPass':
      return { who, endpoint: workReviewEndpoints.decide, input: { ...signed, reviewStatus: 8 } }
    case 'reviewReject':
      return { who, endpoint: workReviewEndpoints.decide, input: { ...no, reviewStatus: 9 } }
    case 'approve': {
      const { workLevel, planEnd } = event.edit ?? {}
      const edit = {
        ...(workLevel === undefined ? {} : { workLevel }),
        ...(planEnd === undefined ? {} : { planEnd: shanghaiTime(planEnd) }),
      }
      const input = { ...signed, approveStatus: 8, ...(event.edit === undefined ? {} : { edit }) }
      return { who, endpoint: workExamineEndpoints.decide, input }
    }
    case 'approveReject':
      return { who, endpoint: workExamineEndpoints.decide, input: { ...no, approveStatus: 9 } }
    case 'returnReview':
      return { who, endpoint: examineStepEndpoints.returnReview, input: { ...signed, stepNo: event.stepNo } }
    case 'delegate':
    case 'addSigner': {
      const endpoints = isReview ? reviewStepEndpoints : examineStepEndpoints
      return { who, endpoint: endpoints[event.type], input: { id, toUserId: userOf.sub, reason } }
    }
  }
}

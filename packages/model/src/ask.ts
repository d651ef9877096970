import { stopCause } from '@suoan/domain/dictionaries'
import type { TicketEvent } from '@suoan/domain/work-ticket'
import { askedOfRunning } from './ask-running.ts'
import { assignees, colleague } from './flow.ts'
import { proofAt } from './facts.ts'
import { workers, type PersonId } from './people.ts'
import { causeIdOf } from './running-facts.ts'
import type { Scene } from './scenes.ts'
import {
  gasPlaces,
  hashOf,
  laterEnd,
  momentOf,
  planEnd,
  type Item,
  type TicketWorld,
  type World,
} from './world.ts'
import type { Asked } from './asked.ts'

const by = (actor: PersonId, ...events: TicketEvent[]): Asked[] => events.map((event) => ({ event, actor }))

/** Everything the right people may ask for on a ticket; whether it is accepted is the table's business. */
export function askedOf(world: World, index: number, scene: Scene): Asked[] {
  const each = world.tickets[index]
  if (each === undefined) return []
  const all = [
    ...written(each, scene),
    ...decisions(each, scene),
    ...onSite(each, momentOf[world.clock]),
    ...people(world, each, scene),
    ...together,
    ...askedOfRunning(each, world, scene.runs),
  ]
  return all.filter(({ event }) => !scene.without.includes(event.type))
}

function written({ ticket }: TicketWorld, { edits }: Scene): Asked[] {
  const content = ticket.content === '甲' ? '乙' : '甲'
  return [
    ...(edits ? by('app', { type: 'edit', edit: { content } }) : []),
    ...by(
      'app',
      { type: 'deleteDraft' },
      { type: 'submit', assignees: [...assignees(1), ...assignees(2)] },
      { type: 'withdraw' },
      { type: 'void', reason: '取消' },
    ),
    ...by('per', { type: 'void', reason: '取消' }),
    ...by('saf', { type: 'recall', reason: '条件变化' }),
    ...by('system', { type: 'expire' }),
    ...by('app', { type: 'reopen' }),
  ]
}

function decisions(each: TicketWorld, { edits, handsOn }: Scene): Asked[] {
  const { ticket } = each
  const contentHash = ticket.contentHash ?? ''
  return each.steps
    .filter((row) => row.status === 1)
    .flatMap((row): Asked[] => {
      const actor = row.userId as PersonId // every decider of the flow is one of the world's people
      const signed = { rowId: row.id, contentHash, opinion: '同意' }
      const no = { ...signed, opinion: '不同意', reasonCode: '01' }
      const more = [
        // One step each is enough: the rows are alike.
        ...(handsOn && row.stepNo === 2 && row.userId !== colleague.userId
          ? by(actor, { type: row.stage === 1 ? 'delegate' : 'addSigner', rowId: row.id, to: colleague })
          : []),
        ...by('app', { type: 'urge', rowId: row.id }),
      ]
      if (row.stage === 1) {
        const pass = { type: 'reviewPass' as const, ...signed, examiners: assignees(2) }
        return [...more, ...by(actor, pass, { type: 'reviewReject', ...no })]
      }
      const raise = { ...signed, edit: { workLevel: '1' }, editedHash: hashOf({ ...ticket, workLevel: '1' }) }
      const longer = {
        ...signed,
        edit: { planEnd: laterEnd },
        editedHash: hashOf({ ...ticket, planEnd: laterEnd }),
      }
      const own = by(
        actor,
        { type: 'approve', ...signed },
        { type: 'returnReview', rowId: row.id, contentHash, opinion: '再审', stepNo: 1 },
        { type: 'approveReject', ...no },
        ...(edits && ticket.workLevel === '2' ? [{ type: 'approve' as const, ...raise }] : []),
        ...(edits && ticket.planEnd === planEnd
          ? [{ type: 'approve' as const, ...longer, assignees: assignees(1) }]
          : []),
      )
      return [...more, ...own]
    })
}

function onSite(each: TicketWorld, now: number): Asked[] {
  return [
    ...by('per', { type: 'isolateStart' }, { type: 'isolateCancel' }),
    ...by('system', { type: 'isolationRestored' }, { type: 'isolationRecheck' }),
    ...each.items.flatMap((item) => atPoint(item, now)),
  ]
}

function atPoint({ pointId, kind, plannedLockId }: Item, now: number): Asked[] {
  const operate: TicketEvent = {
    type: 'pointOperate',
    pointId,
    presenceProof: true,
    ...(kind === 'residual' ? { residualDone: true } : {}),
  }
  const tag: TicketEvent = { type: 'pointTag', pointId }
  return [
    ...by('iso', operate, tag, { type: 'pointRestore', pointId }),
    ...(plannedLockId === null
      ? []
      : by('iso', { type: 'pointLock', pointId, lockId: plannedLockId, substituteReason: '' })),
    // The last tag may hang while a closure is no longer fresh: then phase 10 waits for a report.
    { event: tag, actor: 'iso', environmentFault: 'stale' },
    ...by(
      'ver',
      { type: 'pointVerify', pointId, proof: proofAt(now, false) },
      { type: 'pointFail', pointId, reason: '位置不符' },
    ),
  ]
}

function people(world: World, { ticket, running }: TicketWorld, scene: Scene): Asked[] {
  const crew = workers.slice(0, scene.workers)
  const gas = (pass: boolean, position: string = gasPlaces[0]): TicketEvent => ({
    type: 'gasRepeat',
    pass,
    sampleTime: momentOf[1],
    gasCode: 'O2',
    position,
  })
  const elsewhere = scene.gas === 'everywhere' ? gasPlaces.slice(1) : []
  return [
    ...crew.flatMap((userId): Asked[] => [
      ...(world.traits[userId].external
        ? attended(world, userId, ticket.id)
        : by(userId, { type: 'personIn', userId }, ...ownLock(world, userId, ticket.id))),
      ...by('grd', { type: 'personOut', userId }),
    ]),
    ...by('grd', { type: 'suspend', reason: '有人受伤', cause: stopCause.injury }),
    ...running.stops.flatMap((kind): Asked[] => {
      const close: TicketEvent = {
        type: 'causeClose',
        causeId: causeIdOf(kind),
        evidence: '已处理，现场确认',
        ...(kind === stopCause.injury ? { hasFile: true } : {}),
      }
      return [...by('lead', close), ...by('saf', close)]
    }),
    ...by(
      'lead',
      { type: 'crewChange', userId: 'w9', roleTag: 'WORK', changesScope: false },
      { type: 'releaseBegin' },
    ),
    ...(scene.gas ? [...by('gas', gas(true), gas(false)), ...by('w1', gas(false))] : []),
    ...elsewhere.flatMap((place) => by('gas', gas(true, place), gas(false, place))),
  ]
}

function ownLock(world: World, userId: 'w1' | 'w2', workId: string): TicketEvent[] {
  const { lockOn } = world.workers[userId]
  if (lockOn === workId) return [{ type: 'personalLockOff', holdId: `own-${userId}` }]
  const on = { lockId: `PL-${userId}`, ownerId: userId, pointId: null, boxId: 'BOX' }
  return lockOn === null ? [{ type: 'personalLockOn', userId, ...on }] : []
}

/** Somebody without an account goes in and hangs and takes his lock at the screen of others; with a badge and without. */
function attended(world: World, userId: 'w1' | 'w2', workId: string): Asked[] {
  const beside = ownLock(world, userId, workId).map((event) =>
    event.type === 'personalLockOn' || event.type === 'personalLockOff'
      ? { ...event, confirmed: true as const }
      : event,
  )
  return [
    ...by('grd', { type: 'personIn', userId }, { type: 'personIn', userId, badgeShown: true }),
    ...by('lead', ...beside),
    // Nobody stands in for him without his badge and his hand.
    ...by('lead', ...ownLock(world, userId, workId)),
  ]
}

/** What several must sign, by each who may have to. */
const together: readonly Asked[] = (() => {
  const close: TicketEvent[] = [{ type: 'finish', closeResult: '1' }, { type: 'closeExpired' }]
  const go: TicketEvent[] = [{ type: 'start' }, { type: 'resume' }]
  return [...by('lead', ...go, ...close), ...by('apr1', ...close), ...by('per', ...go, ...close)]
})()

import {
  custody,
  execPhase,
  grantStatus,
  holdState,
  stepStatus,
  workStatus,
  type GrantStatus,
  type RoleTag,
} from '@suoan/domain/dictionaries'
import type { Advanced, Effect, StepRow, TicketEvent } from '@suoan/domain/work-ticket'
import { onItem, onLock, onTicket, type Perform, type Scene } from './change-world.ts'
import { rowId, untouched } from './flow.ts'
import { dealOf } from './running-facts.ts'
import { renewal } from './tickets.ts'
import { nameOf, workers } from './people.ts'
import { onRunning, onTags, performRunning } from './perform-running.ts'
import { gasPlaces, momentOf, settled, type Item, type World } from './world.ts'

const same = (world: World): World => world

const idOf = (world: World, index: number): string => world.tickets[index]?.ticket.id ?? ''

/** Grants by the two kinds the server makes: isolators and verifiers, and the crew. */
function setGrants(
  world: World,
  index: number,
  roles: readonly RoleTag[],
  from: readonly GrantStatus[],
  to: GrantStatus,
) {
  return onTicket(world, index, ({ grants }) => {
    const move = (now: GrantStatus | null, tag: RoleTag) =>
      now !== null && roles.includes(tag) && from.includes(now) ? to : now
    return { grants: { isolators: move(grants.isolators, 'ISO'), crew: move(grants.crew, 'WORK') } }
  })
}

/** Every effect of the table, on the small world, as `server/features/work-tickets/effects` does it on rows. */
const perform: Perform = {
  'number.reserve': same,
  ...performRunning,
  'person.mustAck': (world, _scene, { userId, mustAck }) => onWorker(world, userId, { mustAck }),
  'holds.transfer': (world, scene, { fromWorkId, holds }) => {
    const to = idOf(world, scene.index)
    const moved = world.holds.filter((hold) => holds.some((each) => each.holdId === hold.holdId))
    const owners = workers.filter((id) => holds.some((each) => each.holdId === `own-${id}`))
    for (const ownerId of owners)
      scene.trail.releases.push({
        holdId: `own-${ownerId}`,
        workId: fromWorkId,
        ownerId,
        personal: true,
        removedBy: scene.actor,
        mode: 3,
        acceptedBy: holds.find((each) => each.holdId === `own-${ownerId}`)?.userId ?? null,
      })
    const now = world.holds.map((hold) => {
      const taken = moved.includes(hold) ? holds.find((each) => each.holdId === hold.holdId) : undefined
      return taken === undefined
        ? hold
        : { ...hold, holdId: `${to}-${hold.pointId}`, workId: to, userId: taken.userId }
    })
    const from = world.tickets.findIndex(({ ticket }) => ticket.id === fromWorkId)
    const off = onTicket({ ...world, holds: now }, from, ({ items }) => ({
      items: items.map((item) => ({ ...item, tagHung: false })),
    }))
    const bound = moved.reduce((each, { lockId }) => onLock(each, lockId, { boundTo: to }), off)
    return owners.reduce<World>((each, id) => onWorker(each, id, { lockOn: to }), bound)
  },
  'diff.record': same,
  'round.open': same,
  'draft.delete': (world, { index }) =>
    onTicket(world, index, ({ ticket }) => ({ ticket: { ...ticket, voidFlag: true } })),
  'content.seal': (world, { index, event }, { contentHash }) =>
    onTicket(world, index, ({ sealedHashes }) => ({
      sealedHashes:
        event.type === 'submit' || event.type === 'emergencySubmit'
          ? [contentHash]
          : [...sealedHashes, contentHash],
    })),
  'steps.create': (world, { index }, { rows }) =>
    onTicket(world, index, ({ steps }) => ({
      steps: [...steps, ...rows.map((row) => ({ ...row, ...untouched, id: rowId(row) }))],
    })),
  'steps.set': (world, { index, event }, { changes }) =>
    onTicket(world, index, ({ steps, signatures }) => {
      const now = steps.map((row) => ({
        ...row,
        status: changes.find((change) => change.rowId === row.id)?.status ?? row.status,
      }))
      const given =
        'contentHash' in event && 'rowId' in event
          ? [{ rowId: event.rowId, contentHash: event.contentHash }]
          : []
      const known = signatures.filter((each) => !given.some((other) => other.rowId === each.rowId))
      // A signature stands as long as its row is passed: a return to review (T14) asks for it anew.
      const passed = now.filter((row) => row.status === stepStatus.passed).map((row) => row.id)
      const standing = [...known, ...given].filter((each) => passed.includes(each.rowId))
      return { steps: now, signatures: standing.toSorted((a, b) => (a.rowId < b.rowId ? -1 : 1)) }
    }),
  'step.delegate': (world, { index }, { rowId: id, from, to }) =>
    onTicket(world, index, ({ steps }) => ({
      steps: steps.map((row) =>
        row.id === id
          ? { ...row, ...to, delegateFor: from.userId, delegatePath: [...row.delegatePath, from] }
          : row,
      ),
    })),
  // When a step was urged, and how often it was late, matters only where lateness is looked at.
  'step.urge': (world, { index }, { rowId: id }) => onLateRow(world, index, id, { urgedAt: momentOf[3] }),
  'step.escalate': (world, { index }, { rowId: id, level }) =>
    onLateRow(world, index, id, { escLevel: level }),
  'step.flag': (world, { index }, { rowId: id }) => onLateRow(world, index, id, { flaggedAt: momentOf[3] }),
  'notice.notify': same,
  'reservations.make': (world, { index }) => {
    const each = world.tickets[index]
    const planned = each?.items.map((item) => item.plannedLockId) ?? []
    return planned.reduce(
      (now, lockId) => (lockId === null ? now : onLock(now, lockId, { boundTo: idOf(now, index) })),
      world,
    )
  },
  'reservations.free': (world, { index }) =>
    Object.values(world.locks)
      .filter((lock) => lock.boundTo === idOf(world, index))
      .reduce((now, lock) => onLock(now, lock.lockId, { boundTo: null }), world),
  'grants.create': (world, { index }) =>
    onTicket(world, index, () => ({ grants: { isolators: grantStatus.pending, crew: grantStatus.pending } })),
  'grants.activate': (world, { index }, { roles }) =>
    setGrants(world, index, roles, [grantStatus.pending, grantStatus.frozen], grantStatus.active),
  'grants.suspend': (world, { index }, { roles }) =>
    setGrants(world, index, roles, [grantStatus.pending, grantStatus.active], grantStatus.frozen),
  'grants.revoke': (world, { index }) =>
    setGrants(
      world,
      index,
      ['ISO', 'WORK'],
      [grantStatus.pending, grantStatus.active, grantStatus.frozen],
      grantStatus.revoked,
    ),
  'point.set': (world, { index, actor }, { pointId, state, residualDone, proof }) =>
    onItem(world, index, pointId, (item) => ({
      // The table's numbers are codes of `lo_point_item_state`.
      state: state as Item['state'],
      ...(residualDone ? { residualDone: 1 as const } : {}),
      ...(proof ? { proof: 'valid' as const } : {}),
      isolatorId: state === 1 || state === 4 ? actor : item.isolatorId,
    })),
  'hold.place': (world, { index, actor }, { pointId, lockId }) => {
    const workId = idOf(world, index)
    const rest = world.holds.filter((hold) => hold.workId !== workId || hold.pointId !== pointId)
    const hold = {
      holdId: `${workId}-${pointId}`,
      pointId,
      workId,
      userId: actor,
      lockId,
      state: holdState.active,
    }
    return { ...world, holds: [...rest, hold].toSorted((a, b) => (a.holdId < b.holdId ? -1 : 1)) }
  },
  'personalHold.place': (world, { index }, { userId }) =>
    onWorker(world, userId, { lockOn: idOf(world, index) }),
  'hold.release': (world, { index, actor, trail }, { holdIds, mode, by }) => {
    const gone = world.holds.filter((hold) => holdIds.includes(hold.holdId))
    const workId = idOf(world, index)
    for (const hold of gone)
      trail.releases.push({
        holdId: hold.holdId,
        workId,
        ownerId: hold.userId,
        personal: false,
        removedBy: actor,
        mode,
        acceptedBy: null,
      })
    const owners = workers.filter((id) => holdIds.includes(`own-${id}`) && world.workers[id].lockOn !== null)
    for (const ownerId of owners)
      trail.releases.push({
        holdId: `own-${ownerId}`,
        workId,
        ownerId,
        personal: true,
        removedBy: by ?? actor,
        mode,
        acceptedBy: null,
      })
    const kept = { ...world, holds: world.holds.filter((hold) => !holdIds.includes(hold.holdId)) }
    return owners.reduce<World>((now, id) => onWorker(now, id, { lockOn: null }), kept)
  },
  'lock.install': (world, { index }, { lockId, pointId }) =>
    onItem(
      onLock(world, lockId, { pointId, custody: custody.installed, boundTo: idOf(world, index) }),
      index,
      pointId,
      () => ({
        lockId,
      }),
    ),
  // The isolator opened it under leg L4; the server opens nothing by itself.
  'lock.open': same,
  'lock.return': (world, _scene, { lockId }) =>
    onLock(world, lockId, { pointId: null, custody: custody.inStore, boundTo: null }),
  'tag.hang': (world, { index }, { pointId }) => onItem(world, index, pointId, () => ({ tagHung: true })),
  'tag.remove': (world, { index }, { pointId }) => onItem(world, index, pointId, () => ({ tagHung: false })),
  'person.set': (world, { index }, { userId, onState }) =>
    onWorker(world, userId, { insideOf: onState === 1 ? idOf(world, index) : null }),
  'crew.set': (world, { index }, { userId, roleTag }) => onTags(world, index, userId, roleTag, true),
  'timers.start': same,
  'verifications.void': (world, { index }, { pointIds }) =>
    pointIds.reduce((now, pointId) => onItem(now, index, pointId, () => ({ proof: 'none' })), world),
  'alarm.raise': same,
  'notice.send': (world, { index, trail }, { evacuate }) => {
    trail.notices += 1
    return evacuate ? onTicket(world, index, () => ({ evacuation: true })) : world
  },
  'key.record': (world, { index, actor, event }, { index: place, args }) =>
    onTicket(world, index, ({ keys }) => ({
      keys: [
        ...keys,
        { event: event.type, index: place, userId: actor, userName: nameOf(actor), at: 0, args },
      ],
    })),
  'keys.clear': (world, { index }) => onTicket(world, index, () => ({ keys: [] })),
  'chain.seal': same,
  'notice.person': same,
  // Grants of this world end with the ticket's terms.
  'grants.extend': same,
  'timers.gas': same,
  'timers.proof': same,
  'timers.stop': same,
  'alarm.recover': same,
}

function onLateRow(world: World, index: number, id: string, change: Partial<StepRow>): World {
  return onTicket(world, index, ({ steps, running }) =>
    running.late ? { steps: steps.map((row) => (row.id === id ? { ...row, ...change } : row)) } : {},
  )
}

function onWorker(world: World, userId: string, change: Partial<World['workers']['w1']>): World {
  const id = workers.find((each) => each === userId)
  return id === undefined
    ? world
    : { ...world, workers: { ...world.workers, [id]: { ...world.workers[id], ...change } } }
}

const interruptible: readonly number[] = [execPhase.suspended, execPhase.testRun, execPhase.relocking]
const beforeStart: readonly number[] = [execPhase.isolating, execPhase.locked, execPhase.verified]

/** The world after an accepted event: ticket, effects, and what the server does of its own with them. */
export function performAll(world: World, answer: Advanced, scene: Scene): World {
  const { index, event } = scene
  const moved = onTicket(world, index, () => ({ ticket: settled(answer.ticket) }))
  const done = answer.effects.reduce((now, effect) => {
    // The table is keyed by the same `do` that discriminates the union.
    const act = perform[effect.do] as (world: World, scene: Scene, effect: Effect) => World
    return act(now, scene, effect)
  }, moved)
  const after = finish(done, answer, scene)
  const { status, phase } = answer.ticket
  const mayGoOn =
    (status === workStatus.executing && interruptible.includes(phase)) ||
    (status === workStatus.approved && beforeStart.includes(phase)) ||
    (status === workStatus.expired && phase === execPhase.heldExpired)
  const calm = answer.ticket.phase === execPhase.working || answer.ticket.onSiteCount === 0
  return onTicket(after, index, ({ evacuation, badGas, running }) => ({
    // What stopped work that never goes on is history.
    ...(mayGoOn || running.stops.length === 0 ? {} : { running: { ...running, stops: [] } }),
    evacuation: evacuation && !calm,
    badGas: event.type === 'gasRepeat' ? sampled(badGas, event) : badGas,
  }))
}

/** The places whose newest sample is bad, after one more sample. */
const sampled = (
  bad: readonly string[],
  { position = '', pass }: Extract<TicketEvent, { type: 'gasRepeat' }>,
): readonly string[] => gasPlaces.filter((place) => (place === position ? !pass : bad.includes(place)))

/** `reopen-isolation.ts`: after T53 the plan stands as approved. Rows of earlier rounds are history. */
function finish(world: World, answer: Advanced, { index, event }: Scene): World {
  const current = written(trimmed(world, index), index, event)
  if (event.type !== 'isolationRestored' || answer.waitingFor !== null) return current
  const items = current.tickets[index]?.items ?? []
  const reset = onTicket(current, index, () => ({
    items: items.map((item) => ({
      ...item,
      state: 0 as const,
      lockId: null,
      isolatorId: null,
      proof: 'none' as const,
      residualDone: item.kind === 'residual' ? (0 as const) : (9 as const),
    })),
  }))
  return items.reduce(
    (now, item) =>
      item.plannedLockId !== null && now.locks[item.plannedLockId]?.boundTo === null
        ? onLock(now, item.plannedLockId, { boundTo: idOf(now, index) })
        : now,
    reset,
  )
}

/** Rows the calls themselves write: a handover that is asked, a later end, a new ticket instead of a void one (T46). */
function written(world: World, index: number, event: TicketEvent): World {
  if (event.type === 'handoverAsk') {
    const deal = dealOf(event.handoverId)
    return onRunning(world, index, ({ handovers }) => ({ handovers: [...handovers, deal] }))
  }
  if (event.type === 'extendAsk') return onRunning(world, index, () => ({ extension: event.newEnd }))
  if (event.type !== 'renew') return world
  const parentId = idOf(world, index)
  const child = world.tickets.findIndex(({ ticket }) => ticket.parentWorkId === parentId)
  return onTicket(world, child, (each) => renewal(each, parentId))
}

/** Rounds are told apart as the first and a later one; decided rows of earlier rounds matter to nobody. */
function trimmed(world: World, index: number): World {
  return onTicket(world, index, ({ ticket, steps, signatures }) => {
    const shift = Math.max(0, ticket.round - 2)
    const isTrim = steps.every((row) => row.round === ticket.round || row.status === stepStatus.pending)
    if (shift === 0 && isTrim) return {}
    const kept = steps.filter((row) => row.round === ticket.round || row.status === stepStatus.pending)
    const renamed = kept.map((row) => {
      const round = row.round - shift
      return { ...row, round, id: rowId({ ...row, round }) }
    })
    const signed = kept.flatMap((row, place) => {
      const signature = signatures.findLast((each) => each.rowId === row.id)
      const to = renamed[place]?.id
      return signature && to && row.status === stepStatus.passed
        ? [{ rowId: to, contentHash: signature.contentHash }]
        : []
    })
    return { ticket: { ...ticket, round: ticket.round - shift }, steps: renamed, signatures: signed }
  })
}

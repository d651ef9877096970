import { pointActions, type PointActionKey, type PointColumns, type TicketPoint } from '@suoan/contract'
import { itemState, stateTrust, type ItemState, type RoleTag } from '@suoan/domain/dictionaries'
import { closureWords, reachOf } from '@suoan/domain/work-ticket'
import { holds, mayCall, type Viewer } from './viewer.ts'

interface Around {
  readonly viewer: Viewer
  /** Approved or executing: looking at a lock moves nothing, so no event stands for it. */
  readonly isLive: boolean
  readonly isReleasing: boolean
}

const {
  waiting,
  operated,
  locked,
  tagged,
  residualReleased,
  verified,
  lifted,
  awaitingRelock,
  restored,
  abnormal,
} = itemState
const isOneOf = (state: ItemState, ...states: readonly ItemState[]): boolean => states.includes(state)
/** Steps that are notes and not moves, and who may take them (G11). */
const noteRoles: Readonly<Partial<Record<PointActionKey, readonly RoleTag[]>>> = {
  look: closureWords.look,
  witness: closureWords.witness,
}

/**
 * The points of a ticket in order, each with what its state means and the steps open to the viewer: operate → lock → tag →
 * verify, and back (T21–T25, T43). The calls judge order and proof again.
 */
export function presentPoints(points: readonly PointColumns[], around: Around): TicketPoint[] {
  const shown = points.map((point) => ({ ...point, ...factsOf(point) }))
  const withActions = shown.map((point) => ({ ...point, actions: actionsOf(point, around) }))
  const next = around.isReleasing
    ? nextToRestore(withActions)
    : withActions.find(({ actions }) => actions.length > 0 && actions[0] !== 'fail')
  return withActions.map((point) => ({ ...point, isNext: point.pointId === next?.pointId }))
}

type Shown = PointColumns & ReturnType<typeof factsOf>

function factsOf(point: PointColumns) {
  const { state, lockCount, stateTrust: trust, witnessId, verifyMethods } = point
  const isDrain = lockCount === 0
  const reach = reachOf(point)
  return {
    isDrain,
    needsVisualCheck: reach === 'lowPower',
    needsWitness: reach === 'passive' && trust !== stateTrust.confirmed && !witnessId,
    isLifted: isOneOf(state, lifted, awaitingRelock),
    isUnsafe: isOneOf(state, lifted, awaitingRelock, abnormal),
    isVerified: state === verified,
    isSecured: isDrain
      ? isOneOf(state, residualReleased, verified)
      : isOneOf(state, locked, tagged, verified),
    isRestored: state === restored,
    isProofVoid: point.verifyResult === 1 && !isOneOf(state, verified, restored),
    canLift: !isDrain && state === verified,
    verifyMethodCodes: (verifyMethods ?? '').split(',').filter(Boolean),
  }
}

function actionsOf(point: Shown, { viewer, isLive }: Around): PointActionKey[] {
  const { state, isDrain } = point
  const isClosed = isOneOf(state, locked, tagged, verified)
  const fits: Record<PointActionKey, boolean> = {
    operate: isOneOf(state, waiting, awaitingRelock, abnormal),
    lock: !isDrain && state === operated,
    tag: !isDrain && state === locked,
    // Proven already: again where energy can build up.
    verify: isOneOf(state, tagged, residualReleased) || (state === verified && !!point.reVerifyDue),
    look: point.needsVisualCheck && isClosed,
    witness: point.needsWitness && isClosed,
    restore: !isOneOf(state, waiting, restored),
    fail: !isOneOf(state, waiting, restored, abnormal),
  }
  return keysOf(fits).filter((key) => {
    const { event, call } = pointActions[key]
    const isOpen =
      event === null ? isLive && holds(viewer, ...(noteRoles[key] ?? [])) : viewer.events.includes(event)
    return fits[key] && isOpen && mayCall(viewer, call)
  })
}

/** The highest order that is not back yet (T43). */
function nextToRestore(points: readonly Shown[]): Shown | undefined {
  return points
    .filter((point) => !point.isDrain && !isOneOf(point.state, waiting, restored))
    .toSorted((a, b) => b.orderNum - a.orderNum)[0]
}

// Object.keys forgets the key type.
const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[]

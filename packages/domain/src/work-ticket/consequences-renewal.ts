import { closeResult, holdType, itemState } from '../dictionaries/index.ts'
import { as, effects, type Build } from './consequence.ts'

/** What a renewal does (T46): accept a point, take everything over in one moment, end the old ticket. */
export const renewalConsequences = {
  pointTakenOver: ({ event }) => {
    const { pointId, lockId } = as(event, 'pointLock')
    return effects(
      { do: 'lock.accept', pointId, lockId },
      { do: 'point.set', pointId, state: itemState.locked },
    )
  },
  holdsTakenOver: ({ facts }) => {
    const { renewal, points } = facts
    if (renewal === null) return {}
    const holds = renewal.holds.map((hold) => ({
      holdId: hold.holdId,
      // An isolation lock passes to whoever accepted it at the point; a personal lock stays its owner's.
      userId:
        hold.holdType === holdType.isolationLock
          ? (points.find((point) => point.pointId === hold.pointId)?.isolatorId ?? hold.userId)
          : hold.userId,
    }))
    return effects({ do: 'holds.transfer', fromWorkId: renewal.parentId, holds })
  },
  closedByRenewal: ({ facts }) => ({
    ticket: { realEnd: facts.now, closeResult: closeResult.renewed, closeFlag: true, suspendedAt: null },
  }),
} satisfies Record<string, Build>

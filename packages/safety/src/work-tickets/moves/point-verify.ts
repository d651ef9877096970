import type { InputOf, workTicketEndpoints } from '@suoan/contract'
import type { TicketCommand } from '../ticket-command.ts'

/** Minutes after which a point where energy can build up is proven again, unless the point says otherwise. [D] */
const reVerifyMin = 60

/**
 * Zero-energy proof of a point (T24), or its failure (T25). The value is kept as it was read; only a whole figure is
 * compared with the limit, never the figures at the head of some text.
 */
export function pointVerify(input: InputOf<(typeof workTicketEndpoints)['pointVerify']>): TicketCommand {
  const { pointId, verifyValue } = input
  const unit = input.verifyUnit ?? ''
  const failure = `验证不合格：${verifyValue}${unit}`
  return {
    act: async ({ tx, actor, now, occurredAt = now }) => {
      const point = await tx
        .selectFrom('loPoint')
        .select(['reaccumulate', 'reVerifyMin'])
        .where('id', '=', pointId)
        .executeTakeFirst()
      const proof = {
        verifierId: actor.userId,
        verifierName: actor.name,
        at: occurredAt,
        method: input.verifyMethod,
        value: figureOf(verifyValue),
        unit,
        result: true,
        reVerifyDue:
          point?.reaccumulate === 1 ? occurredAt + (point.reVerifyMin ?? reVerifyMin) * 60_000 : null,
      }
      return {
        event:
          input.verifyResult === 0
            ? { type: 'pointFail', pointId, reason: failure }
            : { type: 'pointVerify', pointId, proof },
        afterEffects: async ({ tx, work }) => {
          await tx
            .updateTable('loWorkPoint')
            .set({ verifyValue, verifyPhoto: input.photo ?? null })
            .where('workId', '=', work.id)
            .where('pointId', '=', pointId)
            .execute()
        },
        audit: { pointId, verifyMethod: input.verifyMethod, verifyValue, unit, result: input.verifyResult },
      }
    },
  }
}

function figureOf(text: string): number | null {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}

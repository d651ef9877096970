import type { InputOf, workTicketEndpoints } from '@suoan/contract'
import { readingOf } from '@suoan/domain/work-ticket'
import type { TicketCommand } from '../ticket-command.ts'
import { photoOf, photoOrGap } from './photo.ts'

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
    act: async (scene) => {
      const { tx, actor, now, occurredAt = now } = scene
      const hasFailed = input.verifyResult === 0
      // A failure is taken whatever the photo is; only a proof needs a true one.
      const photo = hasFailed
        ? await photoOrGap(scene, input.photo, 'verify', pointId)
        : await photoOf(scene, input.photo, 'verify', pointId)
      const verifyPhoto = photo !== null && 'path' in photo ? photo.path : null
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
        ...readingOf(verifyValue, unit),
        result: true,
        reVerifyDue:
          point?.reaccumulate === 1 ? occurredAt + (point.reVerifyMin ?? reVerifyMin) * 60_000 : null,
      }
      return {
        event: hasFailed
          ? { type: 'pointFail', pointId, reason: failure }
          : { type: 'pointVerify', pointId, proof },
        afterEffects: async ({ tx, work }) => {
          await tx
            .updateTable('loWorkPoint')
            .set({ verifyValue, verifyPhoto })
            .where('workId', '=', work.id)
            .where('pointId', '=', pointId)
            .execute()
        },
        audit: {
          pointId,
          verifyMethod: input.verifyMethod,
          verifyValue,
          unit,
          result: input.verifyResult,
          ...(photo !== null && 'gap' in photo ? { photoGap: photo.gap } : {}),
        },
      }
    },
  }
}

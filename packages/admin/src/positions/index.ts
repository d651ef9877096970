import { position, positionEndpoints } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import type { Feature } from '@suoan/platform/http/route'
import { defineHooks, mountResource, present, resourceStore, type RowRecord } from '@suoan/platform/resource'
import { scopeFor } from '@suoan/platform/resource/scope'

// The position picker of the family reads the text of the rank under this name (4-api.md §5.7).
const addRankText = (rows: readonly RowRecord[]): void => {
  for (const row of rows) row['rank_dictText'] = row['postRank_dictText'] ?? null
}

/** 职务 (4-api.md §7.6). */
export const positions: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, position, defineHooks(position, { present: addRankText }))
  bind(positionEndpoints.byCode, async ({ input, actor }) => {
    const rows = await resourceStore(position).list(
      ctx.pool,
      await scopeFor(ctx, actor, position),
      eq('code', input.code),
    )
    await present(ctx, position, actor, rows, () => addRankText(rows))
    return rows[0] ?? null
  })
}

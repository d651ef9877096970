import type { LibraryMeasure } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'

/** The measures of the caller's plant against these hazards, hazard by hazard, the strongest control first. */
export async function measureLibrary(
  { db }: Context,
  { tenantId }: Actor,
  hazards: string,
): Promise<LibraryMeasure[]> {
  const codes = hazards.split(',').filter(Boolean)
  if (codes.length === 0) return []
  const rows = await db
    .selectFrom('loMeasureLib')
    .select(['hazard', 'content', 'controlRank'])
    .where('tenantId', '=', tenantId)
    .where('delFlag', '=', 0)
    .where('status', '=', 1)
    .where('hazard', 'in', codes)
    .orderBy('hazard')
    .orderBy('controlRank')
    .orderBy('sortNo')
    .limit(200)
    .execute()
  return rows.map(({ hazard, content, controlRank }) => ({
    hazard: hazard ?? '',
    content: content ?? '',
    controlRank: controlRank ?? 4,
  }))
}

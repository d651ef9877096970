import { checkPlanMarks } from '@suoan/contract'
import { fenceOf } from '@suoan/domain/place'
import { gapBetween, type Figure, type Mark, type Place } from '@suoan/kit/ground'
import { pathsOf } from '@suoan/ui/stored-file'
import type { AreaRow } from './use-areas.ts'

/** What is read of an area beside the one of the form. */
export type NearArea = Pick<
  AreaRow,
  'id' | 'pid' | 'areaCode' | 'areaName' | 'geoType' | 'geo' | 'planFile' | 'planMarks' | 'lng' | 'lat'
>

/** A plan with its two marks. */
export interface MarkedPlan {
  readonly file: string
  readonly marks: readonly [Mark, Mark]
}

/** The plan of an area once it is marked; null for one that does not say how it lies. */
export function markedPlan(planFile: unknown, planMarks: unknown): MarkedPlan | null {
  const [file] = pathsOf(planFile)
  return file !== undefined && isMarks(planMarks) ? { file, marks: planMarks } : null
}
const isMarks = (value: unknown): value is readonly [Mark, Mark] => checkPlanMarks(value) === null

/** The areas above, the nearest first; an area that stands above itself ends the walk. */
export function areasAbove(areas: readonly NearArea[], pid: unknown): readonly NearArea[] {
  const above: NearArea[] = []
  let next = areas.find(({ id }) => id === pid)
  while (next && !above.includes(next)) {
    const { pid: parent }: NearArea = next
    above.push(next)
    next = areas.find(({ id }) => id === parent)
  }
  return above
}

/** The fence of an area as a figure; null where it has none. */
export const fenceFigure = ({ geoType, geo }: Pick<NearArea, 'geoType' | 'geo'>): Figure | null =>
  fenceOf(geoType ?? null, geo)

/** Where a sheet is laid: the area's own place, else the place or fence of one above it. */
export function centerOf(
  own: { readonly lng: unknown; readonly lat: unknown },
  above: readonly NearArea[],
): Place | null {
  const place = placeOf(own)
  if (place) return place
  for (const each of above) {
    const figure = fenceFigure(each)
    const near = placeOf(each) ?? (figure?.kind === 'circle' ? figure.center : figure?.corners[0])
    if (near) return near
  }
  return null
}
const placeOf = ({ lng, lat }: { readonly lng: unknown; readonly lat: unknown }): Place | null =>
  typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : null

/** Fences of others within these metres are offered as neighbours. */
const nearMetres = 50

export interface NearNeighbour {
  readonly areaCode: string
  readonly areaName: string
  /** Whole metres between the fences. */
  readonly metres: number
}

/**
 * The areas whose fence lies close to a figure, the nearest first; neither the area itself nor those above or below it,
 * whose code begins as its own does.
 */
export function nearAreas(
  figure: Figure | null,
  ownCode: string,
  areas: readonly NearArea[],
): readonly NearNeighbour[] {
  if (!figure) return []
  return areas
    .flatMap((each) => {
      const { areaCode, areaName } = each
      const other = fenceFigure(each)
      if (
        !areaCode ||
        !other ||
        (ownCode !== '' && (areaCode.startsWith(ownCode) || ownCode.startsWith(areaCode)))
      )
        return []
      const gap = gapBetween(figure, other)
      return gap > nearMetres ? [] : [{ areaCode, areaName: areaName ?? areaCode, metres: Math.round(gap) }]
    })
    .toSorted((one, other) => one.metres - other.metres)
}

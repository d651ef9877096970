import type { Spot } from '@suoan/kit/ground'

/** Something that stands on a plan, in parts of the picture. */
export interface Placed {
  readonly id: string
  readonly spot: Spot
}

/** Things so near each other that one pin stands for all of them, in the middle. */
export interface PinGroup<T extends Placed> {
  readonly spot: Spot
  readonly things: readonly [T, ...T[]]
}

/**
 * Puts things together whose pins would lie on each other. Whatever is left over begins a group of its own, in the given order, so
 * that the same things always make the same groups.
 * @param near how far apart two pins must be, in parts of the picture's width
 * @param aspect width over height of the picture
 */
export function groupPins<T extends Placed>(
  things: readonly T[],
  near: number,
  aspect: number,
): PinGroup<T>[] {
  const groups: [T, ...T[]][] = []
  for (const thing of things) {
    const group = groups.find(
      ([first]) => Math.hypot(first.spot.x - thing.spot.x, (first.spot.y - thing.spot.y) / aspect) < near,
    )
    if (group) group.push(thing)
    else groups.push([thing])
  }
  return groups.map((all) => ({ spot: middleOf(all), things: all }))
}

const middleOf = (things: readonly Placed[]): Spot => ({
  x: things.reduce((sum, { spot }) => sum + spot.x, 0) / things.length,
  y: things.reduce((sum, { spot }) => sum + spot.y, 0) / things.length,
})

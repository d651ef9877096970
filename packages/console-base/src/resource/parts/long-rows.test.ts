import { describe, expect, it } from 'vitest'
import { chunksBetween, nextDrawn, segmentsOf } from './long-rows.ts'

const even = (): number => 200

describe('what is drawn of a long list', () => {
  it('are the chunks between two heights, whole', () => {
    expect(chunksBetween(250, even, -800, 1_400)).toEqual([0, 6])
    expect(chunksBetween(250, even, 200, 400)).toEqual([1, 1])
    expect(chunksBetween(250, even, 199, 401)).toEqual([0, 2])
    expect(chunksBetween(250, even, 49_900, 60_000)).toEqual([249, 249])
    expect(chunksBetween(1, even, 5_000, 6_000)).toEqual([0, 0])
  })

  it('follows chunks that are higher than others', () => {
    const heightOf = (at: number): number => (at === 1 ? 1_000 : 200)
    expect(chunksBetween(250, heightOf, 300, 1_100)).toEqual([1, 1])
    expect(chunksBetween(250, heightOf, 1_200, 1_300)).toEqual([2, 2])
  })

  it('comes three chunks in a frame, nearest to the middle first, and is whole at the end', () => {
    let drawn: ReadonlySet<number> = new Set([0, 1, 2])
    const seen: number[][] = []
    for (let isWhole = false; !isWhole;) {
      const next = nextDrawn(drawn, [100, 106], null)
      isWhole = next.isWhole
      drawn = next.drawn
      seen.push([...drawn].toSorted((a, b) => a - b))
    }
    expect(seen).toEqual([
      [102, 103, 104],
      [100, 101, 102, 103, 104, 105],
      [100, 101, 102, 103, 104, 105, 106],
    ])
  })

  it('keeps the chunk in which the keyboard stands, and is the same when nothing changes', () => {
    const drawn = new Set([0, 7, 8])
    expect([...nextDrawn(drawn, [7, 8], 0).drawn]).toEqual([0, 7, 8])
    expect(nextDrawn(drawn, [7, 8], 0).drawn).toBe(drawn)
    expect([...nextDrawn(drawn, [7, 8], null).drawn]).toEqual([7, 8])
  })

  it('stands in gaps as high as what is missing', () => {
    expect(segmentsOf(6, new Set([2, 4]), even)).toEqual([
      { kind: 'gap', at: 0, height: 400 },
      { kind: 'chunk', at: 2 },
      { kind: 'gap', at: 3, height: 200 },
      { kind: 'chunk', at: 4 },
      { kind: 'gap', at: 5, height: 200 },
    ])
  })
})

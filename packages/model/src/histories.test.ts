import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { genesis, linkHash } from '@suoan/domain/evidence-chain'
import { verifyChain, type Link } from '@suoan/domain/evidence-chain/testing'
import { breachesOf } from '@suoan/domain/invariants'
import { randomWalk } from './explore.ts'
import { historyScene } from './scenes.ts'
import { traceText } from './trace.ts'

/** A hash good enough to notice a change in a test; the product's is injected by the server. */
const hash = (text: string): string =>
  [...text].reduce((sum, char) => (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0, 7).toString(16)

function chained(rows: readonly string[]): Link[] {
  let prevHash = genesis(hash, 'work', 'A')
  return rows.map((row) => {
    const link = { row, prevHash, hash: linkHash(hash, prevHash, row) }
    prevHash = link.hash
    return link
  })
}

const chainBreaches = (links: readonly Link[]) => {
  const chain = {
    kind: 'work' as const,
    subject: 'A',
    ...verifyChain(hash, genesis(hash, 'work', 'A'), links),
  }
  return breachesOf({ tickets: [], releases: [], openings: [], chains: [chain] }, ['I7']).map(({ id }) => id)
}

test('I1–I8 hold after every step of long random histories of two tickets that share a point, people and locks', () => {
  let steps = 0
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 200, maxLength: 300 }), (choices) => {
      let at = 0
      const history = randomWalk(historyScene, choices.length, (count) => (choices[at++] ?? 0) % count)
      steps += history.steps.length
      expect(traceText(history.found)).toBe('')
      const links = chained(history.steps)
      expect(chainBreaches(links)).toEqual([])
      const forged = links.map((link, place) => (place === 1 ? { ...link, row: '别的' } : link))
      expect(chainBreaches(forged)).toEqual(links.length > 1 ? ['I7'] : [])
    }),
    { numRuns: 6, endOnFailure: true },
  )
  expect(steps).toBeGreaterThan(600)
}, 120_000)

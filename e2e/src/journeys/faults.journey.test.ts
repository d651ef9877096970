import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drills } from '../faults/drills/index.ts'
import { openDrillStand, type DrillStand } from '../faults/drills/run-drills.ts'
import { Cleanups } from '../support/cleanups.ts'

const cleanups = new Cleanups()
let stand: DrillStand
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'suoan-drills-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  stand = await openDrillStand(folder, cleanups)
})
afterAll(() => cleanups.end())

/** The drills of `npm run faults` with the real server, broker and simulator; the slow ones only there. */
describe('the fault list of §9.2, and SC19', () => {
  it.each(drills.filter(({ isSlow }) => !isSlow).map((drill) => [drill.name, drill] as const))(
    '%s',
    async (_name, drill) => {
      const { tally } = await stand.run(drill)
      expect(tally.breaches).toEqual([])
    },
  )
})

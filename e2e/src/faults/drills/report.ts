import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { withCleanups } from '../../support/cleanups.ts'
import { say } from '../../support/root.ts'
import type { Drill } from './drill.ts'
import { openDrillStand } from './run-drills.ts'

export const drillHeader = ['故障', '做了什么', '必须', '核对', '违反', '计数', '秒']

/** Runs the drills one after the other on a stand of their own. */
export async function runDrills(
  drills: readonly Drill[],
): Promise<{ rows: string[][]; complaints: string[] }> {
  const rows: string[][] = []
  const complaints: string[] = []
  await withCleanups(async (cleanups) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-drills-'))
    cleanups.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const stand = await openDrillStand(folder, cleanups)
    for (const drill of drills) {
      const { tally, ms } = await stand.run(drill)
      const seconds = (ms / 1000).toFixed(1)
      const [looks, breaches] = [String(tally.looks), String(tally.breaches.length)]
      rows.push([drill.name, drill.done, drill.must, looks, breaches, tally.counts.join('；'), seconds])
      say(
        `${tally.breaches.length === 0 ? '·' : '✗'} ${drill.name}：核对 ${looks} 项，违反 ${breaches} 项，${seconds} s`,
      )
      complaints.push(...tally.breaches.map((breach) => `${drill.name}：${breach}`))
    }
  })
  return { rows, complaints }
}

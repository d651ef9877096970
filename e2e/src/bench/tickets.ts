import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { grantEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { statementsOf } from '@suoan/platform/testing/count-statements'
import { demoDraft } from '@suoan/safety/work-tickets/testing/demo-draft'
import { openDrillPlant, PASSWORD, type DrillPlant } from '../faults/drills/drill-plant.ts'
import { carryOutToWork, personId } from '../journeys/carry-out.ts'
import { openEmbedded } from '../support/database.ts'
import type { Cleanups } from '../support/cleanups.ts'

export const ticketHeader = ['调用', '语句', '冷 ms', '热 p50 ms', '热 p95 ms', '热 p99 ms', '目标']

/** Warm, the connections of the pool have met every statement often enough to keep its plan. */
const WARM_UP = 80

/**
 * The calls around one ticket of the demo plant at work, one after the other, over HTTP, server and client in one
 * process: cold is the first call after a start, warm what comes after, beside it how many statements one call takes.
 */
export async function measureTickets(cleanups: Cleanups, isQuick: boolean): Promise<string[][]> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'suoan-bench-tickets-'))
  cleanups.add(() => rmSync(dataDir, { recursive: true, force: true }))
  const { url } = await openEmbedded(path.join(dataDir, 'db'), cleanups)
  const plant = await openDrillPlant({ url, dataDir: path.join(dataDir, 'files') }, cleanups, {
    env: { ADMIN_PASSWORD: PASSWORD, DEMO_PASSWORD: PASSWORD },
  })
  const workId = await carryOutToWork(plant)
  const person = await personId(plant, workId, 'u6')
  const draft = await plant.take('u1', tickets.saveDraft, demoDraft())
  const calls: readonly Call[] = [
    {
      name: '状态流转（入场）',
      goal: '≤ 15 ms，≤ 20 条',
      run: () => plant.take('u5', tickets.personIn, { workId, personId: person }),
      after: () => plant.take('u5', tickets.personOut, { workId, personId: person }),
    },
    {
      name: '作业票详情',
      goal: '≤ 15 ms，≤ 10 条',
      run: () => plant.take('u5', tickets.detail, { id: workId }),
    },
    {
      name: '能否开锁',
      goal: 'p99 ≤ 20 ms',
      run: () => plant.take('admin', grantEndpoints.explain, { lockId: 'demo-lk1', userId: 'u9', workId }),
    },
    {
      name: '检查方案',
      goal: 'p99 ≤ 100 ms',
      run: async () => {
        const client = await plant.client('u1')
        return client.send('POST', `${tickets.checkPlan.path}`, { id: draft.ticket.id })
      },
    },
  ]
  await plant.restart()
  const cold: number[] = []
  for (const call of calls) cold.push(await timed(call))
  const rows: string[][] = []
  for (const [n, call] of calls.entries())
    rows.push(await rowOf(plant, call, cold[n] ?? 0, isQuick ? 40 : 300))
  return rows
}

interface Call {
  readonly name: string
  readonly goal: string
  run(): Promise<unknown>
  /** Brings the ticket back to where the next call finds it; not measured. */
  after?(): Promise<unknown>
}

async function timed(call: Call): Promise<number> {
  const begun = performance.now()
  await call.run()
  const took = performance.now() - begun
  await call.after?.()
  return took
}

async function rowOf(plant: DrillPlant, call: Call, coldMs: number, rounds: number): Promise<string[]> {
  for (let n = 0; n < WARM_UP; n += 1) await timed(call)
  const times: number[] = []
  for (let n = 0; n < rounds; n += 1) times.push(await timed(call))
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.min(rounds - 1, Math.floor(share * rounds))] ?? 0).toFixed(1)
  const count = (await statementsOf(plant.pool(), call.run, 'anyone')).length
  await call.after?.()
  return [call.name, String(count), coldMs.toFixed(1), at(0.5), at(0.95), at(0.99), call.goal]
}

import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { printTable } from '../bench/table.ts'
import { answersAt } from '../support/database.ts'
import { withCleanups } from '../support/cleanups.ts'
import { say } from '../support/root.ts'
import { badHeader, sendBadMessages } from './bad-messages.ts'
import { drills } from './drills/index.ts'
import { drillHeader, runDrills } from './drills/report.ts'
import { createFaultPlant, type Kind } from './fault-plant.ts'
import { killHeader, killRounds } from './kill-rounds.ts'
import { drillReactions, reactionHeader } from './reactions/reaction-drill.ts'

/**
 * `npm run faults [-- --rounds=20] [drills] [reactions] [embedded] [external]`: the drills of the fault list, those of reactions, then kills and bad
 * input; all of them unless some are named, and `--only=` takes the drills with these words in their names. The external
 * part runs where a PostgreSQL answers at DATABASE_URL or at 127.0.0.1:5432. Ends with 1 when anything did not hold.
 */
const args = process.argv.slice(2)
const rounds = Number(args.find((one) => one.startsWith('--rounds='))?.slice(9) ?? 20)
const externalUrl = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const only = args.find((one) => one.startsWith('--only='))?.slice(7) ?? ''
const asked = args.filter((one): one is Kind => one === 'embedded' || one === 'external')
const isEverything =
  asked.length === 0 && !args.includes('drills') && !args.includes('reactions') && only === ''
const titles: Readonly<Record<Kind, string>> = { embedded: '内置数据库', external: '外部数据库' }
const complaints: string[] = []

if (isEverything || args.includes('drills') || only !== '') {
  const report = await runDrills(drills.filter(({ name }) => name.includes(only)))
  printTable('故障清单（§9.2、SC19）', drillHeader, report.rows)
  complaints.push(...report.complaints)
}
if (isEverything || args.includes('reactions')) {
  await withCleanups(async (cleanups) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-reactions-'))
    cleanups.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const report = await drillReactions(folder, cleanups)
    printTable('处理：恰好一次，不丢，不乱', reactionHeader, report.rows)
    complaints.push(...report.complaints)
  })
}
for (const kind of isEverything ? (['embedded', 'external'] as const) : asked) {
  if (kind === 'external' && !(await answersAt(externalUrl))) {
    say('· 没有外部数据库回答，跳过这一部分')
    continue
  }
  await withCleanups(async (cleanups) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-faults-'))
    cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
    const plant = await createFaultPlant(kind, folder, externalUrl, cleanups)
    const report = await killRounds(plant, rounds)
    printTable(`kill -9（${titles[kind]}）`, killHeader, report.rows)
    const bad = await sendBadMessages(plant, report.devices)
    printTable(`MQTT 坏报文（${titles[kind]}）`, badHeader, bad.rows)
    for (const one of [...report.complaints, ...bad.complaints]) complaints.push(`${titles[kind]}：${one}`)
    await plant.stop()
  })
}
for (const complaint of complaints.slice(0, 50)) say(`✗ ${complaint}`)
say(complaints.length === 0 ? '没有丢失，没有半途而废，没有放过。' : `${complaints.length} 处不符。`)
process.exitCode = complaints.length === 0 ? 0 : 1

import { withCleanups } from '../support/cleanups.ts'
import { say } from '../support/root.ts'
import { adminHeader, measureAdmin } from './admin-figures.ts'
import { openBenchWorld, signInAdmin, targetOf, type BenchWorld } from './bench-world.ts'
import { measureBrowser, browserHeader } from './browser.ts'
import { movesHeader } from './browser-moves.ts'
import { menuHeader } from './menu-pages.ts'
import { crowdHeader, measureCrowd } from './crowd.ts'
import { deviceHeader, measureDevices } from './device-load.ts'
import { energyHeader, measureEnergy } from './energy.ts'
import { latencyHeader, measureLatency } from './list-latency.ts'
import { measureListScroll, scrollHeader } from './list-scroll.ts'
import { loadParts } from './load-parts.ts'
import { loadHeader, measureLoad, type Effort } from './measure-load.ts'
import { backupHeader, measureBackup } from './measure-backup.ts'
import { exportHeader, measureExports } from './measure-export.ts'
import { measureSheets, sheetHeader } from './measure-sheets.ts'
import { formHeader, measureForms } from './form-opening.ts'
import { memoryMb } from './process-cpu.ts'
import { printTable } from './table.ts'
import { measureTickets, ticketHeader } from './tickets.ts'

/**
 * `npm run bench [-- --quick] [part …]`: the figures of design/performance.md as Markdown tables. Parts: P1 to P6 P15 PC
 * (load beside the floor), LISTS (single pages of a million rows, cold beside warm), P7 P16 (what one person notices of
 * the others), P9 (exports), SHEETS (an import of
 * 100,000 rows, an export in the background), P10 (start), P11 (memory), P12 P13 P14 (browser), SCROLL (frames of
 * a list of 1,000 rows), FORM (opening a form), MQTT (lock events), M2 (energy map), SEQ MAIL MONITOR PROXY (numbers, messages, an open page of the
 * monitors, a gateway route), BACKUP (backup and restore of the million rows),
 * TICKET (calls around one ticket, cold beside warm). P8 is measured as P9: there is no CSV export. Nothing is asserted: figures
 * on a shared machine are read, not tested.
 */
const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const wanted = new Set(args.filter((one) => !one.startsWith('--')).map((one) => one.toUpperCase()))
/** Parts on a fresh installation of their own. */
const alone = ['SEQ', 'MAIL', 'MONITOR', 'PROXY']
const known = [
  ...loadParts.map(({ id }) => id),
  'LISTS',
  'P7',
  'P8',
  'P9',
  'SHEETS',
  'P16',
  'P10',
  'P11',
  'P12',
  'P13',
  'P14',
  'SCROLL',
  'FORM',
  'MQTT',
  'M2',
  'TICKET',
  ...alone,
  'BACKUP',
]
const unknown = [...wanted].filter((one) => !known.includes(one))
const isWanted = (...ids: readonly string[]): boolean => wanted.size === 0 || ids.some((id) => wanted.has(id))
const effort: Effort = isQuick
  ? { rounds: 1, seconds: 4, warmUpSeconds: 1 }
  : { rounds: 2, seconds: 8, warmUpSeconds: 2 }

if (unknown.length > 0) {
  say(`没有名为 ${unknown.join('、')} 的项；可用：${known.join(' ')}`)
  process.exitCode = 2
} else {
  const begun = performance.now()
  if (isWanted('M2')) printTable('能量图（进程内，5,000 条连接）', energyHeader, measureEnergy(isQuick))
  if (isWanted('TICKET'))
    await withCleanups(async (cleanups) => {
      printTable('工作票（演示工厂，发布的服务器）', ticketHeader, await measureTickets(cleanups, isQuick))
    })
  if (isWanted(...alone))
    await withCleanups(async (cleanups) => {
      printTable('管理（新装的系统）', adminHeader, await measureAdmin(isWanted, cleanups, isQuick))
    })
  // What is measured in the list of users alone needs no million rows of another table.
  const needsLogs = wanted.size === 0 || [...wanted].some((id) => id !== 'SCROLL' && id !== 'FORM')
  const needsWorld =
    wanted.size === 0 || [...wanted].some((id) => id !== 'M2' && id !== 'TICKET' && !alone.includes(id))
  if (needsWorld)
    await withCleanups(async (cleanups) => {
      const world = await openBenchWorld(cleanups, needsLogs ? 'whole' : 'people')
      if (isWanted('P10')) await measureStart(world)
      const server = await world.startOurs()
      const idle = await idleMemory(server.process.pid)
      const parts = loadParts.filter(({ id }) => isWanted(id))
      const ours = targetOf(world, server, await signInAdmin(server))
      if (parts.length > 0 || isWanted('LISTS')) {
        const floor = await world.startFloor()
        if (parts.length > 0)
          printTable('接口（10 个连接）', loadHeader, await measureLoad(parts, { ours, floor }, effort))
        if (isWanted('LISTS')) {
          const rows = await measureLatency([floor, ours], isQuick ? 20 : 100)
          printTable('一百万行的列表（一个接一个）', latencyHeader, rows)
        }
      }
      if (isWanted('P7', 'P16'))
        printTable('旁人', crowdHeader, await measureCrowd(ours, world.database.url, isQuick))
      if (isWanted('P8', 'P9')) {
        const rows = await measureExports(server, await signInAdmin(server))
        printTable('导出', exportHeader, rows)
      }
      if (isWanted('SHEETS')) {
        const rows = await measureSheets(server, await signInAdmin(server))
        printTable('导入与后台导出', sheetHeader, rows)
      }
      if (isWanted('BACKUP')) printTable('备份与恢复', backupHeader, await measureBackup(world, cleanups))
      if (isWanted('MQTT')) {
        const rows = await measureDevices(world, server, isQuick)
        printTable('锁具事件：发布 → PUBACK（= 已提交）', deviceHeader, rows)
      }
      if (isWanted('P12', 'P13', 'P14')) {
        const { visits, moves, menu } = await measureBrowser(server.process.url, isQuick ? 1 : 3)
        printTable('网页（冷缓存，Chromium）', browserHeader, visits)
        printTable('网页里的动作', movesHeader, moves)
        printTable('菜单中的每一页：第一次与再次打开', menuHeader, menu)
      }
      if (isWanted('SCROLL')) {
        const rows = await measureListScroll(server.process.url, isQuick ? 1 : 3)
        printTable('长列表滚动（Chromium，60 Hz）', scrollHeader, rows)
      }
      if (isWanted('FORM')) {
        const rows = await measureForms(server.process.url, isQuick ? 5 : 20)
        printTable('打开表单（Chromium）', formHeader, rows)
      }
      if (isWanted('P11')) {
        const after = memoryMb(server.process.pid)
        const row = ['P11', String(idle), String(after.now), String(after.peak), '≤ 120 / ≤ 350 MB']
        printTable('内存（RSS，MB）', ['项', '空闲', '各项之后', '最高', '目标'], [row])
      }
    })
  say(`· 用时 ${((performance.now() - begun) / 60_000).toFixed(1)} 分钟`)
}

/** P10: the migrated and filled database, from the start of the process to the first 200. */
async function measureStart(world: BenchWorld): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < (isQuick ? 1 : 3); n += 1) {
    const server = await world.startOurs()
    times.push(server.process.startMs)
    await server.process.stop()
  }
  const row = ['P10', ...[Math.min(...times), Math.max(...times)].map((ms) => ms.toFixed(0)), '≤ 1,500 ms']
  printTable('启动到第一个 200（已迁移的库）', ['项', '最快 ms', '最慢 ms', '目标'], [row])
}

/** As of the peers (design/performance.md §2): 20 s after the start. */
async function idleMemory(pid: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  return memoryMb(pid).now
}

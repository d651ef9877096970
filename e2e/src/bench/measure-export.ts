import { API, type ApiClient } from '../support/api-client.ts'
import { say } from '../support/root.ts'
import type { OurServer } from './bench-world.ts'
import { volume } from './load-rows.ts'
import { watchBystander } from './bystander.ts'
import { cpuSeconds, memoryMb } from './process-cpu.ts'

export const exportHeader = [
  '项',
  '行',
  '状态',
  '文件',
  '首字节 ms',
  '全部 s',
  'MB',
  '应用 CPU s',
  '内存前 → 最高 MB',
  '旁人列表 p50 / p99 / 最长 ms',
  '目标',
]

/** As many columns as the goal names. */
const twenty = [
  'lockCode',
  'lockName',
  'deviceSn',
  'areaCode',
  'areaName',
  'eventType',
  'opResult',
  'openMethod',
  'userName',
  'workNo',
  'latchBefore',
  'latchAfter',
  'shackleBefore',
  'shackleAfter',
  'battery',
  'rssi',
  'temp',
  'occurTime',
  'recvTime',
  'hash',
]

const exports = [
  {
    // As CSV there is none: P8 is answered by the sheet.
    id: 'P8、P9',
    name: '用户',
    path: '/sys/user/exportXls',
    rows: volume.users,
    goal: '首字节 ≤ 300 ms，≤ 4 s，旁人 ≤ 150 ms',
  },
  {
    id: 'P9',
    name: `锁具日志 × ${twenty.length} 列`,
    path: `/lolocklog/loLockLog/exportXls?eventType=OPEN&exportFields=${twenty.join(',')}`,
    rows: volume.logs / 8,
    goal: '首字节 ≤ 300 ms，每 100,000 行 ≤ 4 s，旁人 ≤ 150 ms',
  },
  {
    id: 'P9',
    name: '锁具日志',
    path: '/lolocklog/loLockLog/exportXls',
    rows: volume.logs,
    goal: '首字节 ≤ 300 ms',
  },
]

/** P8, P9: whole lists as a sheet, from the request to the first and to the last byte, and what a bystander's call sees. */
export async function measureExports(server: OurServer, client: ApiClient): Promise<string[][]> {
  const rows: string[][] = []
  for (const { id, name, path, rows: count, goal } of exports) {
    const before = { cpu: cpuSeconds(server.process.pid), memory: memoryMb(server.process.pid).now }
    const bystander = watchBystander(server, client)
    const begun = performance.now()
    const answer = await fetch(`${server.process.url}${API}${path}`, { headers: client.headers })
    let firstMs = 0
    let bytes = 0
    for await (const chunk of answer.body ?? []) {
      if (bytes === 0) firstMs = performance.now() - begun
      bytes += chunk.byteLength
    }
    const seconds = (performance.now() - begun) / 1000
    const waits = await bystander.end()
    rows.push([
      id,
      `${name} ${count.toLocaleString('en')}`,
      String(answer.status),
      /\.\w+$/.exec(answer.headers.get('content-disposition') ?? '')?.[0] ?? '—',
      firstMs.toFixed(0),
      seconds.toFixed(1),
      (bytes / 2 ** 20).toFixed(1),
      (cpuSeconds(server.process.pid) - before.cpu).toFixed(1),
      `${before.memory} → ${memoryMb(server.process.pid).peak}`,
      waits,
      goal,
    ])
    say(`· 导出${name}：首字节 ${firstMs.toFixed(0)} ms，共 ${seconds.toFixed(1)} s`)
  }
  return rows
}

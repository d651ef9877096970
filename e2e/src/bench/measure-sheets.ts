import type { ExportJob, ImportPreview } from '@suoan/contract'
import { streamSheet } from '@suoan/platform/resource/sheet-writer'
import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { API, type ApiClient } from '../support/api-client.ts'
import { say } from '../support/root.ts'
import type { OurServer } from './bench-world.ts'
import { watchBystander } from './bystander.ts'
import { volume } from './load-rows.ts'
import { memoryMb } from './process-cpu.ts'

export const sheetHeader = [
  '项',
  '行',
  '结果',
  '全部 s',
  'MB',
  '内存前 → 最高 MB',
  '旁人列表 p50 / p99 / 最长 ms',
  '目标',
]

const IMPORTED = 100_000

/** A workbook of 100,000 lines previewed and imported, and the lock log exported in the background. */
export async function measureSheets(server: OurServer, client: ApiClient): Promise<string[][]> {
  const rows = Array.from({ length: IMPORTED }, (_, n) => [`BENCH-${n}`, `职务 ${n}`, '1'])
  const book = await bookOf(['职务编码', '职务名称', '职级'], rows)
  const upload = async (verb: string, sent = book, path = '/sys/position'): Promise<unknown> => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(sent)], '数据.xlsx'))
    const url = `${server.process.url}${API}${path}/${verb}`
    return await (await fetch(url, { method: 'POST', headers: client.headers, body: form })).json()
  }
  const wide = await bookOf(
    Object.keys(typeCells),
    Array.from({ length: IMPORTED }, (_, n) => Object.values(typeCells).map((cell) => cell(n))),
  )
  const megabytes = book.length / 2 ** 20
  return [
    await measured(server, client, ['预检', IMPORTED, '—'], async () => {
      // The envelope of the server; a wrong shape shows in the printed row.
      const { result } = (await upload('importPreview')) as { result: ImportPreview }
      return [`新增 ${result.insertCount}，拒绝 ${result.errorCount}`, megabytes]
    }),
    await measured(server, client, ['导入', IMPORTED, '≤ 60 s'], async () => {
      const { message } = (await upload('importExcel')) as { message: string }
      return [message, megabytes]
    }),
    await measured(server, client, ['导入，20 列', IMPORTED, '≤ 60 s'], async () => {
      const { message } = (await upload('importExcel', wide, '/lolocktype/loLockType')) as { message: string }
      return [message, wide.length / 2 ** 20]
    }),
    await measured(server, client, ['后台导出锁具日志', volume.logs, '内存不随行数增长'], async () => {
      await client.send('POST', '/lolocklog/loLockLog/exportJob', { rowsExpected: volume.logs })
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 500))
        const [job] = (await client.get<ExportJob[]>('/sys/exportJob/list')).result
        if (job && job.status !== 'waiting' && job.status !== 'running')
          return [`${job.status} ${job.rowsDone}`, (job.bytes ?? 0) / 2 ** 20]
      }
    }),
  ]
}

const bookOf = async (headings: readonly string[], rows: string[][]): Promise<Buffer> =>
  await buffer(
    streamSheet(
      'xlsx',
      { name: '数据', titles: [], columns: headings.map((heading) => ({ heading })) },
      rows,
    ),
  )

/** A lock type in twenty columns: the resource with that many which forms write. */
const typeCells: Readonly<Record<string, (n: number) => string>> = {
  类型编码: (n) => `BENCH-${n}`,
  类型名称: (n) => `锁具类型 ${n}`,
  厂商: () => '锁厂',
  型号: (n) => `M-${n % 90}`,
  供电: () => '1',
  允许用途: () => '1',
  双人开锁: () => '0',
  '自动落锁(秒)': (n) => String(n % 60),
  '最长开启(分)': () => '15',
  '心跳周期(秒)': () => '300',
  '离线判定(秒)': () => '900',
  本地记录条数: (n) => String(n % 1_000),
  '低电(%)': () => '20',
  '极低电(%)': () => '10',
  凭票开锁: () => '1',
  '离线授权最长(分)': () => '480',
  最新固件: () => '1.0.0',
  防爆标志: () => 'Ex ib IIC T4',
  '检验周期(天)': () => '365',
  备注: (n) => `第 ${n} 行`,
}

type Work = () => Promise<readonly [said: string, megabytes: number]>

async function measured(
  server: OurServer,
  client: ApiClient,
  [name, rows, goal]: readonly [string, number, string],
  work: Work,
): Promise<string[]> {
  const { pid } = server.process
  // The highest memory counts from here.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = memoryMb(pid).now
  const bystander = watchBystander(server, client)
  const begun = performance.now()
  const [said, megabytes] = await work()
  const seconds = (performance.now() - begun) / 1000
  const waits = await bystander.end()
  say(`· ${name}：${seconds.toFixed(1)} s`)
  return [
    name,
    rows.toLocaleString('en'),
    said,
    seconds.toFixed(1),
    megabytes.toFixed(1),
    `${before} → ${memoryMb(pid).peak}`,
    waits,
    goal,
  ]
}

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
  const columns = ['职务编码', '职务名称', '职级'].map((heading) => ({ heading }))
  const book = await buffer(streamSheet('xlsx', { name: '职务', titles: [], columns }, rows))
  const upload = async (verb: string): Promise<unknown> => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(book)], '职务.xlsx'))
    const url = `${server.process.url}${API}/sys/position/${verb}`
    return await (await fetch(url, { method: 'POST', headers: client.headers, body: form })).json()
  }
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

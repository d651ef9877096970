import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as XLSX from '@e965/xlsx'
import type { ExportJob } from '@suoan/contract'
import { afterEach, expect, it } from 'vitest'
import { API, signIn, type ApiClient } from '../support/api-client.ts'
import { Cleanups } from '../support/cleanups.ts'
import { freePort } from '../support/free-port.ts'
import { startOurServer } from '../support/server-process.ts'

const PASSWORD = 'Killed-plant-2026!'
const ROWS = 20_000
/** Rows of one transaction of an import (`import-lines.ts`). */
const BLOCK = 200

const cleanups = new Cleanups()
afterEach(() => cleanups.end())

it('a server that is killed under an import has stored whole blocks, one that is killed under an export makes it after its start', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'suoan-killed-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const start = async () => {
    const env = {
      DATA_DIR: folder,
      MQTT_PORT: String(await freePort()),
      DEMO: '0',
      HOST: '127.0.0.1',
      LOGIN_CAPTCHA: 'off',
      ADMIN_PASSWORD: PASSWORD,
    }
    const running = await startOurServer(await freePort(), env, [])
    cleanups.add(() => running.stop())
    await expect.poll(running.output).toContain('ready')
    return { ...running, admin: await signIn(running.url, 'admin', PASSWORD) }
  }
  const book = Buffer.from(
    ['职务编码,职务名称,职级', ...Array.from({ length: ROWS }, (_, n) => `K${n},职务${n},1`)].join('\n'),
  )
  const send = async (url: string, admin: ApiClient) => {
    const body = new FormData()
    body.set('file', new File([book], '职务.csv'))
    const address = `${url}${API}/sys/position/importExcel?updateExisting=1`
    const answer = await fetch(address, { method: 'POST', headers: admin.headers, body })
    return (await answer.json()) as { code: number; message: string }
  }
  const count = async (admin: ApiClient, list: string, query = {}) =>
    (await admin.get<{ total: number }>(list, { pageSize: 1, exactTotal: 1, ...query })).result.total

  const first = await start()
  const cut = send(first.url, first.admin).then(
    () => 'answered',
    () => 'cut',
  )
  await expect.poll(() => count(first.admin, '/sys/position/list'), { timeout: 60_000 }).toBeGreaterThan(0)
  await first.kill()
  expect(await cut).toBe('cut')

  const second = await start()
  const stored = await count(second.admin, '/sys/position/list')
  expect([stored > 0, stored < ROWS, stored % BLOCK]).toEqual([true, true, 0])
  // What was stored stands in the log as well: a block and its record are one transaction.
  expect(await count(second.admin, '/sys/dataLog/list', { dataTable: 'sys_position' })).toBe(stored)
  // The same file again brings the rest, and nothing twice.
  expect(await send(second.url, second.admin)).toMatchObject({
    code: 200,
    message: expect.stringContaining(`新增${ROWS - stored}行，修改0行，未变${stored}行`),
  })
  expect(await count(second.admin, '/sys/position/list')).toBe(ROWS)

  const jobs = async (admin: ApiClient) => (await admin.get<ExportJob[]>('/sys/exportJob/list')).result
  await second.admin.send('POST', '/sys/position/exportJob', { rowsExpected: ROWS })
  await expect
    .poll(async () => (await jobs(second.admin))[0]?.status, { interval: 5, timeout: 60_000 })
    .toBe('running')
  await second.kill()

  const third = await start()
  await expect
    .poll(async () => (await jobs(third.admin))[0], { timeout: 180_000, interval: 1_000 })
    .toMatchObject({ status: 'done', rowsDone: ROWS })
  const [job] = await jobs(third.admin)
  const file = await fetch(`${third.url}${API}${job?.fileUrl ?? ''}`, { headers: third.admin.headers })
  const sheet = XLSX.read(Buffer.from(await file.arrayBuffer()), { dense: true })
  const rows = XLSX.utils.sheet_to_json(Object.values(sheet.Sheets)[0] ?? {}, { header: 1 })
  // A title, who exported, headings, and every row once.
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(ROWS + 3)
}, 400_000)

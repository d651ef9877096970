import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chromium } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { API, signIn, type ApiClient } from '../support/api-client.ts'
import { findChromium } from '../support/chromium.ts'
import type { Cleanups } from '../support/cleanups.ts'
import { openEmbedded, type StandDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { say } from '../support/root.ts'
import { startOurServer, type ServerProcess } from '../support/server-process.ts'
import { admin } from './bench-world.ts'
import { storageAfterSignIn } from './browser.ts'
import { newContext, putStored } from './browser-window.ts'
import { cpuMsSince, cpuSnapshot } from './process-cpu.ts'
import { measureProxy, startUpstream } from './proxy.ts'
import { runLoad } from './run-load.ts'

export const adminHeader = ['项', '内容', '结果', '应用 CPU', 'PG CPU', '他人占用', '目标']

/** Those who ask for numbers at once (issue 13: 50 callers). */
const CALLERS = 50

interface Stand {
  readonly server: ServerProcess
  readonly database: StandDatabase
  readonly client: ApiClient
}

/**
 * Figures of administration on a fresh installation, the server as it ships in a process of its own: numbers a second under
 * 50 callers (`SEQ`), messages a second to an SMTP server in this process (`MAIL`), and what an open page of the monitors
 * costs the server beside none (`MONITOR`), and what a gateway route adds to a request (`PROXY`).
 */
export async function measureAdmin(
  wanted: (id: string) => boolean,
  cleanups: Cleanups,
  isQuick: boolean,
): Promise<string[][]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-bench-admin-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
  const mails = await openMailServer(cleanups)
  const database = await openEmbedded(folder, cleanups)
  const port = await freePort(8180)
  const routePort = await freePort(8190)
  const upstreamPort = await freePort(8200)
  const server = await startOurServer(port, {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder, 'files'),
    ADMIN_PASSWORD: admin.password,
    DEMO: '0',
    SIMULATOR: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'warn',
    GATEWAY_ROUTE_PORT: String(routePort),
    GATEWAY_ROUTE_HOSTS: `127.0.0.1:${upstreamPort}`,
    MAIL_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: '锁安 <suoan@plant.example>',
  })
  cleanups.add(() => server.stop())
  const client = await signIn(server.url, admin.username, admin.password)
  const stand = { server, database, client }
  return [
    ...(wanted('SEQ') ? [await numbers(stand, isQuick ? 4 : 15)] : []),
    ...(wanted('MAIL') ? [await messages(stand, mails, isQuick ? 1_000 : 10_000)] : []),
    ...(wanted('MONITOR') ? await monitors(stand, isQuick ? 10 : 25) : []),
    ...(wanted('PROXY')
      ? await measureProxy(
          {
            pid: server.pid,
            databasePid: database.pid,
            client,
            routeUrl: `http://127.0.0.1:${routePort}`,
          },
          { port: upstreamPort, pid: await startUpstream(upstreamPort, cleanups) },
          isQuick ? 4 : 10,
        )
      : []),
  ]
}

async function mustSucceed(asked: Promise<{ success: boolean; message: string }>): Promise<void> {
  const { success, message } = await asked
  if (!success) throw new Error(message)
}

async function numbers({ server, database, client }: Stand, seconds: number): Promise<string[]> {
  await mustSucceed(
    client.send('POST', '/sys/fillRule/add', {
      ruleName: '测量',
      ruleCode: 'bench_seq',
      ruleClass: 'SequenceRule',
      ruleParams: '{"prefix":"B-"}',
    }),
  )
  const target = {
    name: 'ours',
    url: server.url,
    headers: client.headers,
    pid: server.pid,
    databasePid: database.pid,
  }
  const request = {
    method: 'PUT',
    path: () => `${API}/sys/fillRule/executeRuleByCode/bench_seq`,
    body: () => ({}),
  } as const
  await runLoad(target, request, CALLERS, 2)
  const run = await runLoad(target, request, CALLERS, seconds)
  say(`· 编号：${run.perSecond.toFixed(0)} 个/秒`)
  return [
    'SEQ',
    `一条规则的连续编号，${CALLERS} 个并发调用者，${seconds} s`,
    `${run.perSecond.toFixed(0)} 个/s，p50 ${run.p50} ms，p99 ${run.p99} ms，失败 ${run.failures}`,
    `${run.appMs.toFixed(2)} ms/个`,
    `${run.databaseMs.toFixed(2)} ms/个`,
    percent(run.foreign),
    '无重复、无空号（测试）',
  ]
}

interface MailServer {
  readonly port: number
  /** Taken until now. */
  taken(): number
}

async function openMailServer(cleanups: Cleanups): Promise<MailServer> {
  let taken = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.on('data', () => {})
      stream.on('end', () => {
        taken += 1
        done()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  cleanups.add(() => new Promise<void>((closed) => server.close(() => closed())))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return { port: address.port, taken: () => taken }
}

async function messages(
  { server, database, client }: Stand,
  mails: MailServer,
  count: number,
): Promise<string[]> {
  const direct = new pg.Client({ connectionString: database.url })
  await direct.connect()
  await direct.query(
    `insert into sys_user (id, tenant_id, username, realname, email, status, del_flag, create_time)
     select 'bm' || n, 0, 'bm' || n, '收件人' || n, 'bm' || n || '@example.com', 1, 0, now()
     from generate_series(1, $1::int) n`,
    [count],
  )
  await direct.end()
  await mustSucceed(
    client.send('POST', '/sys/message/sysMessageTemplate/add', {
      templateCode: 'bench',
      templateName: '锁具 ${lockCode}',
      templateContent: '${lockCode} 在 ${place} 未关闭',
      templateType: '1',
    }),
  )
  const before = cpuSnapshot(server.pid, database.pid)
  const begun = performance.now()
  await mustSucceed(
    client.send('POST', '/sys/message/sysMessageTemplate/sendMsg', {
      templateCode: 'bench',
      receiver: Array.from({ length: count }, (_, n) => `bm${n + 1}`).join(','),
      msgType: 'email',
      testData: '{"lockCode":"LK-0003","place":"泵房"}',
    }),
  )
  const accepted = (performance.now() - begun) / 1000
  while (mails.taken() < count && performance.now() - begun < 180_000) await sleep(20)
  const seconds = (performance.now() - begun) / 1000
  const { appMs, databaseMs, foreign } = cpuMsSince(before)
  say(`· 邮件：${(mails.taken() / seconds).toFixed(0)} 封/秒`)
  return [
    'MAIL',
    `${count.toLocaleString('en')} 个收件人的一次发送，本机 SMTP`,
    `接受 ${accepted.toFixed(1)} s，送出 ${mails.taken()} 封共 ${seconds.toFixed(1)} s = ${(mails.taken() / seconds).toFixed(0)} 封/s`,
    `${(appMs / count).toFixed(2)} ms/封`,
    `${(databaseMs / count).toFixed(2)} ms/封`,
    // The mail server stands in this process, whose time is not counted among others'.
    percent(foreign),
    '—',
  ]
}

const pages: readonly (readonly [name: string, path: string])[] = [
  ['运行曲线', '/monitor/Live'],
  ['服务器信息', '/monitor/SystemInfo'],
  ['SQL监控', '/monitor/Sql'],
  ['数据库监控', '/monitor/Database'],
]

/** Processor time of the server and its database in some seconds, without and with each page: what came before still works on. */
async function monitors({ server, database }: Stand, seconds: number): Promise<string[][]> {
  const executablePath = findChromium()
  if (executablePath === null) return [['MONITOR', '没有找到 Chromium', '—', '—', '—', '—', '—']]
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const stored = await storageAfterSignIn(browser, server.url)
    const share = async () => {
      const before = cpuSnapshot(server.pid, database.pid)
      await sleep(seconds * 1000)
      const { appMs, databaseMs, foreign } = cpuMsSince(before)
      return { app: appMs / seconds / 10, database: databaseMs / seconds / 10, foreign }
    }
    const rows: string[][] = []
    for (const [name, address] of pages) {
      const idle = await share()
      const context = await newContext(browser)
      await context.addInitScript(putStored, stored)
      const page = await context.newPage()
      await page.goto(`${server.url}${address}`)
      // What opening it costs is another figure.
      await page.waitForLoadState('networkidle')
      await sleep(3_000)
      const open = await share()
      await context.close()
      const more = open.app + open.database - idle.app - idle.database
      say(`· ${name}：多用 ${more.toFixed(2)} % 处理器`)
      rows.push([
        'MONITOR',
        `${name} 打开 ${seconds} s，与不打开（应用 ${idle.app.toFixed(2)} %，PG ${idle.database.toFixed(2)} %）相比`,
        `多 ${more.toFixed(2)} % 的一个核`,
        `${open.app.toFixed(2)} %`,
        `${open.database.toFixed(2)} %`,
        percent(open.foreign),
        '≤ 1 %',
      ])
    }
    return rows
  } finally {
    await browser.close()
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

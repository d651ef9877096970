import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { signIn, type ApiClient } from '../support/api-client.ts'
import { openEmbedded, openExternal, type StandDatabase } from '../support/database.ts'
import type { Cleanups } from '../support/cleanups.ts'
import { freePort } from '../support/free-port.ts'
import { say } from '../support/root.ts'
import { startOurServer, startProcess, type ServerProcess } from '../support/server-process.ts'
import { loadRows, volume } from './load-rows.ts'
import type { Target } from './run-load.ts'

/** A database full of rows, and how to start servers over it. */
export interface BenchWorld {
  readonly database: StandDatabase
  /** Where its servers keep files and keys. */
  readonly dataDir: string
  /** Starts our server; it is ended with the run at the latest. */
  startOurs(): Promise<OurServer>
  startFloor(): Promise<Target>
}

export interface OurServer {
  readonly process: ServerProcess
  readonly mqttUrl: string
}

export const admin = { username: 'admin', password: 'Bench-admin-2026!' }
const PORTS_FROM = 8180

/** Opens, migrates, seeds (by a first start of the server itself) and fills the database; `people` leaves the log of locks empty. */
export async function openBenchWorld(
  cleanups: Cleanups,
  rows: 'whole' | 'people' = 'whole',
): Promise<BenchWorld> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-bench-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
  const external = process.env['DATABASE_URL']
  const database =
    external === undefined ? await openEmbedded(folder, cleanups) : await openExternal(external, cleanups)

  const dataDir = path.join(folder, 'files')
  const startOurs = async (): Promise<OurServer> => {
    const port = await freePort(PORTS_FROM)
    const mqttPort = await freePort(port + 1)
    const running = await startOurServer(
      port,
      {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: admin.password,
        DEMO: '0',
        SIMULATOR: '0',
        MQTT_PORT: String(mqttPort),
        LOG_LEVEL: 'warn',
      },
      (process.env['BENCH_NODE_ARGS'] ?? '').split(' ').filter((one) => one !== ''),
    )
    cleanups.add(() => running.stop())
    return { process: running, mqttUrl: `mqtt://127.0.0.1:${mqttPort}` }
  }

  const startFloor = async (): Promise<Target> => {
    const port = await freePort(PORTS_FROM)
    const running = await startProcess({
      args: ['--import', 'tsx', 'e2e/src/bench/floor-server.ts'],
      env: { NODE_ENV: 'production', PORT: String(port), DATABASE_URL: database.url },
      port,
      readyPath: '/ping',
    })
    cleanups.add(() => running.stop())
    const { token } = JSON.parse(running.output()) as { token: string }
    return {
      name: 'floor',
      url: running.url,
      headers: { 'x-access-token': token },
      pid: running.pid,
      databasePid: database.pid,
    }
  }

  say(`· 首次启动（迁移、建立管理员，${database.kind === 'embedded' ? '内置数据库' : '外部数据库'}）…`)
  const first = await startOurs()
  await first.process.stop()
  say(`· 装入 ${volume.users} 个用户、${rows === 'whole' ? volume.logs : 0} 行锁具日志…`)
  say(`· 已装入（${(await loadRows(database.url, rows)).toFixed(0)} 秒）`)
  return { database, dataDir, startOurs, startFloor }
}

/** The administrator, signed in, in the department that the data rule speaks of. */
export async function signInAdmin(server: OurServer): Promise<ApiClient> {
  return await signIn(server.process.url, admin.username, admin.password)
}

/** Our server as a target of load. */
export function targetOf(world: BenchWorld, server: OurServer, client: ApiClient): Target {
  return {
    name: 'ours',
    url: server.process.url,
    headers: client.headers,
    pid: server.process.pid,
    databasePid: world.database.pid,
  }
}

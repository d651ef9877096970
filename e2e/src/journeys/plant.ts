import type { Endpoint, Envelope } from '@suoan/contract'
import { stateTrust } from '@suoan/domain/dictionaries'
import type { Clock } from '@suoan/kit/clock'
import { newUlid } from '@suoan/kit/id'
import { loadConfig } from '@suoan/platform/config'
import { createServer, type RunningServer } from '@suoan/app-server/create-server'
import { administer, cloneDatabase, stateTemplate } from '@suoan/platform/testing/clone-database'
import { atDatabase } from '@suoan/platform/testing/test-database-source'
import { DAY, moment } from '@suoan/safety/work-tickets/testing/demo-draft'
import {
  createSimulator,
  demoDevices,
  type DeviceSpec,
  type LockHandle,
  type Simulator,
} from '@suoan/simulator'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { z } from 'zod'
import { signIn, type ApiClient } from '../support/api-client.ts'
import { Cleanups } from '../support/cleanups.ts'
import { guardiansStay } from '../support/guardians-stay.ts'
import { freePort } from '../support/free-port.ts'
import { root } from '../support/root.ts'
import { openBrowser, type BrowserProfiles } from './browser-profiles.ts'

/** Every demo person's password in these runs. */
export const PASSWORD = 'Demo-plant-2026!'

/** The real server, broker, simulator and a browser, on day D of the acceptance scenarios (3-domain.md §9.0). */
export interface Plant {
  readonly server: RunningServer
  readonly url: string
  readonly browsers: BrowserProfiles
  /** Turns every clock (server, locks, browser) to a time of day D; time goes on from there. */
  at(time: string, day?: string): Promise<void>
  /** The page of somebody who has signed in, the same one each time: at `address`, or at first at his account. */
  screen(who: string, address?: string): Promise<Page>
  /** Calls as somebody, with a fresh operation id unless the input has one. */
  call<S extends z.ZodType, O>(who: string, endpoint: Endpoint<S, O>, input?: object): Promise<Envelope<O>>
  /** The same, and fails the test unless it was taken. */
  take<S extends z.ZodType, O>(who: string, endpoint: Endpoint<S, O>, input?: object): Promise<O>
  /** Plays devices that the journey has enrolled itself (`DEMO=0`), with the secrets the page has shown. */
  play(devices: readonly DeviceSpec[], secretOf: (sn: string) => string): Promise<void>
  /** The hands at a lock that is played. */
  lock(code: string): LockHandle
  /** A gas detector of the demo plant finds clean air now. */
  measure(sn: string): Promise<void>
  /** The first row of a query to the server's database. */
  one(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>>
}

/** The part of a plant that carries a ticket out: calls, the clock and the locks. */
export type PlantAccess = Pick<Plant, 'take' | 'at' | 'lock'>

/** Opens a plant for the tests of a file and ends it after them; a failed test leaves pictures of all pages. */
export function usePlant(env: Readonly<Record<string, string>> = {}): () => Plant {
  const cleanups = new Cleanups()
  let plant: Plant | undefined
  const given = (): Plant => {
    if (!plant) throw new Error('the plant did not start')
    return plant
  }
  beforeAll(async () => {
    plant = await openPlant(env, cleanups)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail' || !plant) return
    console.error(`${task.name} failed on\n${await plant.browsers.shotAll(`failed ${task.name}`)}`)
  })
  afterAll(async () => {
    const complaints = plant?.browsers.complaints ?? []
    await cleanups.end()
    expect(complaints, 'the pages ran without errors').toEqual([])
  })
  return given
}

async function openPlant(env: Readonly<Record<string, string>>, cleanups: Cleanups): Promise<Plant> {
  const consoleFolder = path.join(root, 'apps/console/dist')
  if (!existsSync(path.join(consoleFolder, 'index.html')))
    throw new Error('the console is not built: run `node scripts/bootstrap.mjs` first')
  const clock = shiftedClock()
  clock.set(moment('07:50'))
  const folder = temporaryFolder(cleanups)
  const config = loadConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: await openDatabase(env, cleanups),
    // With a database of one's own it would be off, and with it the outbox of messages.
    DEMO: '1',
    DEMO_WORKS: '0',
    DEMO_PASSWORD: PASSWORD,
    LOGIN_CAPTCHA: 'off',
    SESSION_IDLE_MINUTES: '43200',
    LOG_LEVEL: 'fatal',
    ...env,
  })
  const server = await createServer(config, { clock, consoleFolder })
  cleanups.add(() => server.stop())
  let simulator =
    server.demoSecretOf && (await playDevices(server, clock, cleanups, demoDevices, server.demoSecretOf))
  const browsers = await openBrowser(server.url, () => clock.now(), cleanups)
  const clients = new Map<string, Promise<ApiClient>>()
  const screens = new Map<string, Promise<Page>>()

  const plant: Plant = {
    server,
    url: server.url,
    browsers,
    async at(time, day = DAY) {
      await guardiansStay(server.ctx.pool, new Date(moment(time, day)))
      const believed = await confirmedLocks(server)
      clock.set(moment(time, day))
      if (simulator) await giveSignsOfLife(server, simulator, believed)
      await browsers.setTime(clock.now())
    },
    async screen(who, address) {
      const isNew = !screens.has(who)
      const page = await remembered(screens, who, () =>
        browsers.signIn(who, PASSWORD, address ?? '/account/center'),
      )
      if (!isNew && address !== undefined) await page.goto(address)
      return page
    },
    async call(who, { methods, path: at }, input = {}) {
      const client = await remembered(clients, who, () => signIn(server.url, who, PASSWORD))
      return methods.includes('POST')
        ? client.send('POST', at, { clientOpId: newUlid(), ...input })
        : client.get(at, { ...input })
    },
    async take(who, endpoint, input) {
      const answer = await plant.call(who, endpoint, input)
      if (!answer.success) throw new Error(`${who} ${endpoint.title}: ${JSON.stringify(answer)}`)
      return answer.result
    },
    async play(devices, secretOf) {
      simulator = await playDevices(server, clock, cleanups, devices, secretOf)
    },
    lock(code) {
      if (!simulator) throw new Error('no devices are played in this plant')
      return simulator.lock(code)
    },
    async measure(sn) {
      for (const gas of ['O2', 'CH4']) await simulator?.measure(sn, gas, gas === 'O2' ? 20.9 : 0, '%vol')
    },
    async one(text, values = []) {
      const { rows } = await server.ctx.pool.query<Record<string, unknown>>(text, [...values])
      return rows[0] ?? {}
    },
  }
  return plant
}

function temporaryFolder(cleanups: Cleanups): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'suoan-journey-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** The address of a database of the plant's own: with the demo plant in it, or (`DEMO=0`) as before a first start. */
async function openDatabase(env: Readonly<Record<string, string>>, cleanups: Cleanups): Promise<string> {
  const source = inject('testDatabase')
  const name = `${source.prefix}_${randomBytes(6).toString('hex')}`
  const template = env['DEMO'] === '0' ? source.template : await plantedTemplate(env['ADMIN_PASSWORD'])
  await cloneDatabase(source, name, template)
  cleanups.add(() => administer(source.url, `drop database if exists ${name} with (force)`))
  return atDatabase(source.url, name)
}

/** The database that a first start leaves; one server makes it for all plants of the run. */
async function plantedTemplate(adminPassword = PASSWORD): Promise<string> {
  const source = inject('testDatabase')
  const name = `${source.prefix}_plant_${createHash('sha256').update(adminPassword).digest('hex').slice(0, 16)}`
  await stateTemplate(source.url, name, async (draft) => {
    await cloneDatabase(source, draft, source.template)
    const cleanups = new Cleanups()
    const config = loadConfig({
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      SIMULATOR: '0',
      DATA_DIR: temporaryFolder(cleanups),
      DATABASE_URL: atDatabase(source.url, draft),
      DEMO: '1',
      DEMO_WORKS: '0',
      DEMO_PASSWORD: PASSWORD,
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'fatal',
    })
    const clock = shiftedClock()
    clock.set(moment('07:50'))
    const server = await createServer(config, { clock })
    await server.stop()
    await cleanups.end()
    return null
  })
  return name
}

async function playDevices(
  { mqttUrl }: RunningServer,
  clock: Clock,
  cleanups: Cleanups,
  devices: readonly DeviceSpec[],
  secretOf: (sn: string) => string,
): Promise<Simulator | null> {
  if (mqttUrl === null) return null
  const simulator = createSimulator({ url: mqttUrl, tenantId: 0, devices, secretOf, clock })
  cleanups.add(() => simulator.stop())
  await simulator.start()
  return simulator
}

/** Serial numbers of the locks whose state is believed now. */
async function confirmedLocks({ ctx }: RunningServer): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ sn: string }>(
    'select device_sn as sn from lo_lock where state_trust = $1',
    [stateTrust.confirmed],
  )
  return rows.map(({ sn }) => sn)
}

/**
 * What the devices would have sent in the time that was skipped: their last telemetry before now. Where somebody looked at
 * the silence before it came, a lock that was believed says its whole state, as after a break of its connection.
 */
async function giveSignsOfLife(
  { ctx }: RunningServer,
  simulator: Simulator,
  believed: readonly string[],
): Promise<void> {
  const now = new Date(ctx.clock.now())
  const powered = simulator.devices.filter(({ kind }) => kind === 'lock').map(({ sn }) => sn)
  const none = { timeout: 60_000 }
  await Promise.all(powered.map((sn) => simulator.lock(sn).telemetry()))
  const silent = `select count(*)::int as n from lo_lock
    where device_sn = any($1) and (online <> 1 or last_seen is null or last_seen < $2)`
  await expect.poll(async () => (await ctx.pool.query(silent, [powered, now])).rows, none).toEqual([{ n: 0 }])
  const doubted = async (): Promise<string[]> => {
    const { rows } = await ctx.pool.query<{ sn: string }>(
      'select device_sn as sn from lo_lock where device_sn = any($1) and state_trust <> $2',
      [powered.filter((sn) => believed.includes(sn)), stateTrust.confirmed],
    )
    return rows.map(({ sn }) => sn)
  }
  await Promise.all((await doubted()).map((sn) => simulator.lock(sn).readstate()))
  await expect.poll(doubted, none).toEqual([])
}

/** Real time, moved: it runs on from where it was set. */
function shiftedClock(): Clock & { set(to: number): void } {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    set: (to) => {
      offset = to - Date.now()
    },
  }
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}

import type { Endpoint, Envelope } from '@suoan/contract'
import { manualClock, type ManualClock } from '@suoan/kit/clock/testing'
import { newUlid } from '@suoan/kit/id'
import { loadConfig } from '@suoan/platform/config'
import { createServer, type RunningServer } from '@suoan/app-server/create-server'
import { DAY, moment } from '@suoan/safety/work-tickets/testing/demo-draft'
import { runDueTimers } from '@suoan/platform/timers/testing'
import {
  createSimulator,
  demoDevices,
  type DeviceSpec,
  type LockHandle,
  type Simulator,
} from '@suoan/simulator'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { PlantAccess } from '../../journeys/plant.ts'
import { signIn, type ApiClient } from '../../support/api-client.ts'
import type { Cleanups } from '../../support/cleanups.ts'
import { freePort } from '../../support/free-port.ts'
import { guardiansStay } from '../../support/guardians-stay.ts'

export const PASSWORD = 'Drill-plant-2026!'

export interface PlantOptions {
  /** What is played; the demo plant's devices by default. */
  readonly devices?: readonly DeviceSpec[]
  readonly env?: Readonly<Record<string, string>>
  /** Statements before the server starts, e.g. another carrier of a lock. */
  readonly before?: string
}

/** The real server with its broker, and the simulator, over a clock that moves only when told. */
export interface DrillPlant extends PlantAccess {
  readonly clock: ManualClock
  readonly server: () => RunningServer
  readonly pool: () => Pool
  readonly simulator: Simulator
  readonly dataDir: string
  client(who: string): Promise<ApiClient>
  /** Calls as somebody, with a fresh operation id unless the input has one. */
  call<S extends z.ZodType, O>(who: string, endpoint: Endpoint<S, O>, input?: object): Promise<Envelope<O>>
  lock(code: string): LockHandle
  /** Everything that is due at the clock's time. */
  due(): Promise<void>
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Waits until a look is as wanted, at most 20 s; answers with the last look. */
  until<T>(look: () => Promise<T> | T, isRight: (found: T) => boolean): Promise<T>
  /** Stops the server with its broker and starts it again on the same ports. */
  restart(): Promise<void>
  /** A second server over the same database, without devices of its own. */
  neighbour(): Promise<RunningServer>
}

/** Opens a plant over the database at `url`. */
export async function openDrillPlant(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  cleanups: Cleanups,
  { devices = demoDevices, env = {} }: PlantOptions = {},
): Promise<DrillPlant> {
  const clock = manualClock(moment('07:50'))
  const port = await freePort()
  const configFor = (more: Readonly<Record<string, string>>) =>
    loadConfig({
      HOST: '127.0.0.1',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_WORKS: '0',
      SIMULATOR: '0',
      LOGIN_CAPTCHA: 'off',
      SESSION_IDLE_MINUTES: '43200',
      LOG_LEVEL: 'silent',
      ...env,
      ...more,
    })
  const mqttPort = await freePort()
  const start = () => createServer(configFor({ PORT: String(port), MQTT_PORT: String(mqttPort) }), { clock })
  let server = await start()
  cleanups.add(() => server.stop())
  const { mqttUrl, demoSecretOf } = server
  if (mqttUrl === null || demoSecretOf === null) throw new Error('the plant has no broker')
  const simulator = createSimulator({ url: mqttUrl, tenantId: 0, devices, secretOf: demoSecretOf, clock })
  cleanups.add(() => simulator.stop())
  await simulator.start()
  const clients = new Map<string, Promise<ApiClient>>()

  const plant: DrillPlant = {
    clock,
    server: () => server,
    pool: () => server.ctx.pool,
    simulator,
    dataDir,
    client(who) {
      const known = clients.get(who) ?? signIn(server.url, who, PASSWORD)
      clients.set(who, known)
      return known
    },
    async call(who, { methods, path }, input = {}) {
      const client = await plant.client(who)
      return methods.includes('POST')
        ? client.send('POST', path, { clientOpId: newUlid(), ...input })
        : client.get(path, { ...input })
    },
    async take(who, endpoint, input) {
      const answer = await plant.call(who, endpoint, input)
      if (!answer.success) throw new Error(`${who} ${endpoint.title}: ${JSON.stringify(answer)}`)
      return answer.result
    },
    lock: (code) => simulator.lock(code),
    async at(time, day = DAY) {
      await guardiansStay(server.ctx.pool, new Date(moment(time, day)))
      clock.set(moment(time, day))
      const powered = devices.filter(({ kind }) => kind === 'lock').map(({ sn }) => sn)
      await Promise.all(powered.map((sn) => simulator.lock(sn).telemetry()))
      await plant.until(
        () =>
          plant.rows(
            'select 1 from lo_lock where device_sn = any($1) and (last_seen is null or last_seen < $2)',
            [powered, new Date(clock.now())],
          ),
        (silent) => silent.length === 0,
      )
    },
    async due() {
      await runDueTimers(server.ctx)
    },
    async rows(text, values = []) {
      return (await server.ctx.pool.query<Record<string, unknown>>(text, [...values])).rows
    },
    async until(look, isRight) {
      for (let tries = 0; ; tries += 1) {
        const found = await look()
        if (isRight(found) || tries === 400) return found
        await sleep(50)
      }
    },
    async restart() {
      await server.stop()
      server = await start()
    },
    async neighbour() {
      const other = await createServer(configFor({ PORT: '0', MQTT_PORT: '0' }), { clock })
      cleanups.add(() => other.stop())
      return other
    },
  }
  return plant
}

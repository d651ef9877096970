import path from 'node:path'
import { loadConfig } from '@suoan/platform/config'
import { createServer } from '@suoan/app-server/create-server'
import { moment } from '@suoan/safety/work-tickets/testing/demo-draft'
import { manualClock } from '@suoan/kit/clock/testing'
import { administer, openEmbedded } from '../../support/database.ts'
import { Cleanups } from '../../support/cleanups.ts'
import { Tally, type Drill } from './drill.ts'
import { openDrillPlant, PASSWORD } from './drill-plant.ts'

export interface DrillReport {
  readonly drill: Drill
  readonly tally: Tally
  readonly ms: number
}

/** Where drills run: each gets copies of one seeded demo plant. */
export interface DrillStand {
  run(drill: Drill): Promise<DrillReport>
}

/** Seeds the demo plant, in a PostgreSQL of this run that lives in `folder`; answers with its address. */
export async function seedDrillDatabase(folder: string, cleanups: Cleanups): Promise<string> {
  const { url } = await openEmbedded(folder, cleanups)
  const config = loadConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'seed'),
    DEMO: '1',
    DEMO_WORKS: '0',
    SIMULATOR: '0',
    ADMIN_PASSWORD: PASSWORD,
    DEMO_PASSWORD: PASSWORD,
    LOG_LEVEL: 'silent',
  })
  await (await createServer(config, { clock: manualClock(moment('07:50')) })).stop()
  return url
}

/** Opens a stand over a demo plant that was seeded once. */
export async function openDrillStand(folder: string, cleanups: Cleanups): Promise<DrillStand> {
  const url = await seedDrillDatabase(folder, cleanups)
  const at = (name: string): string => {
    const own = new URL(url)
    own.pathname = `/${name}`
    return own.toString()
  }
  let plants = 0
  return {
    async run(drill) {
      const tally = new Tally()
      const ends = new Cleanups()
      const begun = performance.now()
      try {
        await drill.run(
          {
            async plant(options = {}) {
              plants += 1
              const name = `drill_${plants}`
              await administer(at('postgres'), `create database ${name} template suoan`)
              if (options.before !== undefined) await administer(at(name), options.before)
              return openDrillPlant({ url: at(name), dataDir: path.join(folder, name) }, ends, options)
            },
          },
          tally,
        )
      } catch (error) {
        tally.breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      }
      await ends.end()
      return { drill, tally, ms: performance.now() - begun }
    },
  }
}

import type { Context } from '@suoan/platform/context'
import type { Simulator } from '@suoan/simulator'
import type { RunningServer } from '../create-server.ts'
import { demoParts } from './demo-parts.ts'
import { demoDevicesToPlay } from './devices-to-play.ts'
import { openLiveCrew } from './live-crew.ts'
import { plantLife } from './plant-life.ts'
import { createStory } from './story.ts'
import { startWorkingDay } from './working-day.ts'

/** Half the silence of which people are warned (G30). */
const GAS_EVERY_MS = 60_000
/** Well within the heartbeat of the demo locks: none grows old in people's eyes while the demo runs. */
const TELEMETRY_EVERY_MS = 60_000
/** A gateway hears its locks at least every ten minutes (3-domain.md §5.3): within that no closure grows too old to start on (G11). */
const STATE_EVERY_MS = 240_000
/** A round with the smart key, before what it told of the passive locks is believed no more. */
const KEY_ROUND_EVERY_MS = 240_000

/** Brings the demo plant's devices to life; null where there is none, or no broker. They end with their broker. */
export async function playDemoPlant({
  ctx,
  mqttUrl,
  demoSecretOf,
}: Pick<RunningServer, 'ctx' | 'mqttUrl' | 'demoSecretOf'>): Promise<Simulator | null> {
  if (mqttUrl === null || demoSecretOf === null) return null
  // Loaded with its MQTT client only where it plays.
  const { createSimulator } = await import('@suoan/simulator')
  const simulator = createSimulator({
    url: mqttUrl,
    tenantId: 0,
    devices: await demoDevicesToPlay(ctx),
    secretOf: demoSecretOf,
    gasEveryMs: GAS_EVERY_MS,
    telemetryEveryMs: TELEMETRY_EVERY_MS,
    stateEveryMs: STATE_EVERY_MS,
    keyRoundEveryMs: KEY_ROUND_EVERY_MS,
  })
  await simulator.start()
  demoParts(ctx).simulator = simulator
  return simulator
}

/** The demo works goes on by itself, and its story can be played; returns the end of it. */
export async function playWorkingDay(ctx: Context, simulator: Simulator): Promise<() => Promise<void>> {
  if ((await plantLife(ctx)) === null) return async () => {}
  const crew = await openLiveCrew(ctx, simulator)
  const day = startWorkingDay(ctx, simulator, crew)
  Object.assign(demoParts(ctx), { day, story: createStory(ctx, crew) })
  return async () => {
    await day.stop()
    await crew.close()
  }
}

import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type OpenCarrier, startBroadcastRelay } from './broadcast-relay.ts'
import { createBroadcaster } from './broadcaster.ts'
import { missingForSeveral } from './several-nodes.ts'

const right = {
  databaseUrl: 'postgres://db/suoan',
  redisUrl: undefined,
  mqttUrl: 'mqtt://broker',
  mqttPort: 0,
  dataDir: '/srv/suoan',
}
type Installation = Partial<Parameters<typeof missingForSeveral>[0]>

/** The notes of a start, each by its first words that tell it apart. */
async function notesOf({
  nodes = 1,
  hears = true,
  shares = true,
  ...config
}: Installation & { nodes?: number; hears?: boolean; shares?: boolean }) {
  const relay = { nodes: async () => nodes, hears: async () => hears }
  return missingForSeveral({ ...right, ...config }, relay, async (isAlone) => isAlone || shares)
}

describe('what the start of a node says is missing for several', () => {
  test('nothing for one node with everything of its own', async () => {
    expect(
      await notesOf({ databaseUrl: undefined, mqttUrl: undefined, mqttPort: 1884, shares: false }),
    ).toEqual([])
  })

  test('nothing for three nodes that share database, broker and folder, with Redis or without', async () => {
    expect(await notesOf({ nodes: 3 })).toEqual([])
    expect(await notesOf({ nodes: 3, redisUrl: 'redis://cache' })).toEqual([])
  })

  test.each([
    ['a node that does not hear the database', { hears: false }, ['LISTEN/NOTIFY']],
    ['a node that does not hear Redis', { hears: false, redisUrl: 'redis://cache' }, ['REDIS_URL']],
    [
      'two nodes with brokers of their own',
      { nodes: 2, mqttUrl: undefined, mqttPort: 1884 },
      ['同一个 MQTT_URL'],
    ],
    ['two nodes with folders of their own', { nodes: 2, shares: false }, ['数据目录 /srv/suoan']],
    [
      'two nodes with folders and brokers of their own',
      { nodes: 2, shares: false, mqttUrl: undefined, mqttPort: 1884 },
      ['数据目录', '同一个 MQTT_URL'],
    ],
    [
      'two nodes over one Redis with databases of their own',
      {
        nodes: 2,
        databaseUrl: undefined,
        redisUrl: 'redis://cache',
        shares: false,
        mqttUrl: undefined,
        mqttPort: 1884,
      },
      ['同一个 DATABASE_URL'],
    ],
  ] as const)('%s', async (_, installation, wanted) => {
    const notes = await notesOf(installation)
    expect(notes).toHaveLength(wanted.length)
    for (const [index, text] of wanted.entries()) expect(notes[index]).toContain(text)
  })
})

describe('a node asks whether it hears itself', () => {
  afterEach(() => void vi.useRealTimers())
  const log = pino({ level: 'silent' })
  const carrier =
    (delivers: boolean): OpenCarrier =>
    async ({ onText }) => ({
      mostBytes: 1_000,
      send: async (text) => void (delivers && onText(text)),
      nodes: async () => 1,
      stop: async () => {},
    })

  test('over a line that takes texts and delivers none it waits two seconds and says no', async () => {
    vi.useFakeTimers()
    const relay = await startBroadcastRelay(
      carrier(false),
      createBroadcaster(() => {}),
      log,
    )
    const hears = relay.hears()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await hears).toBe(false)
    await relay.stop()
  })

  test('over a line that delivers it says yes', async () => {
    const relay = await startBroadcastRelay(
      carrier(true),
      createBroadcaster(() => {}),
      log,
    )
    expect(await relay.hears()).toBe(true)
    await relay.stop()
  })
})

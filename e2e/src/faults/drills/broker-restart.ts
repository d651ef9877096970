import type { LockHandle } from '@suoan/simulator'
import type { Drill, Tally } from './drill.ts'
import type { DrillPlant, PlantOptions } from './drill-plant.ts'
import { startMosquitto } from './mosquitto.ts'

const locks = ['LK1', 'LK2', 'LK3', 'LB1', 'LK4']
/** Devices with a connection of their own, which say who they are when they connect. */
const sayingWho = ['GAS2', 'GAS3', 'GAS4', 'GW1', 'K1', 'LK4']
const WANTED = 150

/** The broker inside the server ends and starts again with it. */
export const brokerRestart: Drill = {
  name: '消息服务重启（内置）',
  done: '五把锁不断上报开关，其间停止并重新启动服务与内置消息服务',
  must: '已确认的事件各在日志一次；网关与锁都回来；停机前的开锁指令一条也不迟到',
  run: async (stage, tally) => {
    const plant = await stage.plant()
    await stream(plant, tally, () => plant.restart())
  },
}

/** A broker of its own beside the server. */
export const mosquittoRestart: Drill = {
  name: '消息服务重启（Mosquitto）',
  done: '五把锁不断上报开关，其间停止并重新启动外部的 Mosquitto',
  must: brokerRestart.must,
  async run(stage, tally) {
    const broker = await startMosquitto()
    if (broker === null) return tally.count('没有 Mosquitto，跳过')
    try {
      const options: PlantOptions = { env: { MQTT_URL: broker.url } }
      const plant = await stage.plant(options)
      await stream(plant, tally, () => broker.restart())
    } finally {
      await broker.stop()
    }
  },
}

/** A lock that holds a point is asked what it is after an absence of ours, whether it says so by itself or not. */
export const heldStates: Drill = {
  name: '消息服务恢复后读取在用锁',
  done: '两把锁锁着隔离点，停止并重新启动服务与内置消息服务',
  must: '占用隔离点且未自报状态的锁各被问一次状态（READSTATE），其余的锁不问',
  run: async (stage, tally) => {
    const plant = await stage.plant()
    for (const n of [1, 2])
      await plant.rows(`insert into lo_point_hold (id, tenant_id, point_id, work_id, lock_id, user_id, hold_type, state,
        placed_time) values ('drill-h${n}', 0, 'demo-pt${n}', 'drill', 'demo-lk${n}', 'u9', 1, 1, now())`)
    const asked: string[] = []
    plant.simulator.on((event) => {
      if (event.type === 'command' && event.command.type === 'READSTATE') asked.push(event.sn)
    })
    await plant.restart()
    const waiting = () => plant.rows(`select subject_id from lo_timer where kind = 'lock.readState'`)
    await plant.until(waiting, (rows) => rows.length === 2)
    // As if the broker had swallowed what they said of themselves: nothing they have said counts as said since.
    await plant.rows(
      `update lo_timer set data = jsonb_build_object('since', $1::bigint) where kind = 'lock.readState'`,
      [plant.clock.now() + 60_000],
    )
    plant.clock.advance(10_000)
    await plant.due()
    await plant.until(
      () => asked.length,
      (n) => n >= 2,
    )
    await plant.due()
    tally.same('被问状态的锁', asked.toSorted(), ['LK1', 'LK2'])
  },
}

async function stream(plant: DrillPlant, tally: Tally, restart: () => Promise<void>): Promise<void> {
  const said = new Map<string, string>()
  const introduced: string[] = []
  const late: string[] = []
  let isDown = false
  plant.simulator.on((event) => {
    if (event.type === 'said' && event.message.suffix === 'event') {
      const [first] = Array.isArray(event.message.payload['events']) ? event.message.payload['events'] : []
      said.set(event.sn, String(first?.id))
    }
    if (event.type === 'connected' && isDown) introduced.push(event.sn)
    if (event.type === 'command' && event.command.type === 'OPEN') late.push(event.command.id)
  })
  const acknowledged: string[] = []
  let isOver = false
  const toggling = locks.map(async (code) => {
    const lock = plant.lock(code)
    while (!isOver) {
      const done = toggle(lock)
      const id = said.get(code) ?? ''
      await done
      acknowledged.push(id)
    }
  })
  await plant.until(
    () => acknowledged.length,
    (n) => n >= WANTED,
  )
  isDown = true
  const ending = restart()
  // Ordered while the broker goes away: refused, lost, or handed over before; never kept for later.
  const orders = []
  for (let n = 0; n < 20; n += 1) orders.push(order(plant, n))
  const answers = await Promise.all(orders)
  const before = late.length
  await ending
  const inTime = answers.filter(({ sent }) => sent).length
  const atReturn = acknowledged.length
  await plant.until(
    () => acknowledged.length,
    (n) => n >= atReturn + WANTED,
  )
  await plant.until(
    () => new Set(introduced).size,
    (n) => n === sayingWho.length,
  )
  isOver = true
  await Promise.all(toggling)
  tally.same('重新连接并自报身份', [...new Set(introduced)].toSorted(), sayingWho)
  tally.holds(
    `迟到的开锁指令：停机前交出 ${inTime} 条，锁收到 ${late.length} 条`,
    late.length <= Math.max(inTime, before),
  )
  const read = async () => {
    const stored = await plant.rows('select event_id, count(*)::int as n from lo_lock_log group by event_id')
    return new Map(stored.map((row) => [String(row['event_id']), Number(row['n'])]))
  }
  const missing = (found: ReadonlyMap<string, number>) => acknowledged.filter((id) => !found.has(id))
  // Mosquitto forgets shared subscriptions with its process and drops what comes before we are back; the next event of
  // each lock then shows the gap, and READLOG brings what is missing (§5.5.3).
  const times = await plant.until(
    async () => {
      await Promise.all(locks.map((code) => toggle(plant.lock(code))))
      return read()
    },
    (found) => missing(found).length === 0,
  )
  tally.same('已确认而不在日志的事件', missing(times).length, 0)
  tally.same('在日志不止一次的事件', [...times.values()].filter((n) => n > 1).length, 0)
  tally.count(
    `确认 ${acknowledged.length} 条，日志 ${times.size} 条；停机中的开锁指令 ${answers.length} 条，送达 ${late.length} 条`,
  )
}

const toggle = (lock: LockHandle): Promise<void> => (lock.state().latch === 0 ? lock.close() : lock.open())

const order = (plant: DrillPlant, n: number) =>
  plant.server().ctx.locks.send({
    cmdId: `drill-open-${n}`,
    tenantId: 0,
    sn: 'LK3',
    parentSn: 'GW1',
    type: 'OPEN',
    exp: plant.clock.now() + 20_000,
    by: 'u6',
    workId: null,
    decisionId: null,
    params: {},
  })

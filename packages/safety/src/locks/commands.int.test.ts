import { downTopic, upTopic, type CommandMessage } from '@suoan/contract/device'
import type { CommandAnswer, OpenAnswer } from '@suoan/contract'
import { createEmbeddedBroker, createLockGateway, type LockGateway } from '@suoan/gateway'
import { newUlid } from '@suoan/kit/id'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '@suoan/platform/db/transaction'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { areas } from '../areas/index.ts'
import { createDeviceBridge } from '../lock-records/index.ts'
import { DAY_D, plantDemo } from '../lock-records/testing.ts'
import { locks, sendWaiting, storeCommand } from './index.ts'
import { plantTicketAtWork } from './testing.ts'

/** 10:00 on day D. */
const TEN = DAY_D + 3_600_000
const lockId = 'demo-lk4'

let world: TestWorld
let gateway: LockGateway
let url: string

beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
    ],
    locks: { send: (command) => gateway.send(command) },
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
  await plantTicketAtWork(world)
  const { clock, log } = world.ctx
  const broker = createEmbeddedBroker({ host: '127.0.0.1', port: 0 })
  gateway = createLockGateway({ broker, clock, log, ...createDeviceBridge(world.ctx) })
  url = (await gateway.start()).url
})
afterAll(async () => {
  await gateway.stop()
  await world[Symbol.asyncDispose]()
})

let device: MqttClient | null = null
let heard: CommandMessage[] = []
let seq = 0

beforeEach(async () => {
  world.clock.set(TEN)
  heard = []
  await world.database.pool.query(`delete from lo_cmd; delete from lo_timer;
    update lo_lock set freeze_flag = 0 where id = '${lockId}'`)
})
afterEach(goOffline)

const address = { tenantId: 0, sn: 'LK4' }

async function goOnline(): Promise<void> {
  const login = { clientId: 'LK4', username: '0/LK4', password: 'secret-LK4' }
  device = await mqtt.connectAsync(url, { ...login, protocolVersion: 4, reconnectPeriod: 0 }, false)
  device.on('message', (_topic, payload) => {
    // The gateway's own tests hold it to the schema.
    heard.push(JSON.parse(payload.toString()) as CommandMessage)
  })
  await device.subscribeAsync(downTopic(address, 'cmd'), { qos: 1 })
}
async function goOffline(): Promise<void> {
  await device?.endAsync()
  device = null
  await expect.poll(() => gateway.isOnline(address)).toBe(false)
}
async function acknowledge(cmd: string, stage: 'RECV' | 'DONE' | 'FAILED', code = '0'): Promise<void> {
  seq += 1
  const ack = {
    v: 1,
    sn: 'LK4',
    boot: '9f31c2aa',
    seq,
    ts: world.clock.now(),
    tq: 2,
    cmd,
    stage,
    code,
    msg: '',
  }
  // Resolves with the PUBACK, which comes after the commit.
  await device?.publishAsync(upTopic(address, 'ack'), JSON.stringify(ack), { qos: 1 })
}

const keeper = () => world.as({ userId: 'u9', username: 'u9' })
type Verb = 'close' | 'freeze' | 'unfreeze' | 'syncTime' | 'readLog' | 'readState' | 'locate'
const press = (verb: Verb) => keeper().post<CommandAnswer>(`/lolock/loLock/${verb}`, { lockId })
const pressed = async (verb: Verb): Promise<string> => (await press(verb)).result.cmdId
const statusOf = async (cmdId: string) => {
  const { result } = await keeper().get<{ status: number; resultMsg: string | null; retry: number }>(
    '/lolock/loLock/cmdStatus',
    { cmdId },
  )
  return result.status
}
const heardTypes = () => heard.map(({ type }) => type)
/** Looks again while a timer is left, as a server does: one that another transaction is setting is passed over. */
const due = async (afterMs: number): Promise<void> => {
  world.clock.advance(afterMs)
  const left = async () => {
    await runDueTimers(world.ctx)
    const due = 'select kind from lo_timer where due_time <= $1'
    return (await world.database.pool.query(due, [new Date(world.clock.now())])).rows
  }
  await expect.poll(left).toEqual([])
}
/** Everything sent before it has arrived when this one has: messages to a device keep their order. */
async function heardUpToNow(): Promise<string[]> {
  const cmdId = await pressed('locate')
  await expect.poll(() => heard.some(({ id }) => id === cmdId)).toBe(true)
  return heard.filter(({ id }) => id !== cmdId).map(({ type }) => type)
}

describe('a device that is away', () => {
  it('receives a waiting FREEZE once when it comes back, and its answer settles it', async () => {
    const answer = await press('freeze')
    expect(answer).toMatchObject({ success: true, message: '设备不在线，指令将在其上线后发出' })
    const { cmdId } = answer.result
    expect(await statusOf(cmdId)).toBe(0)
    await goOnline()
    await expect.poll(heardTypes).toEqual(['FREEZE'])
    expect(await statusOf(cmdId)).toBe(1)
    await acknowledge(cmdId, 'DONE')
    expect(await statusOf(cmdId)).toBe(8)
    await due(3_600_000)
    expect(await heardUpToNow()).toEqual(['FREEZE'])
  })

  it('never receives an OPEN or a CLOSE later: they fail at once', async () => {
    const open = await world
      .as({ userId: 'u6', username: 'u6', sessionId: 's-u6' })
      .post<OpenAnswer>('/lolock/loLock/open', {
        lockId,
        workId: 'w1',
        clientOpId: newUlid(),
        proof: { nfcUid: 'NFC-LK4' },
      })
    expect(open).toMatchObject({ success: false, result: { allow: true, cmdStatus: 9 } })
    expect(await press('close')).toMatchObject({ success: false, result: { cmdStatus: 9 } })
    await goOnline()
    await due(5000)
    expect(await heardUpToNow()).toEqual([])
  })

  it('receives the newest of a kind only; the one before it is cancelled', async () => {
    const first = await pressed('locate')
    const second = await pressed('locate')
    expect([await statusOf(first), await statusOf(second)]).toEqual([12, 0])
    await goOnline()
    await expect.poll(() => heard.map(({ id }) => id)).toEqual([second])
  })

  it('is not frozen by a FREEZE that was taken back before it came', async () => {
    const freeze = await pressed('freeze')
    await press('unfreeze')
    expect(await statusOf(freeze)).toBe(12)
    await goOnline()
    expect(await heardUpToNow()).toEqual([])
  })

  it('does not receive what has expired meanwhile', async () => {
    const cmdId = await pressed('readState')
    await due(3_599_999)
    expect(await statusOf(cmdId)).toBe(0)
    await due(1)
    expect(await statusOf(cmdId)).toBe(11)
    await goOnline()
    expect(await heardUpToNow()).toEqual([])
  })

  it('has at most twenty commands waiting; FREEZE takes the place of the oldest READLOG', async () => {
    const waiting: string[] = []
    for (let n = 0; n < 20; n += 1) waiting.push(await pressed('readLog'))
    const refused = await press('readLog')
    expect(refused.success).toBe(false)
    expect(refused.message).toContain('已有 20 条指令待发')
    expect(await press('freeze')).toMatchObject({ success: true, result: { cmdStatus: 0 } })
    expect(await Promise.all(waiting.slice(0, 2).map(statusOf))).toEqual([12, 0])
    // Commands that never wait are not counted among them.
    expect((await press('close')).message).toContain('锁离线')
  })
})

describe('somebody whose data rules keep a lock from him', () => {
  const stranger = () => world.as({ userId: 'u8', username: 'u8', roleIds: ['r-one-lock'] })
  const call = (verb: Verb) => stranger().post<CommandAnswer>(`/lolock/loLock/${verb}`, { lockId })

  beforeAll(async () => {
    await world.database.pool.query(`
      insert into sys_permission (id, name, menu_type, perms, del_flag)
        values ('p-locks', '锁具', 2, 'lo:lock:list', 0);
      insert into sys_role (id, role_code, role_name) values ('r-one-lock', 'oneLock', '只看一把锁');
      insert into sys_permission_data_rule
        (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status, create_time)
        values ('rule-one-lock', 'p-locks', '只看一把锁', 'lockCode', '=', 'LK-NOT-THIS', '1', now());
      insert into sys_role_permission (id, role_id, permission_id, data_rule_ids)
        values ('rp-one-lock', 'r-one-lock', 'p-locks', 'rule-one-lock')`)
  })

  it.each(['unfreeze', 'syncTime', 'readLog', 'readState', 'locate'] as const)(
    'does not send it %s, and nothing is stored',
    async (verb) => {
      expect(await call(verb)).toMatchObject({ success: false })
      const { rowCount } = await world.database.pool.query('select 1 from lo_cmd')
      expect(rowCount).toBe(0)
    },
  )

  it('may freeze it all the same, follows his own command, and cannot take the freeze back', async () => {
    const answer = await call('freeze')
    expect(answer).toMatchObject({ success: true })
    const own = await stranger().get('/lolock/loLock/cmdStatus', { cmdId: answer.result.cmdId })
    expect(own).toMatchObject({ success: true })
    expect(await call('unfreeze')).toMatchObject({ success: false })
  })

  it('does not read what others sent to it', async () => {
    const cmdId = await pressed('locate')
    expect(await stranger().get('/lolock/loLock/cmdStatus', { cmdId })).toMatchObject({ success: false })
  })
})

describe('a device that does not answer', () => {
  beforeEach(goOnline)

  it('is sent a CLOSE three times ten seconds apart; then the outcome is unknown, and a late answer changes nothing', async () => {
    const cmdId = await pressed('close')
    const before = gateway.counters().commandsSent
    await due(9_999)
    expect(gateway.counters().commandsSent).toBe(before)
    await due(1)
    await due(10_000)
    await expect.poll(() => heard.map(({ id }) => id)).toEqual([cmdId, cmdId, cmdId])
    expect(await statusOf(cmdId)).toBe(1)
    await due(10_000)
    expect(await statusOf(cmdId)).toBe(10)
    await acknowledge(cmdId, 'DONE')
    expect(await statusOf(cmdId)).toBe(10)
    expect(await heardUpToNow()).toHaveLength(3)
  })

  it('is sent a FREEZE until it answers, ever less often', async () => {
    const cmdId = await pressed('freeze')
    const sentAt: number[] = []
    for (let second = 0; second < 1_000; second += 10) {
      const before = gateway.counters().commandsSent
      await due(10_000)
      if (gateway.counters().commandsSent > before) sentAt.push(second + 10)
    }
    expect(sentAt).toEqual([10, 20, 40, 80, 160, 320, 620, 920])
    await acknowledge(cmdId, 'DONE')
    await due(3_600_000)
    expect(await heardUpToNow()).toHaveLength(1 + sentAt.length)
  })

  it('is not sent a FREEZE again after an UNFREEZE', async () => {
    const freeze = await pressed('freeze')
    const unfreeze = await pressed('unfreeze')
    expect(await statusOf(freeze)).toBe(10)
    await due(10_000)
    await acknowledge(unfreeze, 'DONE')
    await due(3_600_000)
    expect(await heardUpToNow()).toEqual(['FREEZE', 'UNFREEZE', 'UNFREEZE'])
  })

  it('has received a command that it calls a repetition: it is not sent again, and its own answer settles it', async () => {
    const cmdId = await pressed('close')
    await due(10_000)
    await acknowledge(cmdId, 'FAILED', 'LO-D1004')
    expect(await statusOf(cmdId)).toBe(2)
    await due(10_000)
    await acknowledge(cmdId, 'DONE')
    expect(await statusOf(cmdId)).toBe(8)
    expect(await heardUpToNow()).toEqual(['CLOSE', 'CLOSE'])
  })

  it('has its clock set by the moment of the sending, also when that is repeated', async () => {
    await pressed('syncTime')
    await due(10_000)
    await expect.poll(() => heard.map(({ p }) => p['now'])).toEqual([TEN, TEN + 10_000])
  })
})

describe('a server that ends between storing a command and sending it', () => {
  const store = (type: 'OPEN' | 'CLOSE') =>
    inTransaction(world.ctx, async (tx, emit) => {
      const order = { ...address, lockId, parentSn: null, type, by: 'u6' }
      const stored = await storeCommand(tx, emit, order, world.clock.now())
      if ('refused' in stored) throw new Error(stored.refused)
      return stored.cmdId
    })
  beforeEach(goOnline)

  it('leaves a CLOSE to the next one', async () => {
    const cmdId = await store('CLOSE')
    await due(10_000)
    await expect.poll(() => heard.map(({ id }) => id)).toEqual([cmdId])
  })

  it('leaves an OPEN unsent for ever', async () => {
    const cmdId = await store('OPEN')
    await due(5_000)
    await due(5_000)
    expect(await statusOf(cmdId)).toBe(11)
    expect(await heardUpToNow()).toEqual([])
  })
})

it('several servers that see a device return and a timer fall due send a command once', async () => {
  const cmdId = await pressed('freeze')
  world.clock.advance(10_000)
  await goOnline()
  const everybody = [1, 2, 3].flatMap(() => [
    sendWaiting(world.ctx, { ...address, parentSn: null }),
    runDueTimers(world.ctx),
  ])
  await Promise.all(everybody)
  // The one that sends may be the gateway's own, for which nobody waits here.
  await expect.poll(heardTypes).toContain('FREEZE')
  expect(await heardUpToNow()).toEqual(['FREEZE'])
  expect(heard[0]?.id).toBe(cmdId)
})

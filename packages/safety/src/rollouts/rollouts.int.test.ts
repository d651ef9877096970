import { rolloutEndpoints as endpoints, type RolloutDevice, type RolloutRow } from '@suoan/contract'
import type { DeviceAnswer, DeviceCommand, DeviceMessage } from '@suoan/contract/device'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oneByOne } from '@suoan/platform/reactions'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { areas } from '../areas/index.ts'
import { createDeviceBridge } from '../lock-records/index.ts'
import { ackFrom, DAY_D, plantDemo, stateFrom } from '../lock-records/testing.ts'
import { locks, sendWaiting } from '../locks/index.ts'
import { plantTicketAtWork } from '../locks/testing.ts'
import { mustBeInUse } from '../work-tickets/moves/lock-in-use.ts'
import { rollouts } from './index.ts'

const maker = generateKeyPairSync('ed25519')
const makerKey = Buffer.from(maker.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
  'base64',
)

let world: TestWorld
let sent: DeviceCommand[]
let answers: DeviceAnswer[]
let isAway: boolean
let seq: number
let wanted: string[]

beforeEach(async () => {
  sent = []
  answers = []
  isAway = false
  seq = 0
  wanted = []
  world = await createTestWorld({
    env: { FIRMWARE_KEYS: makerKey },
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
      { name: 'rollouts', mount: rollouts },
    ],
    locks: {
      async send(command) {
        if (isAway) return { sent: false, code: 'LO-D3004' }
        sent.push(command)
        return { sent: true }
      },
      async answer(answer) {
        answers.push(answer)
        return { sent: true }
      },
    },
  })
  world.ctx.reactions.declare({
    name: 'test.seen',
    title: '测试',
    event: 'message.wanted',
    key: () => 'test',
    handle: oneByOne(async (_, { event }) => void wanted.push(event)),
  })
  world.clock.set(DAY_D + 3_600_000)
  await plantDemo(world.ctx)
  await world.database.pool.query(`insert into lo_device (id, tenant_id, device_sn, kind, device_name, status)
    select 'tag' || n, 0, 'TAG' || n, 'TAG', 'TAG' || n, 1 from generate_series(1, 20) n`)
})
afterEach(() => world[Symbol.asyncDispose]())

const plantDetector = () =>
  world.database.pool.query(`insert into lo_device (id, tenant_id, device_sn, kind, device_name, status)
    values ('gas-a', 0, 'GAS-A', 'GAS', 'GAS-A', 1)`)
const keeper = () => world.as({ userId: 'u11', username: 'u11' })
const upload = (changes: object = {}, kind = 'TAG', version = '3.0.0') => {
  const image = Buffer.alloc(20_000, version)
  const digest = createHash('sha256').update(image).digest('hex')
  const signature = sign(null, Buffer.from(`${kind}\n${version}\n${digest}`), maker.privateKey)
  const body = {
    kind,
    version,
    fileName: 'tag.bin',
    image: image.toString('base64'),
    signature: signature.toString('base64'),
  }
  return keeper().post<{ id: string; sha256: string }>(endpoints.upload.path, { ...body, ...changes })
}
const begin = async (body: object = {}, kind?: string) => {
  const { result } = await upload({}, kind)
  const started = await keeper().post<RolloutRow>(endpoints.firmware.path, {
    firmwareId: result.id,
    title: '升级到 3.0.0',
    ...body,
  })
  expect(started).toMatchObject({ success: true })
  await step()
  return started.result.id
}
const step = async () => {
  world.clock.advance(20_000)
  await runDueTimers(world.ctx)
}
const shown = async (id: string) => {
  const { result } = await keeper().get<RolloutRow[]>(endpoints.list.path)
  return result.find((row) => row.id === id)
}
const devicesOf = async (id: string) =>
  (await keeper().get<RolloutDevice[]>(endpoints.devices.path, { id })).result
const hear = (...messages: DeviceMessage[]) => createDeviceBridge(world.ctx).onMessages(messages)
const answer = async (command: DeviceCommand, stage: 'DONE' | 'FAILED', code = '0') => {
  seq += 1
  await hear(ackFrom(command.sn, { seq, ts: world.clock.now() }, command.cmdId, stage, code))
}
const comesBack = async (sn: string, fw: string) => {
  await world.database.pool.query(`update lo_device set fw_version = $1 where device_sn = $2`, [fw, sn])
}
const succeed = async (command: DeviceCommand) => {
  await answer(command, 'DONE')
  await comesBack(command.sn, '3.0.0')
}

describe('an image of a firmware (§5.9)', () => {
  it('is kept once, and only when the maker has signed it for this kind and version', async () => {
    expect((await upload({ version: '3.0.1' })).message).toContain('签名与固件不符')
    expect((await upload({ image: Buffer.from('other').toString('base64') })).message).toContain(
      '签名与固件不符',
    )
    expect(await upload()).toMatchObject({ success: true })
    expect((await upload()).message).toContain('同一版本不能替换')
  })
})

/** What whoever began it was told, and by which events outside the console. */
const toldOf = async (id: string) => {
  const { rows } = await world.database.pool.query<{ title: string; who: string }>(
    `select a.titile as title, s.user_id as who from sys_announcement a join sys_announcement_send s on s.annt_id = a.id
      where a.bus_type = 'rollout' and a.bus_id = $1 order by a.create_time, a.id`,
    [id],
  )
  await world.settled()
  return { rows, events: [...new Set(wanted)] }
}

describe('a roll-out (§5.9)', () => {
  it('goes to 1 %, 10 % and all, each stage after the one before has come back with the version', async () => {
    const id = await begin()
    expect(sent.map(({ type }) => type)).toEqual(['OTA'])
    await answer(sent[0]!, 'DONE')
    await step()
    // It has taken the image, and has not shown that it runs it.
    expect(await shown(id)).toMatchObject({ stage: 0, sent: 1, confirmed: 0 })
    await comesBack(sent[0]!.sn, '3.0.0')
    await step()
    expect(await shown(id)).toMatchObject({ stage: 1, confirmed: 1, sent: 1 })
    await succeed(sent[1]!)
    await step()
    expect(sent).toHaveLength(20)
    for (const command of sent.slice(2)) await succeed(command)
    await step()
    expect(await shown(id)).toMatchObject({ state: 3, confirmed: 20, failed: 0 })
    await step()
    expect(await toldOf(id)).toEqual({
      rows: [{ title: '下发任务“升级到 3.0.0”已完成', who: 'u11' }],
      events: ['firmware'],
    })
  })

  it('stops by itself when a stage fails, goes on when somebody says so, and is cancelled', async () => {
    const id = await begin()
    await answer(sent[0]!, 'FAILED', 'LO-D4001')
    await step()
    expect(await shown(id)).toMatchObject({
      state: 2,
      failed: 1,
      reason: expect.stringContaining('自动停止'),
    })
    expect(await devicesOf(id)).toContainEqual(expect.objectContaining({ state: 3, why: '固件校验失败' }))
    await step()
    expect(sent).toHaveLength(1)
    expect(await toldOf(id)).toEqual({
      rows: [{ title: '下发任务“升级到 3.0.0”已自动停止', who: 'u11' }],
      events: ['firmware'],
    })
    const act = (call: 'stop' | 'goOn' | 'cancel') =>
      keeper().post(endpoints[call].path, { id, reason: '已核实' })
    expect(await act('stop')).toMatchObject({ success: false })
    expect(await act('goOn')).toMatchObject({ success: true })
    await step()
    expect(sent).toHaveLength(2)
    expect(await act('cancel')).toMatchObject({ success: true })
    await step()
    expect(sent).toHaveLength(2)
    expect(await shown(id)).toMatchObject({ state: 4, waiting: 0, sent: 0 })
  })

  /** The first stage is over; of the two of the second one gets its command, and `away` waits for it. */
  const secondStage = async () => {
    await world.database.pool
      .query(`insert into lo_device (id, tenant_id, device_sn, kind, device_name, status)
      select 'more' || n, 0, 'MORE' || n, 'TAG', 'MORE' || n, 1 from generate_series(1, 10) n`)
    const id = await begin({ stopAt: 0 })
    await succeed(sent[0]!)
    isAway = true
    await step()
    isAway = false
    const { rows } = await world.database.pool.query<{ sn: string }>(
      `select device_sn as sn from lo_cmd where cmd_type = 'OTA' and status = 0 order by device_sn`,
    )
    const [first = '', away = ''] = rows.map(({ sn }) => sn)
    await sendWaiting(world.ctx, { tenantId: 0, sn: first })
    expect(sent.map(({ sn }) => sn).slice(1)).toEqual([first])
    return { id, first, away }
  }

  it('that has stopped by itself sends nothing any more to a device that comes back', async () => {
    const { id, away } = await secondStage()
    await answer(sent[1]!, 'FAILED', 'LO-D4001')
    await step()
    expect(await shown(id)).toMatchObject({ state: 2, failed: 1 })
    await sendWaiting(world.ctx, { tenantId: 0, sn: away })
    expect(sent).toHaveLength(2)
  })

  it('sends again to a device that is heard, when the first sending was lost with its server', async () => {
    const { first } = await secondStage()
    world.clock.advance(10_000)
    await sendWaiting(world.ctx, { tenantId: 0, sn: first })
    expect(sent.map(({ sn }) => sn).slice(2)).toEqual([first])
  })

  it('that was stopped repeats nothing to a device that has not answered', async () => {
    const { id, first, away } = await secondStage()
    await keeper().post(endpoints.stop.path, { id, reason: '现场异常' })
    world.clock.advance(2 * 3_600_000)
    await runDueTimers(world.ctx)
    for (const sn of [first, away]) await sendWaiting(world.ctx, { tenantId: 0, sn })
    expect(sent).toHaveLength(2)
    await keeper().post(endpoints.goOn.path, { id, reason: '已排除' })
    await step()
    expect(
      sent
        .slice(2)
        .map(({ sn }) => sn)
        .toSorted(),
    ).toEqual([first, away].toSorted())
  })

  it('that was stopped still counts what a device says that has taken it', async () => {
    const { id } = await secondStage()
    seq += 1
    await hear(ackFrom(sent[1]!.sn, { seq, ts: world.clock.now() }, sent[1]!.cmdId, 'RECV', '0'))
    await keeper().post(endpoints.stop.path, { id, reason: '现场异常' })
    await succeed(sent[1]!)
    await step()
    expect(await shown(id)).toMatchObject({ state: 2, confirmed: 2, sent: 0 })
  })

  it('does not wait for ever for a device that was deleted', async () => {
    const { id, away } = await secondStage()
    await world.database.pool.query(`update lo_device set del_flag = 1 where device_sn = $1`, [away])
    await succeed(sent[1]!)
    await step()
    expect(await shown(id)).toMatchObject({ state: 2, failed: 1 })
    expect((await devicesOf(id))[0]).toMatchObject({ deviceSn: away, why: '设备已删除' })
  })

  it('sends nothing to a device that was disabled or scrapped after it was chosen, and does not wait for it', async () => {
    const config = { title: '静音', kind: 'TAG', config: { buzzer: 0 }, stopAt: 50 }
    const { id } = (await keeper().post<RolloutRow>(endpoints.config.path, config)).result
    await world.database.pool.query(
      `update lo_device set status = 3 where device_sn <> 'TAG1' and kind = 'TAG'`,
    )
    await world.database.pool.query(`update lo_rollout_device set stage = 0`)
    await step()
    expect(sent.map(({ sn }) => sn)).toEqual(sent.length === 0 ? [] : ['TAG1'])
    expect((await devicesOf(id)).filter(({ why }) => why === '设备已停用或报废')).toHaveLength(19)
  })

  it.each([
    ['GW', ['GW1'], 601],
    ['KEY', ['K1'], 86_400],
    ['LOCK', ['LK4'], 301],
  ])(
    'a heartbeat of a %s longer than its presence is judged by is refused',
    async (kind, deviceSns, heartbeatSec) => {
      const ask = (seconds: number) =>
        keeper().post(endpoints.config.path, {
          title: '省电',
          kind,
          deviceSns,
          config: { heartbeatSec: seconds },
        })
      expect(await ask(heartbeatSec)).toMatchObject({
        success: false,
        message: expect.stringContaining('心跳周期'),
      })
      expect(await ask(300)).toMatchObject({ success: true })
    },
  )

  it('is not to be seen, stopped or begun from another tenant', async () => {
    const id = await begin()
    const stranger = world.as({ userId: 'x', username: 'x', tenantId: 7 })
    const { firmwareId } = (
      await world.database.pool.query(`select firmware_id as "firmwareId" from lo_rollout`)
    ).rows[0] as { firmwareId: string }
    expect((await stranger.get<RolloutRow[]>(endpoints.list.path)).result).toEqual([])
    expect(await stranger.get(endpoints.devices.path, { id })).toMatchObject({ success: false })
    for (const act of ['stop', 'cancel', 'goOn'] as const)
      expect(await stranger.post(endpoints[act].path, { id, reason: '试试看' })).toMatchObject({
        success: false,
      })
    const theirs = { title: '偷来的固件', deviceSns: ['TAG1'] }
    expect(await stranger.post(endpoints.firmware.path, { ...theirs, firmwareId })).toMatchObject({
      success: false,
    })
    expect(
      await stranger.post(endpoints.config.path, { ...theirs, kind: 'TAG', config: { buzzer: 1 } }),
    ).toMatchObject({ success: false, message: expect.stringContaining('TAG1 不是可用的') })
    expect(await shown(id)).toMatchObject({ state: 1 })
  })

  it.each([{ buzzer: 0 }, { telemetrySec: 86_400 }, { heartbeatSec: 300, telemetrySec: 61, buzzer: 1 }])(
    'a gas detector is neither muted nor slowed from afar: %o',
    async (config) => {
      await plantDetector()
      const asked = { title: '静音', kind: 'GAS', config }
      expect(await keeper().post(endpoints.config.path, asked)).toMatchObject({
        success: false,
        message: expect.stringContaining('气体检测仪'),
      })
      // One that was begun before the rule, running or going on after a stop, sends nothing more.
      const id = (await keeper().post<RolloutRow>(endpoints.config.path, { ...asked, config: { buzzer: 1 } }))
        .result.id
      await world.database.pool.query('update lo_rollout set config = $2 where id = $1', [
        id,
        JSON.stringify(config),
      ])
      await step()
      expect(await shown(id)).toMatchObject({ state: 2, reason: expect.stringContaining('气体检测仪') })
      await keeper().post(endpoints.goOn.path, { id, reason: '再试一次' })
      await step()
      expect(await shown(id)).toMatchObject({ state: 2 })
      expect(sent).toEqual([])
    },
  )

  it.each(['%', '_01', 'A__'])('takes the area %s by its letters, not as a pattern', async (areaCode) => {
    await world.database.pool.query(`update lo_device set area_code = 'A01' where kind = 'TAG'`)
    const asked = { title: '下发配置', kind: 'TAG', config: { buzzer: 1 }, areaCode }
    expect(await keeper().post(endpoints.config.path, asked)).toMatchObject({
      success: false,
      message: expect.stringContaining('没有符合条件的设备'),
    })
  })

  it('counts a device as failed that took the image and did not come back with its version', async () => {
    const id = await begin()
    await answer(sent[0]!, 'DONE')
    world.clock.advance(31 * 60_000)
    await step()
    expect(await shown(id)).toMatchObject({ state: 2, failed: 1 })
    expect((await devicesOf(id)).find(({ state }) => state === 3)?.why).toContain('可能自检未通过已回退')
  })

  it('leaves a lock that a live ticket relies on until the ticket has ended', async () => {
    await plantTicketAtWork(world)
    const id = await begin({ deviceSns: ['LK4'] }, 'LOCK')
    expect(sent.filter(({ type }) => type === 'OTA')).toEqual([])
    expect(await shown(id)).toMatchObject({ state: 1, postponed: 1 })
    expect((await devicesOf(id))[0]?.why).toContain('LK4 正用于工作票')
    await world.database.pool.query(`update lo_work_lock set state = 3; delete from lo_point_hold`)
    await step()
    expect(sent.filter(({ type }) => type === 'OTA').map(({ sn }) => sn)).toEqual(['LK4'])
  })

  it('does not reach a lock that was taken onto a ticket while the command waited for it', async () => {
    isAway = true
    await begin({ deviceSns: ['LK4'] }, 'LOCK')
    await plantTicketAtWork(world)
    isAway = false
    await sendWaiting(world.ctx, { tenantId: 0, sn: 'LK4' })
    expect(sent.filter(({ type }) => type === 'OTA')).toEqual([])
  })

  it('keeps a lock that is being updated from being hung', async () => {
    await begin({ deviceSns: ['LK4'] }, 'LOCK')
    const hang = world.ctx.db.transaction().execute((tx) => mustBeInUse(tx, 0, 'demo-lk4'))
    await expect(hang).rejects.toThrow('正在升级固件')
  })

  it('sends a configuration, confirmed by the device', async () => {
    const started = await keeper().post<RolloutRow>(endpoints.config.path, {
      kind: 'TAG',
      config: { heartbeatSec: 600 },
      title: '心跳 10 分钟',
      deviceSns: ['TAG1'],
    })
    await step()
    expect(sent).toMatchObject([{ type: 'CONFIG', sn: 'TAG1', params: { cfg: { heartbeatSec: 600 } } }])
    await answer(sent[0]!, 'DONE')
    await step()
    expect(await shown(started.result.id)).toMatchObject({ state: 3, confirmed: 1 })
  })

  it('never runs twice over one device', async () => {
    await begin()
    const again = await keeper().post(endpoints.config.path, {
      kind: 'TAG',
      config: { buzzer: 1 },
      title: '蜂鸣器',
      deviceSns: ['TAG1'],
    })
    expect(again.message).toContain('还在另一个下发任务中')
  })

  it('hands the image piece by piece to the device it was sent to, and to nobody else', async () => {
    await begin({ deviceSns: ['TAG1'] })
    const cmd = sent[0]!.cmdId
    const ask = async (sn: string, off: number) => {
      seq += 1
      const { body, ...rest } = stateFrom(sn, { seq, ts: world.clock.now() }, 1)
      const { v, ts, tq, boot } = body as { v: 1; ts: number; tq: 2; boot: string }
      const message = {
        ...rest,
        kind: 'req',
        body: { v, sn, boot, ts, tq, seq, rid: `r${seq}`, req: 'firmware', p: { cmd, off } },
      }
      const before = answers.length
      await hear(message as DeviceMessage)
      await expect.poll(() => answers.length).toBe(before + 1)
      return answers.at(-1)!.payload
    }
    const pieces: Buffer[] = []
    for (const off of [0, 8192, 16_384]) {
      const { code, p } = await ask('TAG1', off)
      expect(code).toBe('0')
      pieces.push(Buffer.from(String(p['data']), 'base64'))
    }
    expect(createHash('sha256').update(Buffer.concat(pieces)).digest('hex')).toBe(sent[0]!.params['sha256'])
    expect((await ask('TAG2', 0)).code).toBe('LO-D2001')
    expect((await ask('TAG1', 20_000)).code).toBe('LO-D2001')
  })
})

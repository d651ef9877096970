import { ticketIn } from '../ticket-sets.ts'
import { configGap, judgeStage, rolloutStages } from '@suoan/domain/device'
import { commandStatus, deviceStatus } from '@suoan/domain/dictionaries'
import { minute, second } from '@suoan/domain/verdict'
import { deviceResultText } from '@suoan/contract/device'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction, type Emit } from '@suoan/platform/db/transaction'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { scheduleTimer } from '@suoan/platform/timers'
import { dispatch, heldBehind, heldText, storeCommand } from '../locks/index.ts'
import { deviceState, rolloutState } from './states.ts'
import { shortestHeartbeat } from './shortest-heartbeat.ts'
import { withdraw } from './withdraw.ts'

const stepEveryMs = 20 * second
/** A device that took an image and does not come back with its version by then has rolled back or broken. [D] */
const birthWithinMs = 30 * minute
/** Commands of one step; the rest follows with the next. */
const sendsAtOnce = 100

interface Rollout {
  id: string
  tenantId: number
  what: 'OTA' | 'CONFIG'
  title: string
  createBy: string | null
  kind: string
  state: number
  stage: number
  stopAt: number
  config: Readonly<Record<string, unknown>> | null
  firmwareId: string | null
  version: string | null
  size: number | null
  sha256: string | null
  signature: string | null
  createTime: Date
}

/** Takes roll-outs on, step by step, until they are done or cancelled; one that is stopped only hears its devices out. */
export function stepRollouts(ctx: Context): void {
  ctx.timers.on('rollout.step', async (ctx, { tenantId, subjectId: id }) => {
    const now = ctx.clock.now()
    const commands = await inTransaction(ctx, (tx, emit) => step(tx, emit, { tenantId, id, now }))
    for (const command of commands) await dispatch(ctx, command)
  })
}

async function step(
  tx: Tx,
  emit: Emit,
  { tenantId, id, now }: { readonly tenantId: number; readonly id: string; readonly now: number },
): Promise<{ tenantId: number; cmdId: string }[]> {
  const { rows } = await sql<Rollout>`
    select r.id, r.tenant_id, r.what, r.title, r.create_by, r.kind, r.state, r.stage, r.stop_at, r.config, r.firmware_id, r.create_time, f.version, f.size, f.sha256, f.signature
    from lo_rollout r left join lo_firmware f on f.id = r.firmware_id and f.tenant_id = r.tenant_id
    where r.id = ${id} and r.tenant_id = ${tenantId} and r.state in (${rolloutState.running}, ${rolloutState.stopped})
    for update of r`.execute(tx)
  const [rollout] = rows
  if (rollout === undefined) return []
  await noteAnswers(tx, rollout, now)
  await noteGone(tx, rollout, now)
  if (rollout.state === rolloutState.stopped) {
    if (await hasDevices(tx, id, [deviceState.sent])) await lookAgain(tx, tenantId, id, now)
    return []
  }
  const stop = async (reason: string): Promise<[]> => {
    await sql`update lo_rollout set state = ${rolloutState.stopped}, reason = ${reason.slice(0, 200)} where id = ${id}`.execute(
      tx,
    )
    await withdraw(tx, emit, tenantId, id)
    await tellEnd(tx, emit, rollout, {
      title: '已自动停止',
      text: `${reason}。请查看失败的设备，处理后继续或取消。`,
      level: 2,
      now,
    })
    if (await hasDevices(tx, id, [deviceState.sent])) await lookAgain(tx, tenantId, id, now)
    return []
  }
  // One that was begun before the rule.
  const gap =
    rollout.what === 'CONFIG'
      ? configGap(
          rollout.kind,
          rollout.config ?? {},
          await shortestHeartbeat(tx, tenantId, await devicesOf(tx, id)),
        )
      : null
  if (gap !== null) return stop(`${gap}；已自动停止，请取消后重新下发`)
  let { stage } = rollout
  for (;;) {
    const tally = await tallyOf(tx, id, stage)
    const verdict = judgeStage(tally, rollout.stopAt)
    if (verdict === 'stop')
      return stop(`第 ${stage + 1} 阶段失败 ${tally.failed} 台，超过 ${rollout.stopAt}%，已自动停止`)
    if (verdict === 'wait' || stage >= rolloutStages.length - 1) break
    stage += 1
    await sql`update lo_rollout set stage = ${stage} where id = ${id}`.execute(tx)
  }
  const commands = await sendTo(tx, emit, rollout, stage, now)
  if (await hasDevices(tx, id, [deviceState.waits, deviceState.sent])) await lookAgain(tx, tenantId, id, now)
  else {
    await sql`update lo_rollout set state = ${rolloutState.done}, end_time = ${new Date(now)} where id = ${id}`.execute(
      tx,
    )
    const { rows: counts } = await sql<{ confirmed: number; failed: number }>`
      select count(*) filter (where state = ${deviceState.confirmed})::int as confirmed,
        count(*) filter (where state = ${deviceState.failed})::int as failed
      from lo_rollout_device where rollout_id = ${id}`.execute(tx)
    const { confirmed, failed } = counts[0] ?? { confirmed: 0, failed: 0 }
    await tellEnd(tx, emit, rollout, {
      title: failed > 0 ? `已完成，${failed} 台失败` : '已完成',
      text: `成功 ${confirmed} 台，失败 ${failed} 台。${failed > 0 ? '请查看失败的设备。' : ''}`,
      level: failed > 0 ? 2 : 1,
      now,
    })
  }
  return commands
}

/** Tells who began it, by the event `firmware`; an account that is closed is not told. */
async function tellEnd(
  tx: Tx,
  emit: Emit,
  { id, tenantId, title, createBy }: Rollout,
  end: { readonly title: string; readonly text: string; readonly level: 1 | 2; readonly now: number },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_user where username = ${createBy} and status = 1 and del_flag = 0`.execute(tx)
  await notifyUsers(tx, emit, {
    tenantId,
    userIds: rows.map((user) => user.id),
    title: `下发任务“${[...title].slice(0, 60).join('')}”${end.title}`,
    text: end.text,
    level: end.level,
    open: { type: 'url', page: '/isps/loRolloutList' },
    about: { type: 'rollout', id },
    event: 'firmware',
    now: end.now,
  })
}

async function devicesOf(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    select device_sn as sn from lo_rollout_device where rollout_id = ${id}`.execute(tx)
  return rows.map(({ sn }) => sn)
}

async function hasDevices(tx: Tx, id: string, states: readonly number[]): Promise<boolean> {
  const { rows } = await sql`select 1 from lo_rollout_device
    where rollout_id = ${id} and state = any(${[...states]}::smallint[]) limit 1`.execute(tx)
  return rows.length > 0
}

const lookAgain = (tx: Tx, tenantId: number, id: string, now: number) =>
  scheduleTimer(tx, { tenantId, kind: 'rollout.step', subjectId: id, dueAt: now + stepEveryMs, data: {} })

/** A device that is no more, or was taken out of use, proves nothing: it counts as failed, and nobody waits for it or sends to it. */
async function noteGone(tx: Tx, { id, tenantId }: Rollout, now: number): Promise<void> {
  const out = [deviceStatus.disabled, deviceStatus.scrapped]
  await sql`update lo_rollout_device r set state = ${deviceState.failed}, end_time = ${new Date(now)}, why = case
      when exists (select 1 from lo_device d where d.tenant_id = r.tenant_id and d.device_sn = r.device_sn and d.del_flag = 0)
      then '设备已停用或报废' else '设备已删除' end
    where r.rollout_id = ${id} and r.tenant_id = ${tenantId} and r.state in (${deviceState.waits}, ${deviceState.sent})
      and not exists (select 1 from lo_device d where d.tenant_id = r.tenant_id and d.device_sn = r.device_sn
        and d.del_flag = 0 and d.status <> all(${out}::int[]))`.execute(tx)
}

/** What the devices have answered: a version in a birth proves an update (§5.9), the acknowledgement a configuration. */
async function noteAnswers(tx: Tx, { id, tenantId, what, version }: Rollout, now: number): Promise<void> {
  const { rows } = await sql<{
    sn: string
    status: number
    ackTime: Date | null
    resultCode: string | null
    resultMsg: string | null
    fwVersion: string | null
  }>`
    select r.device_sn as sn, c.status, c.ack_time, c.result_code, c.result_msg, d.fw_version from lo_rollout_device r
    join lo_cmd c on c.tenant_id = r.tenant_id and c.cmd_id = r.cmd_id
    left join lo_device d on d.tenant_id = r.tenant_id and d.device_sn = r.device_sn and d.del_flag = 0
    where r.rollout_id = ${id} and r.tenant_id = ${tenantId} and r.state = ${deviceState.sent}
    order by r.device_sn for update of r`.execute(tx)
  for (const { sn, status, ackTime, resultCode, resultMsg, fwVersion } of rows) {
    const isDone = what === 'OTA' ? fwVersion === version : status === commandStatus.success
    const isEnded = [
      commandStatus.failed,
      commandStatus.timeout,
      commandStatus.expired,
      commandStatus.cancelled,
    ].some((ended) => ended === status)
    const isGone =
      status === commandStatus.success && ackTime !== null && now - ackTime.getTime() > birthWithinMs
    const why = isDone
      ? null
      : isEnded
        ? (resultCode !== null && resultCode !== '0' ? deviceResultText(resultCode) : resultMsg) || '没有回应'
        : isGone
          ? `升级后没有以新版本上线（现为 ${fwVersion ?? '未知'}），可能自检未通过已回退`
          : null
    if (!isDone && why === null) {
      if (what === 'OTA' && status === commandStatus.success) await noteOta(tx, tenantId, sn, 3)
      continue
    }
    const state = isDone ? deviceState.confirmed : deviceState.failed
    await sql`update lo_rollout_device set state = ${state}, why = ${why?.slice(0, 255) ?? null}, end_time = ${new Date(now)}
      where rollout_id = ${id} and device_sn = ${sn}`.execute(tx)
    if (what === 'OTA') await noteOta(tx, tenantId, sn, isDone ? 8 : 9)
  }
}

/** `lo_ota_status`: 3 升级中, 8 成功, 9 失败. */
const noteOta = (tx: Tx, tenantId: number, sn: string, status: 3 | 8 | 9) =>
  sql`update lo_device set ota_status = ${status} where tenant_id = ${tenantId} and device_sn = ${sn} and del_flag = 0`.execute(
    tx,
  )

async function tallyOf(tx: Tx, id: string, stage: number) {
  const { rows } = await sql<{ open: number; confirmed: number; failed: number; postponed: number }>`
    select count(*) filter (where state in (0, 1) and postponed = 0)::int as open,
      count(*) filter (where state = 2)::int as confirmed, count(*) filter (where state = 3)::int as failed,
      count(*) filter (where state = 0 and postponed = 1)::int as postponed
    from lo_rollout_device where rollout_id = ${id} and stage = ${stage}`.execute(tx)
  return rows[0] ?? { open: 0, confirmed: 0, failed: 0, postponed: 0 }
}

/** Sends to the devices of the stages reached; whoever a live ticket relies on is left until it does not (§5.9). */
async function sendTo(tx: Tx, emit: Emit, rollout: Rollout, stage: number, now: number) {
  const { id, tenantId, what } = rollout
  const { rows } = await sql<{
    sn: string
    parentSn: string | null
    lockId: string | null
    fw: string | null
  }>`
    select r.device_sn as sn, d.parent_sn, l.id as lock_id, d.fw_version as fw from lo_rollout_device r
    join lo_device d on d.tenant_id = r.tenant_id and d.device_sn = r.device_sn and d.del_flag = 0
    left join lo_lock l on l.tenant_id = r.tenant_id and l.device_sn = r.device_sn and l.del_flag = 0
    where r.rollout_id = ${id} and r.state = ${deviceState.waits} and r.stage <= ${stage}
    order by r.postponed, r.device_sn limit ${sendsAtOnce}`.execute(tx)
  const commands: { tenantId: number; cmdId: string }[] = []
  // All their locks at once, in the order in which everybody locks them.
  const serials = rows.map(({ sn }) => sn)
  await heldBehind(tx, tenantId, serials)
  for (const { sn, parentSn, lockId, fw } of rows) {
    // It took the image before the roll-out was stopped, and has come back with it since.
    if (what === 'OTA' && fw === rollout.version) {
      await sql`update lo_rollout_device set state = ${deviceState.confirmed}, why = null, end_time = ${new Date(now)}
        where rollout_id = ${id} and device_sn = ${sn}`.execute(tx)
      await noteOta(tx, tenantId, sn, 8)
      continue
    }
    const why = (await reliedOn(tx, tenantId, sn)) ?? null
    const stored =
      why === null
        ? await storeCommand(
            tx,
            emit,
            { tenantId, sn, parentSn, lockId, type: what, by: 'system', params: paramsOf(rollout) },
            now,
          )
        : { refused: why }
    if ('refused' in stored) {
      await sql`update lo_rollout_device set postponed = 1, why = ${stored.refused.slice(0, 255)}
        where rollout_id = ${id} and device_sn = ${sn}`.execute(tx)
      continue
    }
    await sql`update lo_rollout_device set state = ${deviceState.sent}, postponed = 0, why = null, cmd_id = ${stored.cmdId},
        sent_time = ${new Date(now)} where rollout_id = ${id} and device_sn = ${sn}`.execute(tx)
    commands.push({ tenantId, cmdId: stored.cmdId })
  }
  return commands
}

/** By which ticket a device is relied on, in Chinese: through its lock or the locks behind it, or as a detector at work. */
async function reliedOn(tx: Tx, tenantId: number, sn: string): Promise<string | null> {
  const held = await heldBehind(tx, tenantId, [sn])
  if (held.length > 0) return `${heldText(held)}，作业结束后再下发`
  const { rows } = await sql<{
    workNo: string | null
  }>`select w.work_no from lo_work_detector a join lo_work w on w.id = a.work_id
    where a.tenant_id = ${tenantId} and a.device_sn = ${sn} and a.off_time is null
      and ${ticketIn('live')}`.execute(tx)
  return rows.length === 0 ? null : `检测仪正用于工作票 ${rows[0]?.workNo ?? ''}，作业结束后再下发`
}

/** The number of a configuration grows with time, so that a device can tell the newer from the older. */
const paramsOf = ({ what, config, createTime, firmwareId, version, size, sha256, signature }: Rollout) =>
  what === 'CONFIG'
    ? { ver: createTime.getTime(), cfg: config }
    : { firmwareId, fw: version, size, sha256, sig: signature }

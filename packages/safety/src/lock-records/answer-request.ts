import type { DeviceMessage } from '@suoan/contract/device'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { askForGrantSync, decideAndStore, loadSnapshot } from '../locks/index.ts'

type Request = Extract<DeviceMessage, { kind: 'req' }>

/**
 * Answers a device that asks for its grants or for a decision (`up/req`, §5.2). The time the gateway answers by itself. A
 * decision is asked with `p: { uid, wid? }` after a person has shown his credential at the lock, and is stored like any other;
 * whatever is missing or unknown is a no.
 */
export async function answerRequest(ctx: Context, message: Request): Promise<void> {
  const { tenantId, sn, parentSn, body } = message
  if (body.req === 'time') return
  const now = ctx.clock.now()
  const { code, p } = await answers[body.req](ctx, message, now)
  const payload = { v: 1, rid: body.rid, req: body.req, now, code, p } as const
  const sent = await ctx.locks.answer?.({ tenantId, sn, parentSn, payload })
  if (sent?.sent !== true) ctx.log.warn({ sn, req: body.req, sent }, 'the answer to a device did not leave')
}

interface Answer {
  readonly code: string
  readonly p: Readonly<Record<string, unknown>>
}

const denied = (text: string): Answer => ({ code: 'LO-D2001', p: { allow: false, text } })

/** The lock behind the device, where the device may speak at all. */
async function lockOf(ctx: Context, { tenantId, sn }: Request) {
  const { rows } = await sql<{ id: string; epoch: number; orgCode: string | null }>`
    select l.id, l.rev_epoch::int as epoch, l.sys_org_code as org_code from lo_lock l
    left join lo_device d on d.tenant_id = l.tenant_id and d.device_sn = l.device_sn and d.del_flag = 0
    where l.tenant_id = ${tenantId} and l.device_sn = ${sn} and l.del_flag = 0 and coalesce(d.status, 0) not in (3, 5)`.execute(
    ctx.db,
  )
  return rows[0]
}

/** The package itself goes by `down/grant`, so that it is confirmed. */
async function grantsOf(ctx: Context, message: Request, now: number): Promise<Answer> {
  const lock = await lockOf(ctx, message)
  if (lock === undefined) return denied('没有登记这把锁')
  await inTransaction(ctx, (tx) => askForGrantSync(tx, message.tenantId, [lock.id], now))
  return { code: '0', p: { epoch: lock.epoch } }
}

async function decisionOf(ctx: Context, message: Request, now: number): Promise<Answer> {
  const { uid, wid } = message.body.p
  const lock = await lockOf(ctx, message)
  if (lock === undefined || typeof uid !== 'string') return denied('没有登记这把锁或没有说明人员')
  return await inTransaction(ctx, async (tx) => {
    const snapshot = await loadSnapshot(tx, {
      tenantId: message.tenantId,
      lockId: lock.id,
      userId: uid,
      sessionId: null,
      workId: typeof wid === 'string' ? wid : null,
      action: 'OPEN',
      at: now,
      // He stands at the lock: it has just read his credential.
      proof: 'assumed',
    })
    if (snapshot === null) return denied('没有这个人员')
    const decision = await decideAndStore(tx, snapshot, {
      tenantId: message.tenantId,
      orgCode: lock.orgCode ?? '',
    })
    if (!decision.allow)
      return { code: 'LO-D2001', p: { allow: false, dec: decision.decisionId, text: decision.fix[0] ?? '' } }
    return { code: '0', p: { allow: true, dec: decision.decisionId } }
  })
}

/** Bytes of an image in one answer: with Base64 and the envelope well below what a device takes (16 KB). */
const PIECE = 8192

/** A piece of the image of an OTA command that this very device was sent; nobody else gets it. */
async function firmwareOf(ctx: Context, { tenantId, sn, body }: Request): Promise<Answer> {
  const { cmd, off } = body.p
  if (typeof cmd !== 'string' || typeof off !== 'number' || !Number.isInteger(off) || off < 0)
    return { code: 'LO-D1001', p: {} }
  const { rows } = await sql<{ size: number; data: string }>`
    select f.size, encode(substring(f.image from ${off + 1}::integer for ${PIECE}), 'base64') as data
    from lo_cmd c join lo_firmware f on f.tenant_id = c.tenant_id and f.id = c.params->>'firmwareId'
    where c.tenant_id = ${tenantId} and c.cmd_id = ${cmd} and c.device_sn = ${sn} and c.cmd_type = 'OTA'
      and c.status in (1, 2) and ${off}::integer < f.size`.execute(ctx.db)
  const [piece] = rows
  if (piece === undefined) return denied('没有发给本设备的固件')
  await sql`update lo_device set ota_status = 2 where tenant_id = ${tenantId} and device_sn = ${sn} and del_flag = 0
    and ota_status in (0, 1)`.execute(ctx.db)
  return { code: '0', p: { off, total: piece.size, data: piece.data.replaceAll('\n', '') } }
}

const answers: Readonly<
  Record<
    Exclude<Request['body']['req'], 'time'>,
    (ctx: Context, message: Request, now: number) => Promise<Answer>
  >
> = { grants: grantsOf, decision: decisionOf, firmware: firmwareOf }

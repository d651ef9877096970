import {
  parseUpTopic,
  type DeviceCredentials,
  type DeviceIdentity,
  type DeviceMessage,
  type PresenceChange,
  type SetAsideMessage,
} from '@suoan/contract/device'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { coalesce } from '@suoan/platform/coalesce'
import { minute } from '@suoan/domain/verdict'
import { dispatch, sendWaiting, storeCommand } from '../locks/index.ts'
import { answerRequest } from './answer-request.ts'
import { isDeviceSecret } from './device-secret.ts'
import { ofTenant } from './ingest/in-hand.ts'
import { noteUnreadGas, type UnreadGas } from '../gas-unread.ts'
import type { FollowUp, Reject } from './ingest/results.ts'
import { storeRejects } from './quarantine.ts'
import { recordEvents } from './record-events.ts'
import { readHeldStates } from './read-held-states.ts'
import { recordPresence } from './record-presence.ts'

/** The server's side of the gateway: `create-server.ts` hands these functions to `createLockGateway`. */
export interface DeviceBridge {
  /** Resolves when everything is committed; a throw means nothing is. */
  onMessages(messages: readonly DeviceMessage[]): Promise<void>
  /** What a throw of `onMessages` says of the database: a value it can never store (class 22), one that clashes (23). */
  blame(error: unknown): 'refused' | 'alive' | 'unknown'
  onQuarantine(message: SetAsideMessage): void
  onPresence(change: PresenceChange): void
  authenticate(credentials: DeviceCredentials): Promise<DeviceIdentity | null>
  /** Our own connection to the broker stands again, or for the first time. */
  onReturn(): void
  /** Resolves when nothing that messages and presence began runs on any more; before the database is closed. */
  settled(): Promise<void>
}

/** What the gateway hears, put into the database; what cannot be read is counted and set aside. */
export function createDeviceBridge(ctx: Context): DeviceBridge {
  const underway = new Set<Promise<unknown>>()
  /** Nobody waits for it, so that a slow one keeps no message back; its error is logged as `failure`. */
  const runBehind = (work: Promise<unknown>, failure: string): void => {
    const run = work
      .catch((error: unknown) => ctx.log.error({ err: error }, failure))
      .finally(() => underway.delete(run))
    underway.add(run)
  }
  // A flood of nonsense must not take the connections of those who store events; and no count without its rows.
  const setAside = coalesce<Reject>((rejects) =>
    ctx.db.transaction().execute(async (tx) => {
      await noteUnreadGas(tx, unreadIn(rejects))
      await storeRejects(tx, rejects, ctx.clock.now())
    }),
  )
  // A broker that starts brings everybody at once.
  const notePresence = coalesce<PresenceChange>(async (changes) => {
    await recordPresence(ctx, changes)
    const arrived = changes.filter(({ online }) => online)
    for (const change of await awaited(ctx, arrived)) await sendWaiting(ctx, change)
    // A lock behind a gateway was away with it; its own coming alone says its state by itself.
    for (const change of arrived) if (change.parentSn === null) await readHeldStates(ctx, change)
  })
  return {
    async onMessages(messages) {
      const { followUps } = await recordEvents(ctx, messages)
      // A device that is not registered, or disabled, is answered with a no by the look at its lock.
      for (const message of messages)
        if (message.kind === 'req') runBehind(answerRequest(ctx, message), 'a device was not answered')
      if (followUps.length > 0) runBehind(followUp(ctx, followUps), 'a follow-up command was not issued')
    },
    blame: (error) => {
      const state = error instanceof Error && 'code' in error ? String(error.code) : ''
      return state.startsWith('22') ? 'refused' : state.startsWith('23') ? 'alive' : 'unknown'
    },
    onQuarantine({ reason, topic, sn, recvTs, size, head, delivered }) {
      const tenantId = Number(/^lo\/v1\/(\d{1,9})\//.exec(topic)?.[1] ?? 0)
      const row = { tenantId, sn, topic, reason, size, head, delivered, recvTs }
      runBehind(setAside(row), 'a quarantined message was not kept')
      if (reason === 'WRONG_CARRIER') runBehind(noteStray(ctx, row), 'a stray lock was not noted')
    },
    onPresence: (change) => runBehind(notePresence(change), 'presence was not recorded'),
    authenticate: (credentials) => authenticateDevice(ctx, credentials),
    onReturn: () => runBehind(readHeldStates(ctx, null), 'locks were not asked for their state'),
    async settled() {
      while (underway.size > 0) await Promise.all(underway)
    },
  }
}

/** Why a message could not be read, by what the gateway says of it, Chinese; anything else is not about its form. */
const unreadable: Readonly<Record<string, string>> = {
  TOO_LARGE: '报文过长',
  NOT_UTF8: '报文不是 UTF-8 文本',
  NOT_JSON: '报文不是 JSON',
  BAD_FIELDS: '报文字段不符合约定',
  WRONG_SN: '报文中的序列号不是本机',
  REFUSED_BY_CONSUMER: '报文内容不能保存',
}

/** The newest message of each gas detector that could not be read. */
function unreadIn(rejects: readonly Reject[]): UnreadGas[] {
  const newest = new Map<string, UnreadGas>()
  for (const { tenantId, sn, topic, reason, recvTs } of rejects) {
    const note = unreadable[reason]
    if (note === undefined || sn === null || parseUpTopic(topic)?.suffix !== 'gas') continue
    newest.set(ofTenant(tenantId, sn), { tenantId, sn, at: recvTs, note })
  }
  return [...newest.values()]
}

/** Those of the devices with commands that wait for them, or that they have not answered. */
async function awaited(ctx: Context, devices: readonly PresenceChange[]): Promise<readonly PresenceChange[]> {
  if (devices.length === 0) return []
  const { rows } = await sql<{ tenantId: number; sn: string }>`
    select distinct tenant_id, device_sn as sn from lo_cmd
    where status in (0, 1, 2) and device_sn = any(${devices.map(({ sn }) => sn)}::text[])`.execute(ctx.db)
  const waiting = new Set(rows.map(({ tenantId, sn }) => ofTenant(tenantId, sn)))
  return devices.filter(({ tenantId, sn }) => waiting.has(ofTenant(tenantId, sn)))
}

/**
 * The broker refused a gateway that spoke for a lock of another one. What it said is not believed; that the lock is heard
 * there is told (A17, T25), unless it was registered behind that gateway after it had connected.
 */
async function noteStray(ctx: Context, { tenantId, sn, topic }: Reject): Promise<void> {
  const carrier = topic.split('/')[3] ?? ''
  await inTransaction(ctx, async (tx, emit) => {
    const { rows } = await sql<{ id: string }>`
      select l.id from lo_lock l
      left join lo_device d on d.tenant_id = l.tenant_id and d.device_sn = l.device_sn and d.del_flag = 0
      where l.tenant_id = ${tenantId} and l.device_sn = ${sn} and l.del_flag = 0
        and d.parent_sn is distinct from ${carrier} for update of l`.execute(tx)
    for (const { id } of rows) emit('lock.alarmed', { tenantId, lockId: id, logId: '', eventType: 'SWAP' })
  })
}

/**
 * Proves a connection by the device's own secret. Disabled and scrapped devices are refused; a gateway speaks for the
 * locks registered behind it, a smart key for any passive lock it touches (checked again when its messages arrive).
 */
export async function authenticateDevice(
  ctx: Context,
  { username, password }: DeviceCredentials,
): Promise<DeviceIdentity | null> {
  const match = /^(0|[1-9]\d{0,8})\/([A-Za-z0-9][A-Za-z0-9_.-]{0,63})$/.exec(username)
  if (!match) return null
  const [, tenant = '', sn = ''] = match
  const { rows } = await sql<{
    kind: string
    secretHash: string | null
    oldHash: string | null
    children: string[]
  }>`
    select d.kind, d.secret_hash,
      case when d.secret_old_until > ${new Date(ctx.clock.now())} then d.secret_hash_old end as old_hash,
      array(select c.device_sn from lo_device c
        where c.tenant_id = d.tenant_id and c.parent_sn = d.device_sn and c.del_flag = 0) as children
    from lo_device d
    where d.tenant_id = ${Number(tenant)} and d.device_sn = ${sn} and d.del_flag = 0 and d.status not in (3, 5)
      -- Nothing of a tenant that is out of use connects.
      and (d.tenant_id = 0 or exists (select 1 from sys_tenant t where t.id = d.tenant_id and t.status = 1 and t.del_flag = 0))`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row === undefined) return null
  // While a device changes over both work; both are compared, so that the answer takes as long whichever it is.
  const proofs = [row.secretHash, row.oldHash].map((hash) => isDeviceSecret(hash, password))
  if (!proofs.includes(true)) return null
  return { tenantId: Number(tenant), sn, children: row.kind === 'KEY' ? 'any' : row.children }
}

/** Time before the same is asked of a device once more, ms: a state that nobody knows is worth a question a minute. [D] */
const quietMs = { TIME: 10 * minute, READSTATE: minute } as const

/**
 * TIME for a clock far off, READSTATE for numbers that cannot be and for states that are denied; not again while one is on
 * its way or was sent a moment ago.
 */
async function followUp(ctx: Context, wanted: readonly FollowUp[]): Promise<void> {
  const now = ctx.clock.now()
  const asks = wanted.map(({ tenantId, sn, do: what }) => {
    const type = what === 'setTime' ? ('TIME' as const) : ('READSTATE' as const)
    return { tenant_id: tenantId, sn, type, since: new Date(now - quietMs[type]).toISOString() }
  })
  const { rows } = await sql<{
    tenantId: number
    sn: string
    type: keyof typeof quietMs
    parentSn: string | null
    lockId: string | null
  }>`
    select g.tenant_id, g.sn, g.type, d.parent_sn, l.id as lock_id
    from json_to_recordset(${JSON.stringify(asks)}::json) as g(tenant_id integer, sn text, type text, since timestamptz)
    join lo_device d on d.tenant_id = g.tenant_id and d.device_sn = g.sn and d.del_flag = 0
    left join lo_lock l on l.tenant_id = d.tenant_id and l.device_sn = d.device_sn and l.del_flag = 0
    where not exists (select 1 from lo_cmd c where c.tenant_id = g.tenant_id and c.device_sn = g.sn
      and c.cmd_type = g.type and (c.status in (0, 1, 2) or c.issue_time > g.since))`.execute(ctx.db)
  for (const ask of rows) {
    const command = await inTransaction(ctx, (tx, emit) =>
      storeCommand(tx, emit, { ...ask, by: 'system' }, now),
    )
    if (!('refused' in command)) await dispatch(ctx, command)
  }
}

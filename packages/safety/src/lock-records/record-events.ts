import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import type { DeviceMessage } from '@suoan/contract/device'
import { ofTenant, type DeviceInHand } from './ingest/in-hand.ts'
import { loadDevices } from './ingest/load-devices.ts'
import { lookUp } from './ingest/look-up.ts'
import { markSeen } from './ingest/mark-seen.ts'
import { mayCarry } from './ingest/may-carry.ts'
import { openReport } from './ingest/open-report.ts'
import { noResults, type FollowUp, type Results } from './ingest/results.ts'
import { storeResults } from './ingest/store-results.ts'
import { heedKey } from './ingest/take-events.ts'
import { takeMessage } from './ingest/take-message.ts'
import { watchMotion } from './stuck-motion.ts'

export interface Recorded {
  /** Rows added to the log. */
  readonly events: number
  /** Events that had been seen before. */
  readonly duplicates: number
  /** Messages of devices nobody registered. */
  readonly unknown: number
  readonly followUps: readonly FollowUp[]
}

/**
 * Records a micro-batch of device messages in one transaction (3-domain.md §5.5): duplicates dropped, order per lock
 * under its row lock, times corrected, log rows linked into the lock's chain, sessions opened and closed, commands
 * settled. Resolving means committed, and only then may the broker acknowledge; a throw means nothing was stored.
 */
export async function recordEvents(ctx: Context, messages: readonly DeviceMessage[]): Promise<Recorded> {
  if (messages.length === 0) return { events: 0, duplicates: 0, unknown: 0, followUps: [] }
  const now = ctx.clock.now()
  return await inTransaction(ctx, async (tx, emit) => {
    const results = noResults()
    const addresses = new Map<string, { tenantId: number; sn: string }>()
    for (const { tenantId, sn } of messages) addresses.set(ofTenant(tenantId, sn), { tenantId, sn })
    const devices = await loadDevices(tx, [...addresses.values()])
    const known = messages.flatMap((message) => {
      const device = devices.get(ofTenant(message.tenantId, message.sn))
      if (device === undefined || !isCarried(message, device)) return []
      return (device.isDisabled ? openReport(message) : message) ?? []
    })
    const keys = await keysAmong(
      tx,
      messages.filter((message) => {
        const device = devices.get(ofTenant(message.tenantId, message.sn))
        return device !== undefined && !isCarried(message, device)
      }),
    )
    const { fresh, reused } = await markSeen(tx, known, now)
    const look = await lookUp(tx, known)
    for (const message of messages) {
      const device = devices.get(ofTenant(message.tenantId, message.sn))
      if (device === undefined) setAside(message, 'UNKNOWN_DEVICE', results)
      else if (device.isDisabled) {
        setAside(message, 'DEVICE_DISABLED', results)
        const open = device.lock !== null && isCarried(message, device) ? openReport(message) : null
        if (open !== null) takeMessage(open, { device, look, fresh, reused, results })
      } else if (!isCarried(message, device)) {
        setAside(message, 'WRONG_CARRIER', results)
        // A gateway that hears a lock says where it is (A17); a key touches passive locks only, its word of others is void.
        if (device.lock && !keys.has(ofTenant(message.tenantId, message.parentSn ?? '')))
          results.events.push({
            name: 'lock.alarmed',
            data: { tenantId: device.tenantId, lockId: device.lock.id, logId: '', eventType: 'SWAP' },
          })
      } else if (message.kind === 'gas' && device.kind !== 'GAS') setAside(message, 'NOT_A_DETECTOR', results)
      else takeMessage(message, { device, look, fresh, reused, results })
    }
    for (const device of devices.values()) heedKey(device, results)
    await storeResults(tx, [...devices.values()], results, now)
    await watchMotion(tx, devices.values(), now)
    for (const { name, data } of results.events) emit(name, data)
    for (const [tenantId, ids] of changedLocks(results)) emit('lock.changed', { tenantId, ids: [...ids] })
    return {
      events: results.logs.length,
      duplicates: results.duplicates,
      unknown: results.rejects.length,
      followUps: results.followUps,
    }
  })
}

/** The locks whose state changed, by tenant: consoles are told once a batch. */
function changedLocks({ events }: Results): Map<number, Set<string>> {
  const changed = new Map<number, Set<string>>()
  for (const { name, data } of events) {
    if (name !== 'lock.stateChanged' || !('lockId' in data) || !('tenantId' in data) || data.lockId === null)
      continue
    const ids = changed.get(data.tenantId) ?? new Set()
    changed.set(data.tenantId, ids.add(data.lockId))
  }
  return changed
}

/** Those of the messages' carriers that are smart keys. */
async function keysAmong(tx: Tx, messages: readonly DeviceMessage[]): Promise<ReadonlySet<string>> {
  const carriers = [...new Set(messages.flatMap(({ parentSn }) => parentSn ?? []))]
  if (carriers.length === 0) return new Set()
  const { rows } = await sql<{ tenantId: number; sn: string }>`
    select tenant_id, device_sn as sn from lo_device
    where device_sn = any(${carriers}::text[]) and kind = 'KEY' and del_flag = 0`.execute(tx)
  return new Set(rows.map(({ tenantId, sn }) => ofTenant(tenantId, sn)))
}

const isCarried = ({ parentSn }: DeviceMessage, device: DeviceInHand): boolean =>
  mayCarry(parentSn, { parentSn: device.parentSn, isPassive: device.lock?.isPassive ?? false })

function setAside(message: DeviceMessage, reason: string, results: Results): void {
  results.rejects.push({
    tenantId: message.tenantId,
    sn: message.sn,
    topic: message.topic,
    reason,
    size: 0,
    head: JSON.stringify(message.body).slice(0, 500),
    delivered: false,
    recvTs: message.recvTs,
  })
}

import { genesis, type Canonical } from '@suoan/domain/evidence-chain'
import type { Selectable } from 'kysely'
import type { Database } from '@suoan/platform/db/schema'
import { sha256 } from '../evidence/hash.ts'

/** Columns of an audit row that the first form of its hash covers (3-domain.md §4.8). */
const form1 = [
  'workId',
  'seq',
  'event',
  'transId',
  'fromStatus',
  'toStatus',
  'fromPhase',
  'toPhase',
  'actorId',
  'actorName',
  'actorRole',
  'clientOpId',
  'serverTime',
  'guards',
  'diff',
] as const

/** What the second form covers: every column a reader relies on; those without a value are left out. */
export const linkedColumns = [
  ...form1,
  'id',
  'tenantId',
  'onBehalfOf',
  'clientTime',
  'lng',
  'lat',
  'deviceId',
  'ip',
  'chainForm',
] as const

/** An audit row before its link: written and verified through this one shape. Times in epoch ms. */
export type LinkedTransition = {
  readonly [K in Exclude<(typeof linkedColumns)[number], 'guards' | 'diff'>]?: string | number | null
} & { readonly guards: Canonical; readonly diff: Canonical }

type Stored = Selectable<Database['loWorkTrans']>

/** Where the chain of a ticket begins. */
export const ticketGenesis = (workId: string): string => genesis(sha256, 'work', workId)

/** The hashed form of a row. */
export function linkRow(row: LinkedTransition): Canonical {
  if (row.chainForm === 1) return Object.fromEntries(form1.map((name) => [name, row[name] ?? null]))
  return Object.fromEntries(
    linkedColumns.flatMap((name) => {
      const value = row[name] ?? null
      return value === null ? [] : [[name, value] as const]
    }),
  )
}

/** A stored row as it was hashed: times in epoch ms, figures as numbers. */
export function storedLink(row: Stored): Canonical {
  const number = (value: unknown) => (value === null || value === undefined ? null : Number(value))
  const time = (value: Date | null) => value?.getTime() ?? null
  return linkRow({
    ...row,
    // The driver gives bigint and numeric as text.
    seq: Number(row.seq),
    lng: number(row.lng),
    lat: number(row.lat),
    serverTime: time(row.serverTime) ?? 0,
    clientTime: time(row.clientTime),
    // Both columns hold JSON that this feature wrote.
    guards: row.guards as Canonical,
    diff: row.diff as Canonical,
  })
}

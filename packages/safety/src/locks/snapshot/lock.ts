import type { Custody, LockPurpose } from '@suoan/domain/dictionaries'
import type { InterlockLock } from '@suoan/domain/interlock'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import { holdIn } from '../../hold-sets.ts'
import { personName } from '../../person-name.ts'

export interface LoadedLock {
  readonly fact: InterlockLock
  readonly place: { readonly lng: number; readonly lat: number } | null
}

interface Row {
  lockCode: string
  lockName: string
  lockPurpose: LockPurpose
  status: number
  freezeFlag: number
  custody: Custody
  keeperId: string | null
  holderId: string | null
  ownerUserId: string | null
  pointId: string | null
  heldBy: string[]
  wornBy: { userId: string; name: string }[]
  areaCode: string
  lockTypeId: string
  groupIds: unknown
  ticketRequired: number | null
  dualAuth: number | null
  openMethods: string | null
  lng: string | null
  lat: string | null
}

const names = z.array(z.string())

/** The lock as the interlock sees it; null when the tenant has none of this id. */
export async function loadLock(tx: Tx, tenantId: number, lockId: string): Promise<LoadedLock | null> {
  const { rows } = await sql<Row>`
    select l.lock_code, l.lock_name, l.lock_purpose, l.status, l.freeze_flag, l.custody, l.keeper_id, l.holder_id,
      l.owner_user_id, l.point_id, l.area_code, l.lock_type_id, l.group_ids, l.lng, l.lat,
      t.ticket_required, t.dual_auth, t.open_methods,
      array(select distinct coalesce(w.work_no, w.id) from lo_point_hold h join lo_work w on w.id = h.work_id
        where (h.lock_id = l.id or h.box_id = l.id) and ${holdIn('resting')} order by 1) as held_by,
      coalesce((select jsonb_agg(distinct jsonb_build_object('userId', h.user_id, 'name', ${personName('h.user_id')}))
        from lo_point_hold h where h.lock_id = l.id and ${holdIn('personal')}), '[]'::jsonb) as worn_by
    from lo_lock l
    left join lo_lock_type t on t.id = l.lock_type_id
    where l.id = ${lockId} and l.tenant_id = ${tenantId} and l.del_flag = 0`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  const dual = row.dualAuth
  return {
    fact: {
      lockId,
      lockCode: row.lockCode,
      lockName: row.lockName,
      purpose: row.lockPurpose,
      enabled: row.status === 1,
      frozen: row.freezeFlag === 1,
      custody: row.custody,
      keeperId: row.keeperId,
      holderId: row.holderId,
      ownerUserId: row.ownerUserId,
      wornBy: row.wornBy,
      pointId: row.pointId,
      heldBy: row.heldBy,
      areaCode: row.areaCode,
      lockTypeId: row.lockTypeId,
      groupIds: names.catch([]).parse(row.groupIds ?? []),
      // A lock without a known type gets the strict reading.
      ticketRequired: row.ticketRequired !== 0,
      dualAuth: dual === 1 || dual === 2 ? dual : 0,
      allowsRemote: (row.openMethods ?? '').split(',').includes('02'),
    },
    place: row.lng === null || row.lat === null ? null : { lng: Number(row.lng), lat: Number(row.lat) },
  }
}

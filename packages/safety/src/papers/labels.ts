import {
  area,
  lock,
  mayList,
  point,
  type InputOf,
  type LabelSheet,
  type paperEndpoints,
  type PaperLabel,
} from '@suoan/contract'
import { sql, type RawBuilder } from 'kysely'
import { labelOf } from '@suoan/domain/dictionaries'
import type { Actor, Context } from '@suoan/platform/context'
import { fail, failUnseen } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource/store'
import { dataScope } from '@suoan/platform/resource/scope'
import { isIn } from '@suoan/kit/filter'

type Input = InputOf<(typeof paperEndpoints)['labelsPdf']>

interface Row {
  readonly id: string
  readonly code: string
  readonly title: string | null
  readonly lines: readonly (string | null)[]
}

const kinds = {
  LOCK: {
    resource: lock,
    name: '锁具',
    rows: (ids: RawBuilder<unknown>) => sql<Row & { purpose: number | null }>`
      select l.id, l.lock_code as code, l.lock_name as title, l.lock_purpose as purpose, array[a.area_name, p.point_name] as lines
      from lo_lock l left join lo_area a on a.id = l.area_id left join lo_point p on p.id = l.point_id where l.id = any(${ids})`,
  },
  POINT: {
    resource: point,
    name: '隔离点',
    rows: (ids: RawBuilder<unknown>) => sql<Row & { purpose: null }>`
      select p.id, p.point_code as code, p.point_name as title, null as purpose,
        array[concat_ws(' ', e.equip_code, e.equip_name), a.area_name] as lines
      from lo_point p left join lo_equip e on e.id = p.equip_id left join lo_area a on a.id = p.area_id where p.id = any(${ids})`,
  },
  AREA: {
    resource: area,
    name: '区域',
    rows: (ids: RawBuilder<unknown>) => sql<Row & { purpose: null }>`
      select a.id, a.area_code as code, a.area_name as title, null as purpose,
        array[u.area_name, case when a.duty_phone is null then null else '值班电话 ' || a.duty_phone end] as lines
      from lo_area a left join lo_area u on u.id = a.pid where a.id = any(${ids})`,
  },
} as const

/**
 * A sheet of labels for the chosen rows, in the order they were chosen. What is printed as code is the code of the thing,
 * which people read and find it by; what shows that somebody stands there is issued apart and shown once (decision 0608).
 * Refuses rows that the caller's list does not have.
 */
export async function labelSheet(
  ctx: Context,
  actor: Actor,
  { kind, ids, size, codeKind, skip }: Input,
): Promise<{ sheet: LabelSheet; name: string }> {
  const { resource, rows: rowsOf, name } = kinds[kind]
  if (!mayList(actor.permissions, resource)) throw fail('FORBIDDEN')
  const wanted = [...new Set(ids)]
  const scope = await dataScope(ctx, actor, resource)
  const seen = await resourceStore(resource).list(ctx.pool, scope, isIn('id', wanted), {
    limit: wanted.length,
  })
  if (seen.length < wanted.length) throw failUnseen(resource.table, wanted)
  const { rows } = await rowsOf(sql`${wanted}::text[]`).execute(ctx.db)
  const labels = wanted.flatMap((id): PaperLabel[] => {
    const row = rows.find((each) => each.id === id)
    if (!row) return []
    const lines = [row.purpose === null ? null : labelOf('lo_lock_purpose', row.purpose), ...row.lines]
    return [{ title: row.title ?? '', code: row.code, lines: lines.flatMap((line) => (line ? [line] : [])) }]
  })
  return { sheet: { size, codeKind, skip, labels }, name }
}

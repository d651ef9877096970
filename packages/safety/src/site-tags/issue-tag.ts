import type { SitePlace } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql, type RawBuilder } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Actor, Tx } from '@suoan/platform/context'
import { sha256 } from '../evidence/hash.ts'
import { fail, failUnseen } from '@suoan/platform/fail'
import { reliesOnArea } from '../ticket-places.ts'
import { ticketIn } from '../ticket-sets.ts'

const tableOf: Readonly<Record<SitePlace['kind'], string>> = {
  POINT: 'lo_point',
  LOCK: 'lo_lock',
  AREA: 'lo_area',
}

/** What is kept of a tag's text. The text is 120 random bits, so a plain digest gives nothing to guess from. */
export const hashOfTag = (code: string): string => sha256(code.trim())

/**
 * A new tag for a place of the caller's tenant; those before end at this moment (a tag that was copied or lost is worth
 * nothing). Returns the text to print or write, and what the place is called.
 */
export async function issueTag(
  tx: Tx,
  actor: Actor,
  place: SitePlace,
  now: number,
): Promise<{ code: string; name: string }> {
  const name = await nameOf(tx, actor.tenantId, place)
  if (name === null) throw failUnseen(tableOf[place.kind], [place.id])
  await mustStandOutside(tx, actor, place)
  await sql`update lo_site_tag set retired_time = ${new Date(now)} where tenant_id = ${actor.tenantId}
    and subject_kind = ${place.kind} and subject_id = ${place.id} and retired_time is null`.execute(tx)
  const code = `SA-${randomBytes(15).toString('base64url')}`
  await tx
    .insertInto('loSiteTag')
    .values({
      id: newId(),
      tenantId: actor.tenantId,
      subjectKind: place.kind,
      subjectId: place.id,
      codeHash: hashOfTag(code),
      issuedBy: actor.userId,
      issuedTime: new Date(now),
      retiredTime: null,
    })
    .execute()
  return { code, name }
}

const reliesOn: Readonly<Record<SitePlace['kind'], (id: string) => RawBuilder<boolean>>> = {
  POINT: (id) =>
    sql`exists (select 1 from lo_work_point i where i.work_id = w.id and i.point_id = ${id} and i.del_flag = 0)`,
  LOCK: (id) => sql`exists (select 1 from lo_work_lock k
    where k.work_id = w.id and k.lock_id = ${id} and k.state < 3 and k.del_flag = 0)`,
  AREA: (id) => reliesOnArea(sql`(select a.area_code from lo_area a where a.id = ${id})`),
}

/** Whoever has the text of a tag can show it anywhere, so none of a live ticket's people draws one for its places. */
async function mustStandOutside(tx: Tx, { tenantId, userId }: Actor, { kind, id }: SitePlace): Promise<void> {
  const { rows } = await sql<{ workNo: string }>`
    select coalesce(w.work_no, w.id) as work_no from lo_work w
    where w.tenant_id = ${tenantId} and ${ticketIn('live')} and ${reliesOn[kind](id)}
      and exists (select 1 from lo_work_person p where p.work_id = w.id and p.user_id = ${userId} and p.state = 1
        and p.del_flag = 0) order by 1 limit 1`.execute(tx)
  const [own] = rows
  if (own !== undefined)
    throw fail('REFUSED', {
      detail: `您在工作票 ${own.workNo} 的人员名单中，该票正依据此处的标签，须由票外人员签发新标签`,
    })
}

/** The row is locked, so that of two issues at once one comes after the other. */
async function nameOf(tx: Tx, tenantId: number, { kind, id }: SitePlace): Promise<string | null> {
  const name = { POINT: 'point_name', LOCK: 'lock_name', AREA: 'area_name' }[kind]
  const { rows } = await sql<{
    name: string
  }>`select ${sql.ref(name)} as name from ${sql.table(tableOf[kind])}
    where id = ${id} and tenant_id = ${tenantId} and del_flag = 0 for no key update`.execute(tx)
  return rows[0]?.name ?? null
}

import type { SitePlace } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Actor, Tx } from '@suoan/platform/context'
import { sha256 } from '../evidence/hash.ts'
import { failUnseen } from '@suoan/platform/fail'

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

/** The row is locked, so that of two issues at once one comes after the other. */
async function nameOf(tx: Tx, tenantId: number, { kind, id }: SitePlace): Promise<string | null> {
  const name = { POINT: 'point_name', LOCK: 'lock_name', AREA: 'area_name' }[kind]
  const { rows } = await sql<{
    name: string
  }>`select ${sql.ref(name)} as name from ${sql.table(tableOf[kind])}
    where id = ${id} and tenant_id = ${tenantId} and del_flag = 0 for no key update`.execute(tx)
  return rows[0]?.name ?? null
}

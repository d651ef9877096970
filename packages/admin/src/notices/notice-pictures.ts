import { sql } from 'kysely'
import type { Actor, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import type { Feature } from '@suoan/platform/http/route'
import { findNotice } from '@suoan/platform/notices/own-notices'
import { engineOf } from '@suoan/platform/resource'

/** A picture in an announcement is read by exactly who may read the announcement (decision 0756). */
export function readPicturesByNotice({ ctx }: Parameters<Feature>[0]): void {
  engineOf(ctx).fileReaders.onTable({
    name: 'pictures in announcements',
    select: 'select annt_id as id from sys_announcement_file where path = $1 and tenant_id = $2',
    async mayRead(_, actor, ids) {
      for (const id of ids) if (await findNotice(ctx, actor, id)) return true
      return false
    },
  })
}

/**
 * A picture comes into a text by who has uploaded it: whoever wrote down the path of another's file would read it through
 * his own announcement. What the announcement `id` shows already stays. Throws BAD_INPUT.
 */
export async function refuseForeignPictures(
  tx: Tx,
  actor: Actor,
  paths: readonly string[],
  id: string | null,
): Promise<void> {
  if (paths.length === 0) return
  const { rows: kept } = await sql<{ path: string }>`
    select path from sys_announcement_file where annt_id = ${id} and path = any(${paths}::text[])`.execute(tx)
  const known = new Set(kept.map(({ path }) => path))
  const fresh = paths.filter((path) => !known.has(path))
  if (fresh.length === 0) return
  // Locked: whoever clears away what no row names waits, and finds it named (`clear-orphans.ts`).
  const { rows } = await sql<{ mediaType: string }>`
    select media_type from stored_file
    where path = any(${fresh}::text[]) and user_id = ${actor.userId} and tenant_id = ${actor.tenantId} for share`.execute(
    tx,
  )
  if (rows.length < fresh.length)
    throw fail('BAD_INPUT', {
      detail: '“内容”中有不是您上传的图片：请删去从别处复制来的图片，保存到本机后重新插入',
    })
  if (rows.some(({ mediaType }) => !mediaType.startsWith('image/')))
    throw fail('BAD_INPUT', { detail: '“内容”中只能插入图片，请删去其他文件' })
}

/**
 * The announcement shows these pictures now, and no others. What its text names beyond those that were let in (a row of
 * another hand) gives nobody a right.
 */
export async function keepPictures(
  tx: Tx,
  actor: Actor,
  id: string,
  paths: readonly string[],
): Promise<void> {
  await sql`delete from sys_announcement_file where annt_id = ${id} and path <> all(${paths}::text[])`.execute(
    tx,
  )
  await sql`insert into sys_announcement_file (annt_id, path, tenant_id)
    select ${id}, path, tenant_id from stored_file
    where path = any(${paths}::text[]) and user_id = ${actor.userId} and tenant_id = ${actor.tenantId}
    on conflict do nothing`.execute(tx)
}

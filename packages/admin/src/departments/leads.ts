import { department } from '@suoan/contract'
import type { Kysely } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { fail, failUnseen } from '@suoan/platform/fail'
import { departsLedBy, managesAllDeparts } from '../users/index.ts'

export { departsLedBy }

/** Which departments the caller may manage by leading them; null where he manages whatever he sees. */
export const ledOnly = async (db: Kysely<Database>, actor: Actor): Promise<string[] | null> =>
  managesAllDeparts(actor) ? null : departsLedBy(db, actor)

/** Refuses a department that the caller neither manages nor leads, as one that does not exist (security.md V10, V11). */
export async function mustManage(ctx: Context, actor: Actor, departId: string): Promise<void> {
  const led = await ledOnly(ctx.db, actor)
  if (led === null || led.includes(departId)) return
  if (led.length === 0) throw fail('FORBIDDEN')
  throw failUnseen(department.table, [departId])
}

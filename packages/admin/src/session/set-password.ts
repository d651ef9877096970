import { newId } from '@suoan/kit/id'
import type { Context, Tx } from '@suoan/platform/context'
import { hashPassword, isPassword } from './password.ts'
import { REMEMBERED_PASSWORDS } from './password-policy.ts'

/** Whether `password` is one of the user's last five, the present one among them. */
export async function isFormerPassword(ctx: Context, userId: string, password: string): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('sysPasswordHistory')
    .select('passwordHash')
    .where('userId', '=', userId)
    .orderBy('changedAt', 'desc')
    .limit(REMEMBERED_PASSWORDS)
    .execute()
  for (const { passwordHash } of rows) if (await isPassword(passwordHash, password)) return true
  return false
}

/** A password made ready to be stored: hashing is slow and must not happen inside a transaction. */
export interface PreparedPassword {
  readonly hash: string
  /** Somebody else than the user knows it, so he must change it first. */
  readonly mustChange: boolean
}

/** Hashes a password before the transaction that stores it: the work takes long and must hold no lock. */
export async function preparePassword(password: string, mustChange: boolean): Promise<PreparedPassword> {
  return { hash: await hashPassword(password), mustChange }
}

/** Stores a password and remembers it among the last five. `now` in epoch ms. */
export async function storePassword(
  tx: Tx,
  userId: string,
  { hash, mustChange }: PreparedPassword,
  now: number,
): Promise<void> {
  const changedAt = new Date(now)
  await tx
    .insertInto('sysPassword')
    .values({ userId, passwordHash: hash, mustChange, changedAt })
    .onConflict((on) => on.column('userId').doUpdateSet({ passwordHash: hash, mustChange, changedAt }))
    .execute()
  await tx
    .insertInto('sysPasswordHistory')
    .values({ id: newId(), userId, passwordHash: hash, changedAt })
    .execute()
  await tx
    .deleteFrom('sysPasswordHistory')
    .where('userId', '=', userId)
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('sysPasswordHistory')
        .select('id')
        .where('userId', '=', userId)
        .orderBy('changedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(REMEMBERED_PASSWORDS),
    )
    .execute()
}

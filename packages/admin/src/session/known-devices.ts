import type { Context, Tx } from '@suoan/platform/context'

/** A device that has not signed in for this long is a stranger again. */
const KNOWN_DAYS = 180
/** Devices kept per account; the one unused for longest goes first. */
const MOST = 20
const DAY_MS = 86_400_000

/** How long the cookie of a device lives, in seconds. */
export const DEVICE_COOKIE_SECONDS = KNOWN_DAYS * 86_400

/** Remembers that an account has just signed in with a device (hash of its cookie) from an address. */
export async function rememberDevice(
  tx: Tx,
  ctx: Context,
  account: string,
  deviceHash: string,
  address: string,
): Promise<void> {
  const lastUsedAt = new Date(ctx.clock.now())
  await tx
    .insertInto('sysKnownDevice')
    .values({ account, deviceHash, address, lastUsedAt })
    .onConflict((on) => on.columns(['account', 'deviceHash']).doUpdateSet({ address, lastUsedAt }))
    .execute()
  const surplus = tx
    .selectFrom('sysKnownDevice')
    .select('deviceHash')
    .where('account', '=', account)
    .orderBy('lastUsedAt', 'desc')
    .offset(MOST)
  await tx
    .deleteFrom('sysKnownDevice')
    .where('account', '=', account)
    .where((where) => where.or([where('deviceHash', 'in', surplus), where('lastUsedAt', '<=', oldest(ctx))]))
    .execute()
}

/** What is known of where a sign-in of an account comes from: the device itself, its address only, or nothing. */
export async function acquaintance(
  tx: Tx,
  ctx: Context,
  account: string,
  { address, device }: { readonly address: string; readonly device: string | undefined },
): Promise<'device' | 'address' | 'none'> {
  const rows = await tx
    .selectFrom('sysKnownDevice')
    .select('deviceHash')
    .where('account', '=', account)
    .where('lastUsedAt', '>', oldest(ctx))
    .where((where) => where.or([where('address', '=', address), where('deviceHash', '=', device ?? '')]))
    .execute()
  if (rows.some(({ deviceHash }) => deviceHash === device)) return 'device'
  return rows.length > 0 ? 'address' : 'none'
}

const oldest = (ctx: Context): Date => new Date(ctx.clock.now() - KNOWN_DAYS * DAY_MS)

import { lockPurpose, type LockPurpose } from '../dictionaries/index.ts'
import { strongLoginUntil, usesSecond, type Leg, type Snapshot } from '../interlock/index.ts'
import { dateTimeText, minute, second } from '../verdict/index.ts'

/** What a token lets its holder do without the network. */
export type TokenAction = 'OPEN'

/** `lo_grant_token`: permission for one person on one carrier, signed by the platform. Times are epoch ms. */
export interface OfflineToken {
  readonly tokenId: string
  readonly workId: string
  readonly userId: string
  /** The phone or smart key that carries it. */
  readonly deviceSn: string
  readonly lockIds: readonly string[]
  readonly actions: readonly TokenAction[]
  readonly nbf: number
  readonly exp: number
  /** 0 = any number within its time. */
  readonly maxUses: number
  readonly usedCount: number
  /** The revocation number each lock had when the token was made; a higher one at the lock revokes it. */
  readonly revEpochs: Readonly<Record<string, number>>
  readonly revoked: boolean
}

export interface TokenUse {
  readonly workId: string
  readonly userId: string
  readonly deviceSn: string
  readonly action: TokenAction
  readonly lockId: string
  /** When it was used, epoch ms. */
  readonly at: number
  /** The lock's revocation number now. */
  readonly epoch: number
}

/**
 * By which legs a token may be signed for a lock (§5.8). An isolation lock or a box protects whoever works behind it, and only the
 * server knows who that is: none.
 */
const offlineLegs: Readonly<Partial<Record<LockPurpose, readonly Leg[]>>> = {
  [lockPurpose.access]: ['L1', 'L2', 'L3', 'L4'],
  [lockPurpose.personal]: ['L1', 'L2', 'L3', 'L4', 'L5'],
}

/** May a token be signed for a lock whose opening this leg allows now? */
const mayBeCarried = (purpose: LockPurpose, leg: Leg | null): boolean =>
  leg !== null && (offlineLegs[purpose] ?? []).includes(leg)

/** A token for one's own lock lives through the phases of the ticket; any other ends with the phase it was signed in. */
export const endsWithPhase = (purpose: LockPurpose): boolean => purpose !== lockPurpose.personal

/**
 * Longest life of a token that ends with its phase, min. A lock out of reach does not hear that the phase has ended: until
 * then it would let people in. [D]
 */
const phaseTokenMin = 30

/**
 * Until when a token may open a lock that this leg allows at `at` (epoch ms); null = none may be signed. `maxMin` is what
 * the lock's type allows. It lasts no longer than the login it was asked with (R03). What rests on the word of a second person
 * is never carried: his word is for one opening, while he stands there (R12, R13). One that lets people in lasts no longer than
 * what was asked of the air and of zero energy (R10); where gas is measured without a break nobody knows it for longer than a
 * moment.
 */
export function carriedUntil(
  purpose: LockPurpose,
  leg: Leg | null,
  maxMin: number,
  snapshot: Pick<Snapshot, 'at' | 'ticket' | 'lock' | 'method' | 'user'>,
): number | null {
  if (!mayBeCarried(purpose, leg) || usesSecond(snapshot, leg)) return null
  const { at, ticket, user } = snapshot
  const most = Math.min(at + maxMin * minute, strongLoginUntil(user) ?? at)
  if (!endsWithPhase(purpose)) return most
  const gas = leg === 'L1' || leg === 'L3' ? ticket?.gas : undefined
  if (gas?.unheard !== undefined) return null
  const sampledUntil =
    gas?.controlled && gas.sampleTime !== null ? gas.sampleTime + gas.limitMin * minute : Infinity
  const provenUntil = gas === undefined ? Infinity : (ticket?.provenUntil ?? Infinity)
  return Math.min(most, at + phaseTokenMin * minute, sampledUntil, provenUntil)
}

/**
 * May the lock still open to a token, whatever the server says of it? Until its time is over, or the lock itself has confirmed a
 * higher revocation number than the token was made with (R15): a lock out of reach has heard of nothing. `confirmed` is 0 where
 * it never has.
 */
export const opensStill = (
  { exp, revEpochs }: Pick<OfflineToken, 'exp' | 'revEpochs'>,
  { lockId, at, confirmed }: Pick<TokenUse, 'lockId' | 'at'> & { readonly confirmed: number },
): boolean => at < exp && (revEpochs[lockId] ?? Infinity) >= confirmed

/** Clocks of locks are corrected to about this, ms (3-domain.md §5.5.4). */
const clockSlackMs = 2 * second

/**
 * Does an opening at `at` (epoch ms), which names this token, tell by it who opened? In its time, of a lock that it names, and not
 * yet taken back: a lock out of reach goes on opening to a token that is over, and such an opening is nobody's right.
 */
export const saysWhoOpened = (
  {
    nbf,
    exp,
    lockIds,
    revokedAt,
  }: Pick<OfflineToken, 'nbf' | 'exp' | 'lockIds'> & { readonly revokedAt: number | null },
  { lockId, at }: Pick<TokenUse, 'lockId' | 'at'>,
): boolean =>
  lockIds.includes(lockId) &&
  at >= nbf - clockSlackMs &&
  at < Math.min(exp, revokedAt ?? Infinity) + clockSlackMs

/** Why a token does not cover a use (Chinese), or null when it does (§4.6, §5.8 offline grants, R15). */
export function tokenGap(token: OfflineToken | null, use: TokenUse): string | null {
  if (token === null) return '没有离线令牌'
  if (token.revoked) return '离线令牌已撤销'
  if (token.workId !== use.workId) return '离线令牌属于其他工作票'
  if (token.userId !== use.userId) return '离线令牌属于其他人员'
  if (token.deviceSn !== use.deviceSn) return '离线令牌属于其他终端'
  if (!token.actions.includes(use.action)) return '离线令牌不包含该动作'
  if (use.at < token.nbf) return `离线令牌自 ${dateTimeText(token.nbf)} 起有效`
  if (use.at >= token.exp) return `离线令牌已于 ${dateTimeText(token.exp)} 失效`
  if (token.maxUses > 0 && token.usedCount >= token.maxUses) return `离线令牌 ${token.maxUses} 次已用尽`
  if (!token.lockIds.includes(use.lockId)) return '离线令牌不包含该锁具'
  // A token that does not say which number it saw proves nothing about later revocations.
  if ((token.revEpochs[use.lockId] ?? -1) < use.epoch) return '离线令牌已被撤销（撤销序号已更新）'
  return null
}

import type { SignProof, SignState } from '@suoan/contract'

export type SignWay = SignProof['signType']

/** The ways as they are offered, and what is typed for each. */
export const signWays: Readonly<Record<SignWay, { label: string; placeholder: string }>> = {
  PIN: { label: '签名口令', placeholder: '请输入 6 位签名口令' },
  PWD: { label: '登录密码', placeholder: '请输入登录密码' },
  TOTP: { label: '动态口令', placeholder: '请输入 6 位动态口令' },
}

/** Ways that are good for what is demanded and that this person has, the handiest first. */
export function waysFor(demand: string, state: SignState): SignWay[] {
  const has: Record<SignWay, boolean> = { PIN: state.hasPin, PWD: true, TOTP: state.hasTotp }
  const good: readonly SignWay[] = demand === 'TOTP' ? ['TOTP'] : ['PIN', 'PWD', 'TOTP']
  return good.filter((way) => has[way])
}

/** Minutes for which a way is locked after wrong ones, 0 when it is not. */
export const lockedFor = (way: SignWay, state: SignState): number =>
  ({ PIN: state.pinLockedMin, PWD: state.passwordLockedMin, TOTP: state.totpLockedMin })[way]

const KEY = 'suoan.sign-way'

/** The way that was used last on this browser, where it is still offered; else the first that is not locked. */
export function firstWay(
  ways: readonly SignWay[],
  state: SignState,
  remembered: string | null,
): SignWay | null {
  const open = ways.filter((way) => lockedFor(way, state) === 0)
  return open.find((way) => way === remembered) ?? open[0] ?? ways[0] ?? null
}

export const rememberedWay = (): string | null => localStorage.getItem(KEY)
export const rememberWay = (way: SignWay): void => localStorage.setItem(KEY, way)

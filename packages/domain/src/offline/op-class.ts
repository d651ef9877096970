/**
 * What an operation does to the energy (§4.6): `safe` isolates, stops or brings people out; `evidence` only proves or
 * records; `energising` exposes somebody or gives energy back; `never` may not happen without the server.
 * A safe operation whose signature does not fit is the word of whoever uploads it, and judged as his own call.
 */
export type OpClass = 'safe' | 'evidence' | 'energising' | 'never'

/** By the last part of the call's path. Whatever is not listed is `never`: denied by default. */
export const offlineOperations = {
  pointOperate: 'safe',
  pointLock: 'safe',
  pointTag: 'safe',
  pointFail: 'safe',
  personalLockOn: 'safe',
  personOut: 'safe',
  suspend: 'safe',
  stop: 'safe',
  pointVerify: 'evidence',
  pointWitness: 'evidence',
  gasAdd: 'evidence',
  brief: 'evidence',
  briefConfirm: 'evidence',
  measureConfirm: 'evidence',
  guardIn: 'evidence',
  personIn: 'energising',
  personalLockOff: 'energising',
  pointRestore: 'energising',
} as const satisfies Readonly<Record<string, Exclude<OpClass, 'never'>>>

/** A call that a terminal may keep while it has no network. */
export type OfflineCall = keyof typeof offlineOperations

/** Is it one of them? */
export const isOfflineCall = (call: string): call is OfflineCall => Object.hasOwn(offlineOperations, call)

/** How dangerous a call is when it was made without a connection (§4.6); one nobody classed is never taken. */
export function classOfOp(call: string): OpClass {
  return isOfflineCall(call) ? offlineOperations[call] : 'never'
}

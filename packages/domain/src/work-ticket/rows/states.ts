import type { StateCode } from '../transition-row.ts'

// Sets of states that several rows name.

export const beforeApproval: readonly StateCode[] = ['0/0', '1/0', '2/0', '3/0', '5/0']
export const isolating: readonly StateCode[] = ['4/10', '4/11', '4/12']
export const executing: readonly StateCode[] = ['20/20', '20/21', '20/22', '20/23']
export const releasing: readonly StateCode[] = ['4/24', '20/24', '40/24']
const finished: readonly StateCode[] = ['30/30', '40/30']
export const live: readonly StateCode[] = [...isolating, ...executing, ...releasing, '40/25']
/** Every state there is; a void ticket keeps the one it was voided in. */
export const everywhere: readonly StateCode[] = [...beforeApproval, '4/0', ...live, ...finished]

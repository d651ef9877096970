import { queryClient } from '../query-client.ts'
import { useLive } from './live-store.ts'
import { createRenewal } from './renewal.ts'

/** What the notice channel makes stale in this console. */
export const renewal = createRenewal(queryClient, () => useLive.getState().isOpen)

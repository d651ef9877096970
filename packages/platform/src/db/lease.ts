/** How long a claim holds without a word from its node; a node that dies gives its work back after this long. */
export const LEASE_SECONDS = 15
/** How often claims are renewed while their work is under way. */
export const RENEW_EVERY_MS = 5_000

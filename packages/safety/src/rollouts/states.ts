/** State of a roll-out. */
export const rolloutState = { running: 1, stopped: 2, done: 3, cancelled: 4 } as const

/** State of one device of it. */
export const deviceState = { waits: 0, sent: 1, confirmed: 2, failed: 3, cancelled: 4 } as const

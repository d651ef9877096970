/** Envelope code of a right first factor that needs another step; `result` is a `SecondStep`. */
export const SECOND_STEP_CODE = 4281
/** Envelope code of a third-party account that nobody here is bound to; `result` is an `UnboundAccount`. */
export const UNBOUND_CODE = 4282

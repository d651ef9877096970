/** How a connection lives, as data. Times in milliseconds. */
export type SocketPolicy = {
  /** Wait after a lost connection or a failed attempt. */
  readonly reconnectMs: number
  /** Losses in a row that are borne; one more ends the trying. Null: never give up. */
  readonly errorsBorne: number | null
  /** Close codes after which trying again is pointless: the session ended or the channel is not ours. */
  readonly finalCodes: readonly number[]
  readonly beat: {
    readonly text: string
    readonly everyMs: number
    /** The first beat leaves when the connection opens, not one interval later. */
    readonly isAtOpen: boolean
    /** An answer must come within this time, and the next beat is counted from it. Null: nobody waits for one. */
    readonly replyWithinMs: number | null
    /** The messages that are answers to a beat; they are not handed on. Null: none are. */
    readonly reply: RegExp | null
  }
}

// 1008 is "policy violation" of the protocol itself; the 44xx are the server's own, after the HTTP statuses. 4429: the
// same session opened more windows than it may, and coming back would put another window out.
const finalCodes = [1008, 4401, 4403, 4429]

/** The notice channel (1-shell.md §4, §9): again after 20 s, more than 5 errors end it, `HeartBeat` every 20 s. */
export const noticePolicy: SocketPolicy = {
  reconnectMs: 20_000,
  errorsBorne: 5,
  finalCodes,
  beat: { text: 'HeartBeat', everyMs: 20_000, isAtOpen: false, replyWithinMs: null, reply: null },
}

/** The table channel (4-api.md §11.2): again after 5 s; a beat at open and 10 s after each answer, due in 6 s. */
export const tablePolicy: SocketPolicy = {
  reconnectMs: 5_000,
  errorsBorne: null,
  finalCodes,
  beat: {
    text: '{"type":"heart_beat","data":""}',
    everyMs: 10_000,
    isAtOpen: true,
    replyWithinMs: 6_000,
    reply: /"type"\s*:\s*"heart_beat"/,
  },
}

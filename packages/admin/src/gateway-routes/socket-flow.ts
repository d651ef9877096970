/** What is used of a websocket here (`ws`, by which the proxy speaks). */
interface Side {
  readonly readyState: number
  readonly CONNECTING: number
  readonly OPEN: number
  readonly isPaused: boolean
  /** Bytes that the other end has not taken yet. */
  readonly bufferedAmount: number
  pause(): void
  resume(): void
  close(code: number, reason: string): void
  terminate(): void
}

/** What may wait in memory for one side of a websocket, before the other side is no longer read. */
const MOST_WAITING_BYTES = 4 * 2 ** 20
/** How often it is looked whether the slow side has caught up. */
const LOOK_MS = 50
/** How long a side may stand still. */
const PATIENCE_MS = 30_000
/** RFC 6455 §7.4.1, and its registry: try again later. */
const TRY_AGAIN_LATER = 1013

/**
 * Hooks of the proxy, called for each message before it is handed on. The proxy itself reads as fast as it is sent to and
 * keeps what the other side does not take: a client of a slow system, or the slow viewer of a film, would fill the memory
 * of this server. Here the side that writes is not read while the other one is behind, and both end where that lasts.
 */
export const holdBack = {
  onIncomingMessage: (_: unknown, source: Side, target: Side): void => pace(source, target),
  onOutgoingMessage: (_: unknown, source: Side, target: Side): void => pace(target, source),
}

/** Reads no more from one side while the other one has not even opened, or has too much waiting for it. */
function pace(from: Side, to: Side): void {
  if (from.isPaused || from.readyState !== from.OPEN || isCaughtUp(to)) return
  from.pause()
  const started = performance.now()
  const timer = setInterval(() => {
    const isOver = from.readyState !== from.OPEN || to.readyState > to.OPEN
    if (!isOver && !isCaughtUp(to) && performance.now() - started < PATIENCE_MS) return
    clearInterval(timer)
    from.resume()
    if (isOver || isCaughtUp(to)) return
    from.close(TRY_AGAIN_LATER, 'the other side does not read')
    to.terminate()
  }, LOOK_MS)
}

/** A socket that is still opening takes nothing: all of it would wait. */
const isCaughtUp = (to: Side): boolean =>
  to.readyState !== to.CONNECTING && to.bufferedAmount < MOST_WAITING_BYTES

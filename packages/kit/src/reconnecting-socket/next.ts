import type { SocketPolicy } from './policy.ts'

export type SocketState = {
  /** `waiting`: for the next attempt. `gaveUp`: until somebody starts it again. */
  readonly phase: 'stopped' | 'connecting' | 'open' | 'waiting' | 'gaveUp'
  /** Losses since the connection last proved good. */
  readonly errors: number
}

export type SocketPhase = SocketState['phase']

export type SocketEvent =
  | { readonly type: 'start' | 'stop' | 'opened' | 'retryDue' | 'beatDue' | 'replyOverdue' }
  | { readonly type: 'closed'; readonly code: number }
  | { readonly type: 'message'; readonly text: string }

export type SocketTimer = 'retry' | 'beat' | 'reply'

export type SocketEffect =
  | { readonly type: 'connect' | 'disconnect' }
  | { readonly type: 'send' | 'deliver'; readonly text: string }
  | { readonly type: 'setTimer'; readonly timer: SocketTimer; readonly ms: number }
  | { readonly type: 'clearTimers' }
  | { readonly type: 'clearTimer'; readonly timer: SocketTimer }

type Step = { readonly state: SocketState; readonly effects: readonly SocketEffect[] }

export const initialState: SocketState = { phase: 'stopped', errors: 0 }

/**
 * What a connection does next. Events that make no sense in a phase (a timer that fired too late, a second start)
 * change nothing. A connection proves good by a message or by living until its next beat; only then are its
 * earlier losses forgotten, so a server that accepts and drops at once is not asked for ever.
 */
export function next(state: SocketState, event: SocketEvent, policy: SocketPolicy): Step {
  switch (event.type) {
    case 'start':
      return state.phase === 'stopped' || state.phase === 'gaveUp'
        ? step({ phase: 'connecting', errors: 0 }, { type: 'connect' })
        : step(state)
    case 'stop':
      return step(initialState, { type: 'clearTimers' }, { type: 'disconnect' })
    case 'opened':
      return state.phase === 'connecting'
        ? step({ ...state, phase: 'open' }, ...(policy.beat.isAtOpen ? beat(policy) : [beatLater(policy)]))
        : step(state)
    case 'closed':
      return state.phase === 'connecting' || state.phase === 'open'
        ? lost(state, event.code, policy)
        : step(state)
    case 'retryDue':
      return state.phase === 'waiting'
        ? step({ ...state, phase: 'connecting' }, { type: 'connect' })
        : step(state)
    case 'beatDue':
      return state.phase === 'open' ? step(proven(state), ...beat(policy)) : step(state)
    case 'replyOverdue': {
      if (state.phase !== 'open') return step(state)
      const after = lost(state, 1006, policy)
      return step(after.state, { type: 'disconnect' }, ...after.effects)
    }
    case 'message':
      return state.phase === 'open' ? received(state, event.text, policy) : step(state)
    default:
      return event satisfies never
  }
}

function step(state: SocketState, ...effects: SocketEffect[]): Step {
  return { state, effects }
}

function proven(state: SocketState): SocketState {
  return state.errors === 0 ? state : { ...state, errors: 0 }
}

function beat({ beat: { text, everyMs, replyWithinMs } }: SocketPolicy): SocketEffect[] {
  const timer: SocketEffect =
    replyWithinMs === null
      ? { type: 'setTimer', timer: 'beat', ms: everyMs }
      : { type: 'setTimer', timer: 'reply', ms: replyWithinMs }
  return [{ type: 'send', text }, timer]
}

function beatLater({ beat: { everyMs } }: SocketPolicy): SocketEffect {
  return { type: 'setTimer', timer: 'beat', ms: everyMs }
}

function received(state: SocketState, text: string, policy: SocketPolicy): Step {
  if (!policy.beat.reply?.test(text)) return step(proven(state), { type: 'deliver', text })
  return step(proven(state), { type: 'clearTimer', timer: 'reply' }, beatLater(policy))
}

function lost(state: SocketState, code: number, policy: SocketPolicy): Step {
  const errors = state.errors + 1
  const isFinal = policy.finalCodes.includes(code)
  const isTooOften = policy.errorsBorne !== null && errors > policy.errorsBorne
  if (isFinal || isTooOften) return step({ phase: 'gaveUp', errors }, { type: 'clearTimers' })
  const retry: SocketEffect = { type: 'setTimer', timer: 'retry', ms: policy.reconnectMs }
  return step({ phase: 'waiting', errors }, { type: 'clearTimers' }, retry)
}

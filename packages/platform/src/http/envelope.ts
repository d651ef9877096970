import type { FastifyReply } from 'fastify'
import { Answered } from './route.ts'

/** Sends an answer in the envelope of 4-api.md §1.1; `timestamp` in epoch ms. */
export function sendEnvelope(
  reply: FastifyReply,
  now: number,
  envelope: { success: boolean; message: string; code: number; result: unknown },
): FastifyReply {
  const { success, message, code, result } = envelope
  // Written once by JSON.stringify and sent as text: no schema, no second pass over the rows.
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ success, message, code, result: result ?? null, timestamp: now }))
}

/** Sends what a handler returned: plain data is `result`; `answered(...)` says message and code too. */
export function sendOutcome(reply: FastifyReply, now: number, outcome: unknown): FastifyReply {
  if (outcome instanceof Answered) {
    const { success, message, code, result } = outcome
    // A text without data travels as `result` too (4-api.md §1.1, "ok with text only").
    return sendEnvelope(reply, now, {
      success,
      message,
      code,
      result: result ?? (success && message !== '' ? message : null),
    })
  }
  return sendEnvelope(reply, now, { success: true, message: '', code: 200, result: outcome })
}

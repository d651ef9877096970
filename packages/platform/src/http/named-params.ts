import type { FastifyRequest } from 'fastify'
import { requestParams } from './bind.ts'

/** Names of parameters that say which row is meant, and hold nothing that is secret or about a person's life. */
export const idNames = /^(?:.*Id|id|ids|userIds|lockIds|username|workNo|lockCode)$/
/** The longest text that a log keeps of what a call was given. */
const MOST_TEXT = 1_000

/**
 * What a call was given, as a log may keep it for years: the names of all parameters, and the values of those alone that
 * say which row is meant. Passwords, signatures and numbers of people never stand there; what a row became is in the data
 * log, which knows its secret columns. JSON, at most 1,000 characters; null where the call was given nothing.
 */
export function namedParams(request: FastifyRequest): string | null {
  const entries = Object.entries(requestParams(request)).filter(([name]) => name !== '_t' && name !== 'sign')
  if (entries.length === 0) return null
  const said: Record<string, string> = {}
  for (const [name, value] of entries) {
    said[name.slice(0, 50)] = idNames.test(name) ? shownId(value) : '…'
    if (JSON.stringify(said).length > MOST_TEXT) {
      Reflect.deleteProperty(said, name.slice(0, 50))
      break
    }
  }
  return JSON.stringify(said)
}

/** An id, or the first five of several, on one line. */
export const shownId = (value: unknown): string =>
  (Array.isArray(value)
    ? value.slice(0, 5).map(String).join('、')
    : typeof value === 'object'
      ? ''
      : String(value)
  )
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 80)

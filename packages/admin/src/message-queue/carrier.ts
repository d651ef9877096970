import type { MessageChannel } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'

/** One message on its way out, its receiver looked up at the moment of sending. */
export interface Outgoing {
  /** Stays the same through all attempts: receivers that look at it can tell a repetition. */
  readonly id: string
  readonly tenantId: number
  /** A mail address, a telephone number, or the id of a robot. */
  readonly to: string
  readonly title: string
  /** Plain text. */
  readonly text: string
  /** Clean HTML where the message is rich text. */
  readonly html: string | null
  readonly level: 1 | 2 | 3
}

/**
 * The one way out of the console (port). `deliver` resolves when the other side has taken the message, and throws else:
 * `Undeliverable` when another attempt cannot help, anything else to be tried again. The text of the error is shown to
 * administrators.
 */
export interface Carrier {
  readonly channel: MessageChannel
  /** How many at once, urgent ones apart. */
  readonly atOnce: number
  readonly deliver: (ctx: Context, message: Outgoing) => Promise<void>
  /** Ends what stays open between messages. */
  readonly close?: () => void
}

/** It will never be taken as it is: no address, refused for good. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

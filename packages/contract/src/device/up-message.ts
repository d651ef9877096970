import { ackMessage, requestMessage } from './command.ts'
import { eventMessage } from './event.ts'
import { gasMessage } from './gas.ts'
import { birthMessage, stateMessage, statusMessage, telemetryMessage } from './state.ts'
import type { UpSuffix } from './topics.ts'

/** One schema per upward topic. Unknown fields are dropped, everything else wrong refuses the message. */
export const upSchemas = {
  birth: birthMessage,
  status: statusMessage,
  state: stateMessage,
  telemetry: telemetryMessage,
  event: eventMessage,
  gas: gasMessage,
  ack: ackMessage,
  req: requestMessage,
} as const satisfies Record<UpSuffix, unknown>

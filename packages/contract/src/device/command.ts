import { commandTypes, type CommandType } from '@suoan/domain/dictionaries'
import { z } from 'zod'
import { deviceTime, envelope, platformId, sequence } from './envelope.ts'
import { fullState } from './state.ts'

export type { CommandType }

/** `down/cmd`; `exp` is epoch ms after which the device must drop it with LO-D1003. */
export const commandMessage = z.object({
  v: z.literal(1),
  id: platformId,
  type: z.enum(commandTypes),
  exp: deviceTime,
  /** Life from receipt, ms: a device whose clock is not trusted counts this instead of `exp`. */
  ttl: z.int().min(0),
  nonce: z.string().min(8).max(64),
  by: z.string().max(64),
  wid: platformId.nullable(),
  dec: platformId.nullable(),
  p: z.record(z.string(), z.unknown()),
  sig: z.string().max(512).optional(),
})
export type CommandMessage = z.output<typeof commandMessage>

/** How far a device got with a command; only `DONE` and `FAILED` are final. */
const ackStages = ['RECV', 'RUN', 'DONE', 'FAILED'] as const

/** `up/ack`. */
export const ackMessage = envelope.extend({
  seq: sequence,
  cmd: platformId,
  stage: z.enum(ackStages),
  code: z.string().max(16).default('0'),
  msg: z.string().max(200).default(''),
  st: fullState.partial().optional(),
})
export type AckMessage = z.output<typeof ackMessage>
export type AckStage = AckMessage['stage']

/** `firmware`: a piece of the image that an OTA command told of, `p: { cmd, off }`. */
const requests = ['time', 'decision', 'grants', 'firmware'] as const

/** `up/req`: the device asks; `rid` comes back in the answer. */
export const requestMessage = envelope.extend({
  seq: sequence,
  rid: platformId,
  req: z.enum(requests),
  p: z.record(z.string(), z.unknown()).default({}),
})
export type RequestMessage = z.output<typeof requestMessage>

/** `down/resp`. `now` is the platform's time, epoch ms. */
const responseMessage = z.object({
  v: z.literal(1),
  rid: platformId,
  req: z.enum(requests),
  now: deviceTime,
  code: z.string().max(16),
  p: z.record(z.string(), z.unknown()).default({}),
})
export type ResponseMessage = z.output<typeof responseMessage>

/** `down/grant`: additions and removals up to `epoch`; `full` replaces everything the device holds. */
export const grantMessage = z.object({
  v: z.literal(1),
  id: platformId,
  epoch: z.int().min(0),
  full: z.boolean(),
  add: z.array(
    z.object({
      gid: platformId,
      uid: platformId,
      cred: z.array(z.string().max(128)),
      act: z.array(z.enum(commandTypes)),
      nbf: deviceTime,
      exp: deviceTime,
      /** Uses left; 0 = any number. */
      max: z.int().min(0),
      wid: platformId.nullable(),
      ph: z.array(z.int()),
      dual: z.boolean(),
    }),
  ),
  del: z.array(platformId),
  sig: z.string().max(512).optional(),
})

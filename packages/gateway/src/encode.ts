import { randomBytes } from 'node:crypto'
import {
  downTopic,
  grantMessage,
  type CommandMessage,
  type DeviceCommand,
  type RequestMessage,
  type ResponseMessage,
} from '@suoan/contract/device'
import type { OutgoingPacket } from './broker/port.ts'
import type { DeviceParcel } from './gateway-options.ts'

/** A command as it travels (§5.4, §5.6); `now` is epoch ms. The payload's fields count, the broker's expiry only helps. */
export function encodeCommand(command: DeviceCommand, now: number): OutgoingPacket {
  const ttl = Math.max(0, command.exp - now)
  if (command.type === 'GRANT' && Array.isArray(command.params['add'])) return encodeGrants(command, ttl)
  const message: CommandMessage = {
    v: 1,
    id: command.cmdId,
    type: command.type,
    exp: command.exp,
    ttl,
    nonce: command.nonce ?? randomBytes(12).toString('base64'),
    by: command.by,
    wid: command.workId,
    dec: command.decisionId,
    p: { ...command.params },
  }
  const suffix = command.type === 'OTA' ? 'ota' : command.type === 'CONFIG' ? 'cfg' : 'cmd'
  return { topic: downTopic(command, suffix), payload: JSON.stringify(message), expirySeconds: seconds(ttl) }
}

/** The grants a lock may keep, as a package of its own; its `id` comes back in the acknowledgement (§5.4). */
function encodeGrants(command: DeviceCommand, ttl: number): OutgoingPacket {
  const { epoch, add } = command.params
  const message = grantMessage.parse({ v: 1, id: command.cmdId, epoch, full: true, add, del: [] })
  return {
    topic: downTopic(command, 'grant'),
    payload: JSON.stringify(message),
    expirySeconds: seconds(ttl),
  }
}

/** A package of grants, configuration or firmware as it travels (§5.2). */
export function encodeParcel(parcel: DeviceParcel): OutgoingPacket {
  return {
    topic: downTopic(parcel, parcel.suffix),
    payload: JSON.stringify(parcel.payload),
    expirySeconds: seconds(parcel.ttlMs),
  }
}

/** The platform's time, `now` in epoch ms, for a device that asked (`down/resp`, §5.2). */
export function timeAnswer(request: RequestMessage, now: number): ResponseMessage {
  return { v: 1, rid: request.rid, req: 'time', now, code: '0', p: {} }
}

// MQTT counts whole seconds and takes 0 as "at once"; a started second still counts.
const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

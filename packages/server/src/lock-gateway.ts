import { commandTypes } from '@suoan/domain/dictionaries'
import {
  createEmbeddedBroker,
  createExternalBroker,
  createLockGateway,
  type LockGateway,
} from '@suoan/gateway'
import os from 'node:os'
import type { Config } from './config.ts'
import type { Context, LockPort } from './context.ts'
import { createDeviceBridge } from './features/lock-records/index.ts'

/** The one way to the locks: refuses every command until a gateway stands behind it. */
export interface LockLine {
  readonly port: LockPort
  connect(gateway: LockGateway): void
}

/** A command without a gateway is refused, never kept for later. */
export function lockLine(): LockLine {
  let gateway: LockGateway | undefined
  return {
    port: {
      async send(command) {
        const type = commandTypes.find((each) => each === command.type)
        if (!gateway || !type) return { sent: false, code: gateway ? 'LO-D1001' : 'LO-D3003' }
        return gateway.send({ ...command, type })
      },
    },
    connect(made) {
      gateway = made
    },
  }
}

/**
 * The gateway as configured: on the broker at MQTT_URL, or on the embedded one at MQTT_PORT; null when both are off.
 * Not started yet.
 */
export function makeLockGateway(config: Config, ctx: Context): LockGateway | null {
  if (config.mqttUrl === undefined && config.mqttPort === 0) return null
  const broker =
    config.mqttUrl === undefined
      ? createEmbeddedBroker({ host: config.mqttHost, port: config.mqttPort })
      : // Stable over restarts: the broker keeps what this node has not yet acknowledged under this name.
        createExternalBroker({ url: config.mqttUrl, clientId: `suoan-${os.hostname()}-${config.port}` })
  return createLockGateway({ broker, clock: ctx.clock, log: ctx.log, ...createDeviceBridge(ctx) })
}

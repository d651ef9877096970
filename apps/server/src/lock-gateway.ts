import {
  createEmbeddedBroker,
  createExternalBroker,
  createLockGateway,
  type LockGateway,
} from '@suoan/gateway'
import os from 'node:os'
import type { Config } from '@suoan/platform/config'
import type { Context, LockPort } from '@suoan/platform/context'
import { createDeviceBridge } from '@suoan/safety/lock-records'

/** A device that has not heard the answer by then has asked again, ms. [D] */
const ANSWER_TTL_MS = 60_000

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
        return gateway ? gateway.send(command) : { sent: false, code: 'LO-D3003' }
      },
      async answer(response) {
        if (!gateway) return { sent: false, code: 'LO-D3003' }
        return await gateway.deliver({ ...response, suffix: 'resp', ttlMs: ANSWER_TTL_MS })
      },
    },
    connect(made) {
      gateway = made
    },
  }
}

/**
 * Ends the connections of devices that may not connect any more: when they are told of, and all of them when this node
 * may have missed it. Returns the end of it.
 */
export function kickDisabled(ctx: Context, gateway: LockGateway): () => void {
  const ends = [
    ctx.broadcasts.on('device.disabled', async (device) => void (await gateway.kick(device))),
    ctx.broadcasts.on('broadcasts.missed', async () => {
      const { rows } = await ctx.pool.query<{ tenantId: number; sn: string }>(
        `select tenant_id as "tenantId", device_sn as sn from lo_device d where d.status in (3, 5) or d.del_flag = 1
           or exists (select 1 from sys_tenant t where t.id = d.tenant_id and (t.status <> 1 or t.del_flag = 1))`,
      )
      for (const device of rows) await gateway.kick(device)
    }),
  ]
  return () => ends.forEach((end) => end())
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
  const bridge = createDeviceBridge(ctx)
  const gateway = createLockGateway({ broker, clock: ctx.clock, log: ctx.log, ...bridge })
  return {
    ...gateway,
    async stop() {
      await gateway.stop()
      await bridge.settled()
    },
  }
}

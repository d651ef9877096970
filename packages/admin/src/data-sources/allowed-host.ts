import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { Config } from '@suoan/platform/config'
import type { Place } from './address.ts'

/** Ports that an entry without one allows. */
const usualPorts: readonly number[] = [3306, 5432]

/** Addresses that a name may not lead to: this machine, the link (metadata of clouds), groups, nobody. */
const forbidden = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  forbidden.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fe80::', 10],
  ['ff00::', 8],
  // These carry an IPv4 address that a gateway would open again.
  ['64:ff9b::', 96],
  ['2002::', 16],
] as const)
  forbidden.addSubnet(network, prefix, 'ipv6')

/** Whether a name of the list may stand for this address; an address that is itself in the list may be any. */
export function isReachable(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isReachable(mapped)
  return !forbidden.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Why the configuration allows no connection to this place (Chinese); null where it does. */
export function refusalOf(
  { dataSourceHosts }: Pick<Config, 'dataSourceHosts'>,
  { host, port }: Place,
): string | null {
  if (dataSourceHosts.length === 0)
    return '系统没有允许连接任何数据源主机，请运维人员在配置 DATA_SOURCE_HOSTS 中填写允许的主机后重新启动'
  const isAllowed = dataSourceHosts.some(
    (each) =>
      each.host === host && (each.port === undefined ? usualPorts.includes(port) : each.port === port),
  )
  return isAllowed
    ? null
    : `没有允许连接主机“${host}”的端口 ${port}，请运维人员在配置 DATA_SOURCE_HOSTS 中加上它后重新启动`
}

/**
 * The address to connect to, asked for once: whoever answers the name differently a moment later changes nothing (V19).
 * Null where the name leads nowhere, or to where it may not lead.
 */
export async function addressOf(host: string): Promise<string | null> {
  if (isIP(host) !== 0) return host
  try {
    const { address } = await lookup(host)
    return host === 'localhost' || isReachable(address) ? address : null
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

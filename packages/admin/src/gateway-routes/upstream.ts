import type { UpstreamPlace } from '@suoan/contract'
import type { LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from '@suoan/platform/config'
import type { Agent } from 'undici'
import { addressOf } from '../data-sources/index.ts'

const CONNECT_MS = 5_000
/** Connections to one upstream of one server. */
const MOST_CONNECTIONS = 100

/** Ports that an entry without one allows. */
const usualPorts: readonly number[] = [80, 443]

/** An upstream that may not be reached: refused before anything is sent. */
export class UpstreamRefused extends Error {
  override readonly name = 'UpstreamRefused'
}

/** Why a route may not lead to this place (Chinese); null where it may. */
export function refusalOf(
  {
    gatewayRouteHosts,
    publicUrl,
    gatewayRouteUrl,
  }: Pick<Config, 'gatewayRouteHosts' | 'publicUrl' | 'gatewayRouteUrl'>,
  { host, port, origin }: UpstreamPlace,
  ownPorts: readonly number[],
): string | null {
  const ours = [publicUrl, gatewayRouteUrl].flatMap((url) => (url === undefined ? [] : [hostOf(url)]))
  if (ours.includes(hostOf(origin)) || isOwnAddress(host, port, ownPorts))
    return '网关路由不能指向本系统自己，请填写邻近系统的地址'
  if (gatewayRouteHosts.length === 0)
    return '系统没有允许网关路由指向任何主机，请运维人员在配置 GATEWAY_ROUTE_HOSTS 中填写允许的主机后重新启动'
  const isAllowed = gatewayRouteHosts.some(
    (each) =>
      each.host === host && (each.port === undefined ? usualPorts.includes(port) : each.port === port),
  )
  return isAllowed
    ? null
    : `没有允许网关路由指向主机“${host}”的端口 ${port}，请运维人员在配置 GATEWAY_ROUTE_HOSTS 中加上它后重新启动`
}

/** Host and port, the port also where it is the usual one. */
function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`
}

/** Whether somebody who connects there comes out here. */
export function isOwnAddress(address: string, port: number, ownPorts: readonly number[]): boolean {
  if (port === 0 || !ownPorts.includes(port)) return false
  if (address === 'localhost' || /^127\.|^::1$|^0\.0\.0\.0$|^::$|^::ffff:127\./.test(address)) return true
  return Object.values(networkInterfaces()).some((one) => one?.some((each) => each.address === address))
}

/** The address behind a place, asked for once; throws `UpstreamRefused` where it may not be reached (V19). */
export async function checkedAddress(
  host: string,
  port: number,
  ownPorts: () => readonly number[],
): Promise<string> {
  const address = await addressOf(host)
  if (address === null) throw new UpstreamRefused('the name leads nowhere, or where it may not')
  if (isOwnAddress(address, port, ownPorts())) throw new UpstreamRefused('the name leads back to this server')
  return address
}

/**
 * Connections to upstreams. Each goes to an address that was checked a moment before: whoever answers the name differently
 * then changes nothing. Redirects are not followed. Certificates are checked against the name of the route, by the
 * authorities of Node (`NODE_EXTRA_CA_CERTS` adds some) or by `ca` (PEM) alone.
 */
export async function createUpstreamAgent(ownPorts: () => readonly number[], ca?: string): Promise<Agent> {
  // Loaded only where routes are served.
  const undici = await import('undici')
  const connect = undici.buildConnector({ timeout: CONNECT_MS, ...(ca === undefined ? {} : { ca }) })
  return new undici.Agent({
    connections: MOST_CONNECTIONS,
    pipelining: 1,
    maxHeaderSize: 32_768,
    connect(options, callback) {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
      const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
      checkedAddress(host, port, ownPorts).then(
        (hostname) => connect({ ...options, hostname }, callback),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      )
    },
  })
}

/** Whether a connection failed because the certificate of the other side is not to be believed. */
export const isDistrusted = (code: string): boolean =>
  /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_(?:GET|VERIFY|DECRYPT|DECODE)_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$)/.test(
    code,
  )

/**
 * For clients that resolve names themselves (websockets): the same check at the moment of the connection, so that a name
 * which leads elsewhere by then is not followed back to this server either. `isOwn` says so of the address behind a name.
 */
export const createCheckedLookup =
  (isOwn: (host: string, address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    addressOf(hostname).then(
      (address) => {
        if (address === null || isOwn(hostname, address))
          return callback(new UpstreamRefused('the name leads nowhere, or where it may not'), '', 0)
        const family = address.includes(':') ? 6 : 4
        if (options.all === true) callback(null, [{ address, family }])
        else callback(null, address, family)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 0),
    )
  }

import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** What of an answer is read. */
const ANSWER_BYTES = 16_384

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

/** Whether an address is of this machine, of a private network or of none: nothing that a stored address may reach. */
const isInside = (address: string): boolean => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Why an address may not be called, null when it may (security.md V19): `https` and a host of the list. An entry of the
 * list is `host` or `host:port`; one that is an IP address stands for itself, and of 127.0.0.1 also without TLS.
 */
export function objectionToAddress(text: string, hosts: readonly string[]): string | null {
  if (!URL.canParse(text)) return '地址不完整，要以 https:// 开头'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return '地址里不能有账号和密码'
  const isLoopback = /^127(\.\d+){3}$/.test(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) return '地址要以 https:// 开头'
  if (hosts.includes(url.port === '' ? url.hostname : url.host)) return null
  return `主机 ${url.host} 不在允许的名单里；确需使用时，请运维人员把它加入配置 MESSAGE_HOSTS`
}

/** An answer, its text cut after 16 kB. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/**
 * Posts JSON to an address that people have stored. The host must be on the list; its name is looked up once and that
 * address is connected to; one inside our own network is refused unless the list names it; redirects are not followed; an
 * answer is waited for no longer than `patienceMs`. Throws with a reason for administrators.
 */
export async function guardedPost(
  address: string,
  body: unknown,
  {
    hosts,
    patienceMs,
    headers = {},
  }: {
    readonly hosts: readonly string[]
    readonly patienceMs: number
    readonly headers?: Readonly<Record<string, string>>
  },
): Promise<Answer> {
  const objection = objectionToAddress(address, hosts)
  if (objection !== null) throw new Error(objection)
  const url = new URL(address)
  const literal = url.hostname.replaceAll(/[[\]]/g, '')
  const reached =
    isIP(literal) === 0 ? await publicAddressOf(url.hostname) : { address: literal, family: isIP(literal) }
  // Not a second look-up, whose answer could be another one.
  const known: LookupFunction = (_, options, done) =>
    options.all === true ? done(null, [reached]) : done(null, reached.address, reached.family)
  const content = JSON.stringify(body)
  return await new Promise<Answer>((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const call = send(url, {
      method: 'POST',
      lookup: known,
      agent: false,
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(content),
        ...headers,
      },
    })
    call.on('error', (error) => reject(told(error)))
    call.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      const end = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString('utf8'),
        })
      response.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size < ANSWER_BYTES) return
        end()
        response.destroy()
      })
      response.on('end', end)
      response.on('error', (error) => reject(told(error)))
    })
    call.end(content)
  })
}

async function publicAddressOf(host: string): Promise<{ address: string; family: number }> {
  const found = await lookup(host, { all: true }).catch(() => [])
  const [first] = found
  if (first === undefined) throw new Error(`找不到主机 ${host}，请检查地址和域名解析`)
  if (found.some(({ address }) => isInside(address)))
    throw new Error(`主机 ${host} 解析到了内部网络的地址，已拒绝连接`)
  return first
}

function told(error: NodeJS.ErrnoException): Error {
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return new Error('对方没有回应，已放弃等待')
  if (error.code === 'ECONNREFUSED') return new Error('连不上对方：端口没有开放')
  return new Error(`连不上对方（${error.code ?? error.message}）`)
}

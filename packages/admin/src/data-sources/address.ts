import { dataSourceKinds, type DataSourceKind } from '@suoan/contract'

/** Where a data source is, in declared fields. */
export interface Place {
  readonly host: string
  readonly port: number
  readonly database: string
}

/** What a client says of a place: fields of ours, or the address that clients of the family send. */
export interface AskedPlace {
  readonly dbType?: string | null | undefined
  readonly dbDriver?: string | null | undefined
  readonly dbUrl?: string | null | undefined
  readonly dbHost?: string | null | undefined
  readonly dbPort?: number | null | undefined
  readonly dbName?: string | null | undefined
}

/** The fields of a place as they are stored, or why it is none (Chinese, for the person). */
export type ReadPlace =
  | {
      readonly ok: true
      readonly kind: DataSourceKind
      readonly place: Place
      readonly stored: {
        readonly dbHost: string
        readonly dbPort: number
        readonly dbName: string
        readonly dbDriver: string
        readonly dbUrl: string
      }
    }
  | { readonly ok: false; readonly reason: string }

/** Options of addresses that the samples of the family carry and that change nothing for us: left out. */
const harmless = new Set([
  'characterEncoding',
  'useUnicode',
  'useSSL',
  'tinyInt1isBit',
  'serverTimezone',
  'zeroDateTimeBehavior',
  'autoReconnect',
  'stringtype',
])
const driverAddress =
  /^jdbc:([a-z]+):\/\/([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?\/([^/?#;&\s]{1,100})(?:\?(.*))?$/

/**
 * Reads where a source is (security.md V20). `asked` wins over `before`, the stored row. An address is taken apart and
 * must hold nothing but scheme, host, port and database; one that contradicts the fields beside it is refused.
 */
export function readPlace(asked: AskedPlace, before: AskedPlace = {}): ReadPlace {
  const dbType = asked.dbType ?? before.dbType ?? ''
  const kind = dataSourceKinds[dbType]
  if (!kind) return no('“数据库类型”暂不支持，请选择 MySQL、MariaDB 或 PostgreSQL')
  const isSameKind = dataSourceKinds[before.dbType ?? '']?.engine === kind.engine
  const driver =
    given(asked.dbDriver) ?? (isSameKind ? given(before.dbDriver) : undefined) ?? kind.drivers[0] ?? ''
  if (!kind.drivers.includes(driver)) return no(`“驱动类”要填 ${kind.drivers.join(' 或 ')}`)
  const fields = { host: given(asked.dbHost), port: asked.dbPort ?? undefined, database: given(asked.dbName) }
  const url = given(asked.dbUrl)
  const read = url === undefined ? { ok: true as const, place: {} as Partial<Place> } : readUrl(kind, url)
  if (!read.ok) return read
  const { host, port, database } = read.place
  if (host !== undefined && fields.host !== undefined && bare(fields.host) !== host)
    return no('“数据源地址”里的主机与“主机”不一致，请只改其中一处')
  if (port !== undefined && fields.port !== undefined && fields.port !== port)
    return no('“数据源地址”里的端口与“端口”不一致，请只改其中一处')
  if (database !== undefined && fields.database !== undefined && fields.database !== database)
    return no('“数据源地址”里的数据库与“数据库名”不一致，请改成同一个')
  const place = {
    host: host ?? bare(fields.host ?? given(before.dbHost) ?? ''),
    port: port ?? fields.port ?? (isSameKind ? (before.dbPort ?? kind.port) : kind.port),
    database: database ?? fields.database ?? given(before.dbName) ?? '',
  }
  if (place.host === '') return no('请输入主机')
  if (place.database === '') return no('请输入数据库名')
  const dbUrl = `jdbc:${kind.schemes[0]}://${place.host.includes(':') ? `[${place.host}]` : place.host}:${place.port}/${place.database}`
  return {
    ok: true,
    kind,
    place,
    stored: { dbHost: place.host, dbPort: place.port, dbName: place.database, dbDriver: driver, dbUrl },
  }
}

function readUrl(
  kind: DataSourceKind,
  url: string,
): { readonly ok: true; readonly place: Place } | { readonly ok: false; readonly reason: string } {
  const [, scheme, host, port, database, query] = driverAddress.exec(url) ?? []
  const sample = `jdbc:${kind.schemes[0]}://主机:${kind.port}/数据库`
  if (scheme === undefined || host === undefined || database === undefined || !kind.schemes.includes(scheme))
    return no(`“数据源地址”要写成 ${sample}`)
  for (const option of (query ?? '').split('&').filter((each) => each !== '')) {
    const [name = ''] = option.split('=')
    if (!harmless.has(name)) return no(`“数据源地址”不能带参数“${name.slice(0, 40)}”，请写成 ${sample}`)
  }
  const number = port === undefined ? kind.port : Number(port)
  if (number < 1 || number > 65_535) return no('“数据源地址”里的端口要在 1–65535 之间')
  return { ok: true, place: { host: bare(host), port: number, database } }
}

/** Without brackets, in lower case. */
const bare = (host: string): string =>
  host
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
const given = (text: string | null | undefined): string | undefined => text?.trim() || undefined
const no = (reason: string): { readonly ok: false; readonly reason: string } => ({ ok: false, reason })

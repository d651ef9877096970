import {
  dataSource,
  dataSourceEndpoints as endpoints,
  dataSourceKinds,
  type DataSourceKind,
} from '@suoan/contract'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { defineHooks, engineOf, mountResource } from '@suoan/platform/resource'
import { seal } from '@suoan/platform/secret-key'
import { followDictionaries } from './dictionary-job.ts'
import { readPlace, type ReadPlace } from './address.ts'
import { createSources, passwordOf, sealedFor, storedSource, tryConnection, type Sources } from './sources.ts'
import type { ReadRows, SourceRow, Value } from './reader.ts'
import { readTls, type SourceTls } from './tls.ts'

export { addressOf } from './allowed-host.ts'
export type { ReadRows, SourceRow, Value } from './reader.ts'

const opened = new WeakMap<Context, Sources>()
const sourcesOf = (ctx: Context): Sources => {
  const found = opened.get(ctx) ?? createSources(ctx)
  opened.set(ctx, found)
  return found
}

/**
 * Reads from a data source for a report: one selecting statement, values bound, read-only, 30 s, `mostRows` (10,000 at
 * most). Refusals are words for the person.
 */
export const readFrom = (
  ctx: Context,
  sourceCode: string,
  statement: string,
  values?: readonly Value[],
  mostRows?: number,
): Promise<ReadRows> => sourcesOf(ctx).readFrom(sourceCode, statement, values, mostRows)

/** All rows of such a statement, a block at a time, 5 min at most; what fails after some rows is thrown there. */
export const streamFrom = (
  ctx: Context,
  sourceCode: string,
  statement: string,
  values: readonly Value[],
): AsyncGenerator<readonly SourceRow[]> => sourcesOf(ctx).streamFrom(sourceCode, statement, values)

/** The kind of the data source of this code; refuses in words where there is none, or of a kind that is not read. */
export async function kindOfSource(ctx: Pick<Context, 'db'>, sourceCode: string): Promise<DataSourceKind> {
  const source = await storedSource(ctx, 'code', sourceCode)
  if (!source)
    throw fail('REFUSED', { detail: `数据源“${sourceCode}”不存在，请在“多数据源管理”中检查它的编码` })
  const kind = dataSourceKinds[source.dbType]
  if (!kind) throw fail('REFUSED', { detail: `数据源“${source.name}”的数据库类型暂不支持` })
  return kind
}

/** 多数据源管理 (4-api.md §7.10): databases of others that reports read; passwords go in and never come out. */
export const dataSources: Feature = (mount) => {
  const { app, ctx, bind } = mount
  mountResource(mount, dataSource, hooks)
  followDictionaries(ctx, readFrom)
  app.addHook('onClose', () => sourcesOf(ctx).end())

  bind(endpoints.options, async () => {
    const { rows } = await sql<{ code: string; name: string }>`
      select code, name from sys_data_source where del_flag = 0 order by name, code limit 1000`.execute(
      ctx.db,
    )
    return rows.map(({ code, name }) => ({ value: code, label: name, text: name }))
  })
  bind(endpoints.test, async ({ input }) => {
    const { kind, place } = known(readPlace(input))
    const password = input.dbPassword || (await storedPassword(ctx, input, place))
    await tryConnection(ctx, kind, place, input.dbUsername, password, knownTls(input, kind, place.host))
    return answered(null, '连接成功')
  })
}

/** A stored password is only sent to where it belongs: who changes the place must know it (V20). */
async function storedPassword(
  ctx: Context,
  {
    id,
    dbUsername,
    dbTls,
    dbCa,
  }: {
    readonly id?: string | null | undefined
    readonly dbUsername: string
    readonly dbTls?: string | null | undefined
    readonly dbCa?: string | null | undefined
  },
  place: { readonly host: string; readonly port: number; readonly database: string },
): Promise<string> {
  const source = id ? await storedSource(ctx, 'id', id) : undefined
  if (!source || source.dbPassword === null) return ''
  const isItsOwn =
    source.dbHost === place.host &&
    source.dbPort === place.port &&
    source.dbUsername === dbUsername &&
    // Nor over a connection that is guarded otherwise than the one it was given for.
    (source.dbTls ?? 'off') === (dbTls || 'off') &&
    (source.dbCa ?? '') === (dbCa ?? '')
  if (!isItsOwn) throw fail('REFUSED', { detail: askAgain })
  return passwordOf(ctx, source)
}

const askAgain = '改了主机、端口、用户名或加密连接，请重新输入密码'

function knownTls(
  asked: { readonly dbTls?: string | null | undefined; readonly dbCa?: string | null | undefined },
  { engine }: DataSourceKind,
  host: string,
): SourceTls {
  const tls = readTls(asked, engine, host)
  if (typeof tls === 'string') throw fail('REFUSED', { detail: tls })
  return tls
}

function known(read: ReadPlace): Extract<ReadPlace, { ok: true }> {
  if (!read.ok) throw fail('REFUSED', { detail: read.reason })
  return read
}

const hooks = defineHooks(dataSource, {
  async beforeAdd(draft, { ctx, tx }) {
    const code = draft.code?.trim() ?? ''
    // The sentence is one that clients of the family know (4-api.md §7.10).
    const taken = await sql`select 1 from sys_data_source where code = ${code} and del_flag = 0`.execute(tx)
    if (taken.rows.length > 0) throw fail('REFUSED', { detail: '数据源编码已存在' })
    const { kind, stored } = known(readPlace(draft))
    Object.assign(draft, stored)
    knownTls(draft, kind, stored.dbHost)
    if (draft.dbPassword) draft.dbPassword = seal(ctx.config, sealedFor(code), draft.dbPassword)
    else draft.dbPassword = null
  },
  async beforeEdit(draft, before, { ctx, tx }) {
    const { kind, stored } = known(readPlace(draft, before))
    knownTls({ dbTls: draft.dbTls ?? before.dbTls, dbCa: draft.dbCa ?? before.dbCa }, kind, stored.dbHost)
    const isMoved =
      stored.dbHost !== before.dbHost ||
      stored.dbPort !== before.dbPort ||
      (draft.dbUsername ?? before.dbUsername) !== before.dbUsername ||
      (draft.dbTls ?? before.dbTls ?? 'off') !== (before.dbTls ?? 'off') ||
      (draft.dbCa ?? before.dbCa ?? '') !== (before.dbCa ?? '')
    if (draft.dbPassword) draft.dbPassword = seal(ctx.config, sealedFor(before.code ?? ''), draft.dbPassword)
    else {
      Reflect.deleteProperty(draft, 'dbPassword')
      if (isMoved && (await hasPassword(tx, before.id))) throw fail('REFUSED', { detail: askAgain })
    }
    for (const [name, value] of Object.entries(stored)) {
      if (before[name] === value) Reflect.deleteProperty(draft, name)
      else Object.assign(draft, { [name]: value })
    }
  },
  async beforeDelete(rows, { ctx, tx, actor }) {
    const codes = rows.map(({ code }) => code ?? '')
    const reasons = await engineOf(ctx).holders.of(dataSource.name, tx, actor.tenantId, codes, 'delete')
    if (reasons.length > 0)
      throw fail('IN_USE', { detail: `不能删除：${reasons.join('；')} 正在使用，请先删除或改用其他数据源` })
  },
  afterEdit: (row, _before, { ctx }) => sourcesOf(ctx).forget(row.code ?? ''),
  afterDelete: (rows, { ctx }) =>
    Promise.all(rows.map(({ code }) => sourcesOf(ctx).forget(code ?? ''))).then(() => {}),
})

async function hasPassword(tx: Tx, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from sys_data_source where id = ${id} and db_password is not null`.execute(tx)
  return rows.length > 0
}

import { addressListEndpoints, user, type AddressRow } from '@suoan/contract'
import { and, contains, eq, everything, isIn } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import type { Feature } from '@suoan/platform/http/route'
import { compile, present, readListQuery, resourceStore, type RowRecord } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'

const permission = 'system:addressList:list'

/**
 * 通讯录 (4-api.md §7.15): who is in force in the tenant, with his departments, as far as the caller's data rules of users
 * reach. Telephones and mail addresses are masked as everywhere (decision 0508).
 */
export const addressList: Feature = ({ ctx, bind }) => {
  bind(addressListEndpoints.page, async ({ input, actor, reply }) => {
    const { orgCode, realname, workNo, pageNo, pageSize } = input
    const filter = and(
      eq('status', 1),
      orgCode ? isIn('id', await peopleBelow(ctx, actor, orgCode)) : everything,
      realname ? contains('realname', realname) : everything,
      workNo ? contains('workNo', workNo) : everything,
    )
    const asked = { pageNo, pageSize, column: 'realname', order: 'asc' }
    const page = await resourceStore(user).page(
      ctx,
      await dataScope(ctx, actor, user, permission),
      await readListQuery(ctx, compile(user), actor, asked, filter),
      closedSignal(reply),
    )
    await present(ctx, user, actor, page.records)
    const departs = await departsOf(ctx, actor, page.records)
    return { ...page, records: page.records.map((row) => addressOf(row, departs)) }
  })
}

/** People of a department and of all below it: the code of one begins with the code of what it stands in. */
async function peopleBelow(ctx: Context, actor: Actor, orgCode: string): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ id: string }>(
    `select distinct ud.user_id as id from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
     where d.tenant_id = $1 and starts_with(d.org_code, $2)`,
    [actor.tenantId, orgCode],
  )
  return rows.map(({ id }) => id)
}

interface Departs {
  readonly first: string
  readonly names: string
}

async function departsOf(
  ctx: Context,
  actor: Actor,
  people: readonly RowRecord[],
): Promise<ReadonlyMap<string, Departs>> {
  const { rows } = await ctx.pool.query<Departs & { id: string }>(
    `select ud.user_id as id, (array_agg(d.id order by d.org_code collate "C"))[1] as first,
       string_agg(d.depart_name, ' | ' order by d.org_code collate "C") as names
     from sys_user_depart ud join sys_depart d on d.id = ud.dep_id
     where ud.user_id = any($1::text[]) and d.tenant_id = $2 group by ud.user_id`,
    [people.map((row) => String(row['id'])), actor.tenantId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function addressOf(row: RowRecord, departs: ReadonlyMap<string, Departs>): AddressRow {
  const userId = String(row['id'])
  const own = departs.get(userId)
  return {
    userId,
    realname: textOf(row['realname']),
    workNo: textOf(row['workNo']),
    post: textOf(row['post']),
    post_dictText: textOf(row['post_dictText']),
    telephone: textOf(row['telephone']),
    email: textOf(row['email']),
    phone: textOf(row['phone']),
    departId: own?.first ?? '',
    departName: own?.names ?? '',
    avatar: textOf(row['avatar']),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

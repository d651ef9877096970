import {
  mayList,
  resources,
  type ListViewBody,
  type ListViewContent,
  type ListViewEntry,
  type Resource,
} from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { hiddenColumns } from '@suoan/platform/resource/hidden-columns'
import { sql, type RawBuilder } from 'kysely'

/** A list: the page on which it stands and the entity it lists. */
export interface ListPlace {
  readonly page: string
  readonly resource: string
}

export const resourceNamed = (name: string): Resource | undefined =>
  resources.find((each) => each.name === name)

/**
 * Which views (`v`) somebody sees: his own, and those shared with one of his roles or with a department that his own stands
 * in or below; of his tenant in force alone.
 */
export const seenBy = (actor: Actor): RawBuilder<boolean> => sql`
  v.tenant_id = ${actor.tenantId} and (v.user_id = ${actor.userId} or exists (
    select 1 from list_view_audience a where a.view_id = v.id and (
      (a.kind = 'role' and a.audience_id = any(${[...actor.roleIds]}::text[]))
      or (a.kind = 'depart' and exists (
        select 1 from sys_depart d, unnest(${[...actor.orgCodes]}::text[]) as mine (code)
        where d.id = a.audience_id and d.tenant_id = v.tenant_id and d.del_flag = '0'
          and starts_with(mine.code, d.org_code))))))`

/** One's own views of a list and those shared with him, one's own first; none of a list that he may not read. */
export async function listViewsOf(
  ctx: Context,
  actor: Actor,
  { page, resource }: ListPlace,
): Promise<ListViewEntry[]> {
  if (!mayListNamed(actor, resource)) return []
  const { rows } = await sql<ListViewEntry>`
    select v.id, v.name, v.user_id = ${actor.userId} as is_own,
      coalesce((select coalesce(u.realname, u.username) from sys_user u where u.id = v.user_id), '') as owner,
      exists (select 1 from list_view_default d where d.view_id = v.id and d.tenant_id = v.tenant_id
        and d.user_id = ${actor.userId}) as is_default,
      coalesce((
        select json_agg(json_build_object('kind', a.kind, 'id', a.audience_id, 'name', coalesce(r.role_name, p.depart_name))
          order by a.kind, a.audience_id)
        from list_view_audience a
        left join sys_role r on a.kind = 'role' and r.id = a.audience_id
        left join sys_depart p on a.kind = 'depart' and p.id = a.audience_id and p.del_flag = '0'
        where a.view_id = v.id and coalesce(r.role_name, p.depart_name) is not null), '[]') as audiences
    from list_view v where v.page = ${page} and v.resource = ${resource} and ${seenBy(actor)}
    order by v.user_id <> ${actor.userId}, v.name, v.id limit 500`.execute(ctx.db)
  return rows
}

/** What a view keeps, without what its reader is not given. One that is gone and one that is not his are the same to him. */
export async function findView(ctx: Context, actor: Actor, id: string): Promise<ListViewContent> {
  const { rows } = await sql<Omit<ListViewContent, 'withheld'> & { resource: string }>`
    select v.id, v.name, v.page, v.resource, v.body from list_view v
    where v.id = ${id} and ${seenBy(actor)}`.execute(ctx.db)
  const found = rows[0]
  const described = found && resourceNamed(found.resource)
  if (!found || !described || !mayListNamed(actor, found.resource)) throw failUnseen('list_view', [id])
  const hidden = await hiddenColumns(ctx, actor, described)
  const { body, withheld } = withoutFields(found.body, hidden)
  return { id: found.id, name: found.name, page: found.page, body, withheld }
}

const mayListNamed = (actor: Actor, name: string): boolean => {
  const resource = resourceNamed(name)
  return resource !== undefined && mayList(actor.permissions, resource)
}

/** A view without these fields: neither asked about, nor shown, nor sorted by; those that it named are told. */
function withoutFields(
  body: ListViewBody,
  hidden: ReadonlySet<string>,
): Pick<ListViewContent, 'body' | 'withheld'> {
  const isHidden = (name: string) => hidden.has(name.replace(/_(begin|end)$/, ''))
  const shown = body.columns?.shown.filter((name) => !isHidden(name)) ?? []
  const named = [
    ...Object.keys(body.filters).map((name) => name.replace(/_(begin|end)$/, '')),
    ...body.rules.map(({ field }) => field),
    ...(body.columns?.shown ?? []),
    ...(body.column === null ? [] : [body.column]),
  ]
  const isSortHidden = body.column !== null && isHidden(body.column)
  const keep = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !isHidden(name)))
  return {
    body: {
      ...body,
      filters: keep(body.filters),
      rules: body.rules.filter(({ field }) => !isHidden(field)),
      column: isSortHidden ? null : body.column,
      order: isSortHidden ? null : body.order,
      columns: body.columns && shown.length > 0 ? { shown, pins: keep(body.columns.pins) } : null,
    },
    withheld: [...new Set(named.filter(isHidden))],
  }
}

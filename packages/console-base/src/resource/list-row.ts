import type { Field, Resource } from '@suoan/contract'
import { dateTime, integer, text } from '@suoan/contract'

/** A row as the generated pages see it: fields by name, `_dictText` companions beside them (4-api.md §5.7). */
export type ListRow = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly children?: ListRow[] | null
}

/** Columns that every entity has beside its own fields. */
const systemFields: Readonly<Record<string, Field>> = {
  id: text('编号'),
  tenantId: integer('租户'),
  sysOrgCode: text('所属部门'),
  createBy: text('创建人'),
  createTime: dateTime('创建时间'),
  updateBy: text('更新人'),
  updateTime: dateTime('更新时间'),
}

/** The field of a resource by name, own or common; undefined when the description names something unknown. */
export function fieldOf(resource: Resource, name: string): Field | undefined {
  // Names come from addresses and views: `constructor` is none of them.
  if (Object.hasOwn(resource.fields, name)) return resource.fields[name]
  return Object.hasOwn(systemFields, name) ? systemFields[name] : undefined
}

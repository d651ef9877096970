import type { Field, FieldValue } from './field.ts'
import type { Verb } from './verbs.ts'

/** What a resource is beside its own fields; each trait adds columns and behaviour in one place. */
export interface Traits {
  /** Rows belong to a tenant: `tenantId` is stamped on insert and AND-ed to every statement. Default true. */
  readonly tenanted?: boolean
  /**
   * Whose rows these are: the `tenant`'s own; the `platform`'s, which everybody with the permission reads and only the
   * platform (tenant 0) changes; or `platformOnly`, read by nobody else either. Not tenanted rows must say it.
   */
  readonly belongsTo?: 'tenant' | 'platform' | 'platformOnly'
  /** `delFlag` 0/1 instead of removing the row. Default true. */
  readonly softDeleted?: boolean
  /** `createBy, createTime, updateBy, updateTime`. Default true. */
  readonly stamped?: boolean
  /** `sysOrgCode`, stamped with the author's department. Default true. */
  readonly owned?: boolean
  /** `revision`, the optimistic lock. Default true. */
  readonly revisioned?: boolean
  /** Append-only: list, queryById and exportXls only; no delFlag, no revision. Default false. */
  readonly log?: boolean
  /** A tree: `parent` names the field with the parent's id; adds the cycle check and `queryTreeList`. */
  readonly tree?: TreeTrait
}

export interface TreeTrait {
  /** The field with the parent's id. */
  readonly parent: string
  /** Its value in rows of the top level. */
  readonly root: string
  /** The field by which siblings are ordered. */
  readonly order?: string
  /** The derived field with a code that begins with the parent's code (`@suoan/kit/tree`): an import places rows by it. */
  readonly code?: string
  /**
   * The derived field with a code that begins with the parent's code: a list that is asked for a row of this tree shows what
   * belongs to the rows below it too.
   */
  readonly path?: string
}

export type Fields = Readonly<Record<string, Field>>

/** The description of an entity: a plain value, so that user-made entities are the same thing (architecture.md §10). */
export interface Resource<F extends Fields = Fields, T extends string = string> {
  /** English noun, unique: `position`. Query keys, references and audit rows use it. */
  readonly name: string
  /** Chinese title: menu, dialog, file name of the export. */
  readonly title: string
  /** Wire path below the API base: `/sys/position`. */
  readonly path: string
  /** Table name, snake_case. */
  readonly table: T
  /** Prefix of the permission codes: `system:position` → `system:position:add`. */
  readonly permission: string
  /** Permissions of further pages that list its rows by a call of their own, beside `<permission>:list`. */
  readonly listedBy: readonly string[]
  readonly fields: F
  /** Columns of the list page, in order. Default: every field that is neither hidden nor secret. */
  readonly list: readonly string[]
  /** Fields in the query form of the list page. */
  readonly search: readonly string[]
  /** Fields of the form, in order. Default: every field that is not derived. */
  readonly form: readonly string[]
  /** The field that names a row to people; reference texts and pickers show it. */
  readonly label: string
  readonly sort: { readonly column: string; readonly order: 'asc' | 'desc' }
  readonly verbs: readonly Verb[]
  readonly traits: Required<Omit<Traits, 'tree'>> & Pick<Traits, 'tree'>
  /** Groups of fields that are unique together (an index exists for each). */
  readonly uniqueTogether: readonly (readonly string[])[]
  /** Texts that the spec fixes where they differ from the convention, e.g. `added: '保存成功！'`. */
  readonly texts: Readonly<Partial<Record<'added' | 'edited' | 'deleted' | 'batchDeleted', string>>>
}

type Name<F> = Extract<keyof F, string>

export interface ResourceInput<F extends Fields, T extends string = string> {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly table: T
  readonly permission: string
  readonly listedBy?: readonly string[]
  readonly fields: F
  readonly list?: readonly (Name<F> | SystemField)[]
  readonly search?: readonly (Name<F> | SystemField)[]
  readonly form?: readonly Name<F>[]
  readonly label: Name<F>
  readonly sort?: { readonly column: Name<F> | SystemField; readonly order: 'asc' | 'desc' }
  readonly verbs?: readonly Verb[]
  readonly traits?: Traits
  readonly uniqueTogether?: readonly (readonly Name<F>[])[]
  readonly texts?: Resource['texts']
}

/** Columns that the engine owns; a draft never has them. */
export interface SystemColumns {
  id: string
  tenantId: number
  sysOrgCode: string | null
  createBy: string | null
  createTime: string | null
  updateBy: string | null
  updateTime: string | null
  delFlag: number
  revision: number
}
export type SystemField = keyof SystemColumns

/** A stored row as it travels: own fields (null where empty) and the system columns. */
export type Row<R extends { fields: Fields }> = SystemColumns & {
  [K in keyof R['fields']]: FieldValue<R['fields'][K]> | null
}

/** What a client may send on add: own fields that the server does not own. */
export type Draft<R extends { fields: Fields }> = {
  -readonly [K in keyof R['fields']]?: FieldValue<R['fields'][K]> | null
}

const allVerbs: readonly Verb[] = [
  'list',
  'queryById',
  'add',
  'edit',
  'delete',
  'deleteBatch',
  'exportXls',
  'importExcel',
]
const readVerbs: readonly Verb[] = ['list', 'queryById', 'exportXls']

/**
 * Completes a description with its defaults.
 * @example defineResource({ name: 'position', title: '职务', path: '/sys/position', table: 'sys_position',
 *   permission: 'system:position', fields: { name: text('职务名称', { required: true }) }, label: 'name' })
 */
export function defineResource<const F extends Fields, const T extends string>(
  input: ResourceInput<F, T>,
): Resource<F, T> {
  const names = Object.keys(input.fields)
  const shown = names.filter((name) => !input.fields[name]?.hidden && input.fields[name]?.kind !== 'secret')
  const log = input.traits?.log ?? false
  const belongsTo = input.traits?.belongsTo ?? (input.traits?.tenanted === false ? undefined : 'tenant')
  if (belongsTo === undefined) throw new Error(`the resource ${input.name} does not say whose its rows are`)
  return {
    ...input,
    list: input.list ?? shown,
    listedBy: input.listedBy ?? [],
    search: input.search ?? [],
    form: input.form ?? names.filter((name) => !input.fields[name]?.derived && !input.fields[name]?.hidden),
    sort: input.sort ?? { column: 'createTime', order: 'desc' },
    verbs: input.verbs ?? (log ? readVerbs : allVerbs),
    uniqueTogether: input.uniqueTogether ?? [],
    texts: input.texts ?? {},
    traits: {
      tenanted: true,
      softDeleted: !log,
      stamped: true,
      owned: true,
      revisioned: !log,
      log,
      ...input.traits,
      belongsTo,
    },
  }
}

/** The permission code of a verb on a resource, e.g. `system:position:add` (3-domain.md §3.7, last paragraphs). */
export function permissionOf(resource: Pick<Resource, 'permission'>, action: string): string {
  return `${resource.permission}:${action}`
}

/** Whether somebody with these permissions has one of the pages that list the rows of a resource. */
export function mayList(
  permissions: ReadonlySet<string>,
  resource: Pick<Resource, 'permission' | 'listedBy'>,
): boolean {
  return (
    permissions.has(permissionOf(resource, 'list')) || resource.listedBy.some((code) => permissions.has(code))
  )
}

/** Seeing telephones, mail addresses and ID numbers of others whole (decision 0508). */
export const plainPermission = 'system:user:plain'

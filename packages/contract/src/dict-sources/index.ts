import { permissionOf, type Resource } from '../resource.ts'
import { resources } from '../resources/index.ts'

/** A dictionary in table form that the server answers (4-api.md §5.2): which column, by which key, shown to whom. */
export interface TableDictionary {
  readonly resource: Resource
  /** Field whose value is the key that travels. */
  readonly by: string
  /** Permissions that show it; one of them is enough. */
  readonly shownBy: readonly string[]
}

/** What clients of the specification ask for beside the references of forms (§5.6): for who may list the rows. */
const named: readonly (readonly [resource: string, by: string])[] = [
  ['user', 'username'],
  ['department', 'orgCode'],
  ['role', 'id'],
  ['role', 'roleCode'],
  ['position', 'code'],
  ['category', 'id'],
  ['category', 'code'],
  ['permission', 'id'],
]

/** References of pages that are no description: the editor of a ticket, its crew, stop orders, the explanation of a lock. */
const forms: readonly (readonly [resource: string, by: string, ...shownBy: string[]])[] = [
  ['user', 'id', 'lo:work:add', 'lo:work:run', 'lo:emergencyRemoval:approve', 'lo:lockUser:explain'],
  ['department', 'id', 'lo:work:add'],
  ['area', 'id', 'lo:work:add', 'lo:stopOrder:order'],
  ['equip', 'id', 'lo:work:add'],
  ['lock', 'id', 'lo:lockUser:explain'],
  ['work', 'id', 'lo:lockUser:explain'],
]

/**
 * Every dictionary in table form, by resource and key: what a form or a query of some page refers to, for whoever has
 * that page, and what the specification's clients name. The text is always the label of the resource. Nothing that is
 * not in this list is answered: neither another key (a phone is unique, too) nor another text.
 */
export const tableDictionaries: ReadonlyMap<string, TableDictionary> = collect()

function collect(): ReadonlyMap<string, TableDictionary> {
  const found = new Map<string, { resource: Resource; by: string; shownBy: Set<string> }>()
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const add = (name: string, by: string, shownBy: readonly string[]) => {
    const resource = byName.get(name)
    if (!resource || resource.traits.log) return
    const key = `${name}.${by}`
    const entry = found.get(key) ?? { resource, by, shownBy: new Set([permissionOf(resource, 'list')]) }
    for (const permission of shownBy) entry.shownBy.add(permission)
    found.set(key, entry)
  }
  for (const page of resources) {
    for (const [name, field] of Object.entries(page.fields)) {
      if (field.resource === undefined || field.hidden) continue
      const isForm = page.form.includes(name) && !field.derived
      const actions = [
        ...(isForm ? (['add', 'edit'] as const).filter((verb) => page.verbs.includes(verb)) : []),
        ...(page.search.includes(name) ? ['list'] : []),
      ]
      if (actions.length > 0)
        add(
          field.resource,
          field.by ?? 'id',
          actions.map((action) => permissionOf(page, action)),
        )
    }
    // A tree is chosen from when one of its own rows is put under another.
    if (page.traits.tree) add(page.name, 'id', [permissionOf(page, 'add'), permissionOf(page, 'edit')])
  }
  for (const [name, by] of named) add(name, by, [])
  for (const [name, by, ...shownBy] of forms) add(name, by, shownBy)
  return new Map(
    [...found].map(([key, { shownBy, ...entry }]) => [key, { ...entry, shownBy: [...shownBy].sort() }]),
  )
}

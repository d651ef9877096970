import type { Field, Resource } from '@suoan/contract'
import { resources } from '@suoan/contract'

/** A built-in resource by its name; undefined when this version does not describe it. */
export function findResource(name: string | undefined): Resource | undefined {
  return resources.find((each) => each.name === name)
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The dictionary form of a reference: `table,text column,code column`. The server answers it for described tables
 * only (architecture.md §5), and to everyone who is signed in.
 */
export function refDictCode(field: Pick<Field, 'resource' | 'by'>): string | null {
  const target = findResource(field.resource)
  if (!target) return null
  const columnOf = (name: string) => target.fields[name]?.column ?? snake(name)
  return [target.table, columnOf(target.label), columnOf(field.by ?? 'id')].join(',')
}

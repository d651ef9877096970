import type { Field, Resource } from '@suoan/contract'
import { resourceLoaders } from '@suoan/contract/resource-loaders'

/** The description of a built-in entity by its name; undefined when this version has none. */
export async function loadResource(name: string): Promise<Resource | undefined> {
  return await resourceLoaders[name]?.()
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The dictionary form of a reference to `target`: `table,text column,code column`. The server answers it for the
 * references of forms and lists, to who has such a page (`@suoan/contract/dict-sources`).
 * @param by the field whose value is stored; the id by default
 */
export function refDictCode(target: Resource, by: Field['by'] = 'id'): string {
  const columnOf = (name: string) => target.fields[name]?.column ?? snake(name)
  return [target.table, columnOf(target.label), columnOf(by)].join(',')
}

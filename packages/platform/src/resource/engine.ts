import { resources as builtIn, type Resource } from '@suoan/contract'
import type { Context } from '../context.ts'
import { createDictionaries, type Dictionaries } from './dictionaries.ts'
import { createFileReaders, type FileReaders } from './file-readers.ts'
import { createFillRules, type FillRules } from './fill-rules.ts'
import { createHolders, type Holders } from './holders.ts'
import { createNewTenants, type NewTenants } from './new-tenants.ts'
import { forgetLists } from './list-memory.ts'
import type { MountedResource } from './mounted-resource.ts'
import { createReferences, type References } from './references.ts'
import { createValueRules, type ValueRules } from './value-rules.ts'

/** What the engine keeps beside the database for one server: descriptions by name, and caches that events empty. */
export interface Engine {
  /** The description of this name; built-in ones, and those mounted or registered later. */
  readonly resource: (name: string) => Resource | undefined
  readonly resources: () => readonly Resource[]
  readonly register: (resource: Resource) => void
  /** Those in service by their verbs, with the hooks that complete their rows. */
  readonly mounted: Map<string, MountedResource>
  readonly dictionaries: Dictionaries
  readonly references: References
  /** What keeps a row from being deleted. */
  readonly holders: Holders
  readonly newTenants: NewTenants
  /** How empty codes and numbers of new rows are made. */
  readonly fillRules: FillRules
  /** What the plant has to say about values of fields that name a check rule. */
  readonly valueRules: ValueRules
  /** Who may read a stored file, by the rows that hold it. */
  readonly fileReaders: FileReaders
}

const engines = new WeakMap<Context, Engine>()

/** The engine of a server's context. */
export function engineOf(ctx: Context): Engine {
  const known = engines.get(ctx)
  if (known) return known
  const byName = new Map(builtIn.map((resource) => [resource.name, resource]))
  const references = createReferences(ctx.pool, (name) => byName.get(name))
  const dictionaries = createDictionaries(ctx.pool)
  ctx.broadcasts.on('resource.changed', ({ resource }) => {
    forgetLists(ctx.pool, resource)
    references.forget(resource)
  })
  ctx.broadcasts.on('dictionary.changed', () => dictionaries.forget())
  ctx.broadcasts.on('broadcasts.missed', () => {
    dictionaries.forget()
    for (const name of byName.keys()) {
      forgetLists(ctx.pool, name)
      references.forget(name)
    }
  })
  const engine: Engine = {
    resource: (name) => byName.get(name),
    resources: () => [...byName.values()],
    register: (resource) => void byName.set(resource.name, resource),
    mounted: new Map(),
    dictionaries,
    references,
    holders: createHolders(),
    newTenants: createNewTenants(),
    fillRules: createFillRules(),
    valueRules: createValueRules(),
    fileReaders: createFileReaders(),
  }
  engines.set(ctx, engine)
  return engine
}

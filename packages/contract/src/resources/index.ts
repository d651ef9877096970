import type { Resource } from '../resource.ts'
import * as admin from './admin.ts'
import * as platform from './platform.ts'
import * as safety from './safety.ts'

export * from './admin.ts'
export * from './platform.ts'
export * from './safety.ts'

/** The entities by the package that owns their tables; an entity is added by one line in the file of its package. */
export interface PackageResources {
  readonly platform: typeof platform
  readonly admin: typeof admin
  readonly safety: typeof safety
}

/** Every built-in entity. The convention suite, the audit titles and the reference texts walk this list. */
export const resources: readonly Resource[] = [platform, admin, safety].flatMap((each) => Object.values(each))

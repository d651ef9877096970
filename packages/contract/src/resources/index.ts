import type { Resource } from '../resource.ts'
import { position } from './position.ts'

export { position }

/** Every built-in entity. The convention suite, the audit titles and the reference texts walk this list. */
export const resources: readonly Resource[] = [position]

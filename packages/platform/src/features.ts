import type { NamedFeature } from './http/route.ts'
import { files } from './files/index.ts'

/** What belongs to no subject: the files that people hand in. */
export const platformFeatures: readonly NamedFeature[] = [{ name: 'files', mount: files }]

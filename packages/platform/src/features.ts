import type { NamedFeature } from './http/route.ts'
import { apiDoc } from './api-doc/index.ts'
import { exportJobs } from './exports/index.ts'
import { files } from './files/index.ts'
import { monitor } from './monitor/index.ts'

/** What belongs to no subject: the files that people hand in, and those that are made for them. */
export const platformFeatures: readonly NamedFeature[] = [
  { name: 'files', mount: files },
  { name: 'exports', mount: exportJobs },
  { name: 'monitor', mount: monitor },
  { name: 'api-doc', mount: apiDoc },
]

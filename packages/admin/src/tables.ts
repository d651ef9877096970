import type { PackageResources } from '@suoan/contract'
import type { TablesOf } from '@suoan/platform/db/table-of'

declare module '@suoan/platform/db/schema' {
  /** Tables that only administration works with. */
  interface Database extends TablesOf<PackageResources['admin']> {}
}

import { dayPass, externalPerson } from '@suoan/contract'
import type { Feature } from '@suoan/platform/http/route'
import { mountResource } from '@suoan/platform/resource'
import { externalPersonHooks } from './external-person-hooks.ts'

export { loadExternals, type External } from './load-externals.ts'

/** The register of people without an account: contractors and visitors, their day passes, who may not come in (decision 0471). */
export const externalPeople: Feature = (mount) => {
  mountResource(mount, externalPerson, externalPersonHooks)
  mountResource(mount, dayPass)
}

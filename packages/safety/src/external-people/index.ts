import { dayPass, externalPerson, externalPersonEndpoints as calls } from '@suoan/contract'
import type { Feature } from '@suoan/platform/http/route'
import { engineOf, mountResource, resourceStore } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { bindRegister } from './register.ts'
import { externalPersonHooks } from './external-person-hooks.ts'
import { holderOf } from './badge-holder.ts'
import { peopleInside } from './people-inside.ts'
import { worksWith } from './works-with.ts'

export { loadExternals, type External } from './load-externals.ts'
export { holderOf } from './badge-holder.ts'
export { readBadge } from './passes.ts'

/** The register of people without an account: contractors and visitors, their day passes, who may not come in (decision 0471). */
export const externalPeople: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, externalPerson, externalPersonHooks)
  mountResource(mount, dayPass)
  // Whoever issues passes looks at the face, and whoever is on a live ticket with him compares it at the entrance.
  engineOf(ctx).fileReaders.on(externalPerson, {
    mayRead: async (_, actor, ids) => {
      const scope = await dataScope(ctx, actor, externalPerson, 'lo:externalPerson:pass')
      if ((await resourceStore(externalPerson).findMany(ctx.pool, scope, ids)).length > 0) return true
      return worksWith(ctx, actor, ids)
    },
  })
  bindRegister(mount)
  bind(calls.byBadge, ({ actor, input }) => holderOf(ctx, actor, input.code))
  bind(calls.inside, ({ actor, input }) => peopleInside(ctx, actor, input.areaCode ?? ''))
}

import { roleIndex, roleIndexEndpoints as endpoints } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import { menuAddress } from '@suoan/domain/permission'
import { fail } from '@suoan/platform/fail'
import type { Feature } from '@suoan/platform/http/route'
import { defineHooks, mountResource, present, resourceStore } from '@suoan/platform/resource'
import { scopeFor } from '@suoan/platform/resource/scope'

const refuseForeign = ({ url }: { url?: string | null }): void => {
  if (url && menuAddress(url, []).kind !== 'page')
    throw fail('BAD_INPUT', { detail: '首页路由应是本系统的页面，例如 /isps/board' })
}

const hooks = defineHooks(roleIndex, {
  beforeAdd: refuseForeign,
  beforeEdit: refuseForeign,
  // The menu of everybody in the role says another first page from now on.
  afterAdd: (_row, { emit }) => emit('permissions.changed', { userIds: 'all' }),
  afterEdit: (_row, _before, { emit }) => emit('permissions.changed', { userIds: 'all' }),
  afterDelete: (_rows, { emit }) => emit('permissions.changed', { userIds: 'all' }),
})

/** What 首页 is where no role says otherwise (4-api.md §3.9). */
const standard = {
  roleCode: 'DEF_INDEX_ALL',
  url: '/dashboard/analysis',
  component: 'dashboard/Analysis',
  route: true,
  priority: 0,
  status: '1',
}

/** 角色首页 (4-api.md §7.22); the session puts it into the menu (`build-menu.ts`). */
export const roleHomes: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, roleIndex, hooks)
  bind(endpoints.byCode, async ({ input, actor }) => {
    const scope = await scopeFor(ctx, actor, roleIndex)
    const rows = await resourceStore(roleIndex).list(ctx.pool, scope, eq('roleCode', input.roleCode))
    await present(ctx, roleIndex, actor, rows)
    const [row] = rows
    return row
      ? {
          ...row,
          roleCode: String(row['roleCode'] ?? ''),
          url: String(row['url'] ?? ''),
          component: String(row['component'] ?? ''),
        }
      : null
  })
  bind(endpoints.standard, async () => standard)
}

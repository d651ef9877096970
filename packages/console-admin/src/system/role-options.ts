import { role } from '@suoan/contract'
import { request } from '@suoan/console-base/request/client.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'

interface RoleRow {
  readonly id: string
  readonly roleName: string
}

/** All roles as options of a select (4-api.md §7.2 queryall). */
export const roleOptionsQuery = {
  queryKey: [...resourceKey(role), 'options'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { result } = await request<RoleRow[]>({ method: 'GET', path: '/sys/role/queryall', signal })
    return result.map((each) => ({ value: each.id, label: each.roleName }))
  },
}

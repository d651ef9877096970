import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '@suoan/console-base/request/client.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import type { TreeModel } from './permission-tree.ts'

/** Whoever is granted menus, and the calls that read and store it (4-api.md §3.7, §7.2, §7.5). */
export interface GrantHolder {
  /** What its id is called in the calls. */
  readonly idName: 'roleId' | 'departId'
  readonly id: string
  readonly granted: string
  readonly save: string
  /** Base of the two calls of its data rules. */
  readonly rules: string
  /** Of a role of a department: the department, whose menus are all it may get. */
  readonly departId?: string
}

export const roleGrants = (id: string): GrantHolder => ({
  idName: 'roleId',
  id,
  granted: '/sys/permission/queryRolePermission',
  save: '/sys/permission/saveRolePermission',
  rules: '/sys/role/datarule',
})

export const departGrants = (id: string): GrantHolder => ({
  idName: 'departId',
  id,
  granted: '/sys/permission/queryDepartPermission',
  save: '/sys/permission/saveDepartPermission',
  rules: '/sys/sysDepartPermission/datarule',
})

export const departRoleGrants = (departId: string, id: string): GrantHolder => ({
  idName: 'roleId',
  id,
  granted: '/sys/sysDepartPermission/queryDeptRolePermission',
  save: '/sys/sysDepartPermission/saveDeptRolePermission',
  rules: '/sys/sysDepartRole/datarule',
  departId,
})

const noNodes: TreeModel[] = []

/** All menus and buttons, which of them a holder has, and the ticks that are not saved yet (5-screens.md §6.3, §6.7). */
export function useGrants({ idName, id, departId, ...paths }: GrantHolder) {
  const client = useQueryClient()
  const queryKey = [idName, id, 'permissions']
  const tree = useQuery({
    queryKey: ['role', 'permissionTree', departId],
    queryFn: async ({ signal }) =>
      (
        await request<{ treeList: TreeModel[] }>({
          method: 'GET',
          path:
            departId === undefined
              ? '/sys/role/queryTreeList'
              : '/sys/sysDepartPermission/queryTreeListForDeptRole',
          query: departId === undefined ? {} : { departId },
          signal,
        })
      ).result.treeList,
  })
  const granted = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request<string[]>({ method: 'GET', path: paths.granted, query: { [idName]: id }, signal }))
        .result ?? [],
    staleTime: 0,
  })
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const checked = picked ?? granted.data ?? []
  const save = useMutation({
    mutationFn: () =>
      request({
        method: 'POST',
        path: paths.save,
        body: {
          [idName]: id,
          permissionIds: checked.join(','),
          lastpermissionIds: (granted.data ?? []).join(','),
        },
      }),
    async onSuccess(answer) {
      void feedback().message.success(answer.message)
      await client.invalidateQueries({ queryKey })
      setPicked(null)
    },
  })
  return {
    nodes: tree.data ?? noNodes,
    checked,
    setPicked,
    isChanged: picked !== null,
    isReady: tree.data !== undefined && granted.data !== undefined,
    /** Why nothing can be shown. What was loaded stays, with the ticks that are not saved; `queries` say how old it is. */
    error: tree.isLoadingError ? tree.error : granted.isLoadingError ? granted.error : null,
    queries: [tree, granted],
    retry: () => (void tree.refetch(), void granted.refetch()),
    save,
  }
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Popconfirm, Skeleton, Space } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { request } from '../../request/client.ts'
import { feedback } from '../../shell/feedback.ts'
import { ErrorState } from '../../shell/states/ErrorState.tsx'
import { PermissionTree, useTreeTools } from './PermissionTree.tsx'
import type { TreeModel } from './permission-tree.ts'

const RuleTicks = lazyPart('RuleTicks', () => import('./RuleTicks.tsx').then((m) => m.RuleTicks))

interface Props {
  readonly roleId: string
  readonly roleName: string
  onClose(): void
}

const noNodes: TreeModel[] = []

/** 角色权限配置: the menus and buttons of a role (5-screens.md §6.3). */
export function GrantDrawer({ roleId, roleName, onClose }: Props) {
  const client = useQueryClient()
  const tree = useQuery({
    queryKey: ['role', 'permissionTree'],
    queryFn: async ({ signal }) =>
      (await request<{ treeList: TreeModel[] }>({ method: 'GET', path: '/sys/role/queryTreeList', signal }))
        .result.treeList,
  })
  const granted = useQuery({
    queryKey: ['role', roleId, 'permissions'],
    queryFn: async ({ signal }) =>
      (
        await request<string[]>({
          method: 'GET',
          path: '/sys/permission/queryRolePermission',
          query: { roleId },
          signal,
        })
      ).result ?? [],
    staleTime: 0,
  })
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const [ruled, setRuled] = useState<TreeModel | null>(null)
  const nodes = tree.data ?? noNodes
  const checked = picked ?? granted.data ?? []
  const tools = useTreeTools(nodes, setPicked)

  const save = useMutation({
    mutationFn: (_close: boolean) =>
      request({
        method: 'POST',
        path: '/sys/permission/saveRolePermission',
        body: { roleId, permissionIds: checked.join(','), lastpermissionIds: (granted.data ?? []).join(',') },
      }),
    async onSuccess(answer, close) {
      void feedback().message.success(answer.message)
      await client.invalidateQueries({ queryKey: ['role', roleId, 'permissions'] })
      setPicked(null)
      if (close) onClose()
    },
  })
  const error = tree.error ?? granted.error
  const ready = tree.isSuccess && granted.isSuccess

  return (
    <Drawer
      open
      title={`角色权限配置：${roleName}`}
      size={650}
      mask={{ closable: false }}
      onClose={onClose}
      footer={
        <div className="drawer-foot">
          {tools.button}
          <Space>
            <Popconfirm title="确定放弃编辑？" disabled={picked === null} onConfirm={onClose}>
              <Button {...(picked === null ? { onClick: onClose } : {})}>取消</Button>
            </Popconfirm>
            <Button
              type="primary"
              ghost
              disabled={!ready}
              loading={save.isPending}
              onClick={() => save.mutate(false)}
            >
              仅保存
            </Button>
            <Button
              type="primary"
              disabled={!ready}
              loading={save.isPending}
              onClick={() => save.mutate(true)}
            >
              保存并关闭
            </Button>
          </Space>
        </div>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => (void tree.refetch(), void granted.refetch())} />
      ) : ready ? (
        <>
          <p>所拥有的权限（带红色标记的菜单可点击配置数据规则）</p>
          <PermissionTree
            nodes={nodes}
            checked={checked}
            linked={tools.linked}
            expanded={tools.expanded}
            onExpand={tools.setExpanded}
            onCheck={setPicked}
            onRules={setRuled}
          />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
      <Suspense fallback={null}>
        {ruled && <RuleTicks key={ruled.key} roleId={roleId} node={ruled} onClose={() => setRuled(null)} />}
      </Suspense>
    </Drawer>
  )
}

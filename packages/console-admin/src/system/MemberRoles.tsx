import { departRoleEndpoints } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Dropdown, Empty, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'

interface Props {
  readonly userId: string
  readonly name: string
  readonly departId: string
  onClose(): void
}

/** 部门角色分配: which roles of the department a member has (5-screens.md §6.8). */
export function MemberRoles({ userId, name, departId, onClose }: Props) {
  const roles = useQuery({
    queryKey: ['department', departId, 'roles', userId],
    queryFn: async ({ signal }) => {
      const [all, links] = await Promise.all([
        call(departRoleEndpoints.ofDepart, { departId }, { signal, quiet: true }),
        call(departRoleEndpoints.ofUser, { userId, departId }, { signal, quiet: true }),
      ])
      return {
        all: all.map(({ id, roleName }) => ({ value: id, label: roleName ?? '' })),
        held: links.map(({ droleId }) => droleId),
      }
    },
    staleTime: 0,
  })
  const [picked, setPicked] = useState<string[] | null>(null)
  const held = roles.data?.held ?? []
  const checked = picked ?? held
  const save = useMutation({
    mutationFn: () =>
      callForMessage(departRoleEndpoints.assign, {
        userId,
        newRoleId: checked.join(','),
        oldRoleId: held.join(','),
      }),
    onSuccess: ({ message }) => {
      void feedback().message.success(message)
      onClose()
    },
  })
  const all = roles.data?.all ?? []
  return (
    <AppDrawer
      title={`部门角色分配：${name}`}
      size={600}
      onClose={onClose}
      footer={
        <div className="tree-foot">
          <Dropdown
            menu={{
              items: [
                { key: 'all', label: '全部勾选', onClick: () => setPicked(all.map(({ value }) => value)) },
                { key: 'none', label: '取消全选', onClick: () => setPicked([]) },
              ],
            }}
          >
            <Button disabled={all.length === 0}>操作</Button>
          </Dropdown>
          <Space>
            <Button onClick={onClose}>取消</Button>
            <Button
              type="primary"
              disabled={picked === null}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              保存
            </Button>
          </Space>
        </div>
      }
    >
      <OrError query={roles}>
        {roles.isPending ? (
          <Skeleton active />
        ) : all.length === 0 ? (
          <Empty description="无可配置角色! 请先在“部门角色”中新建" />
        ) : (
          <Checkbox.Group className="rule-ticks" options={all} value={checked} onChange={setPicked} />
        )}
      </OrError>
    </AppDrawer>
  )
}

import { AppDrawer } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Empty, Skeleton } from 'antd'
import { useState } from 'react'
import { request } from '@suoan/console-base/request/client.ts'
import { RequestFailure } from '@suoan/console-base/request/failure.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { titleOf } from './permission-tree.ts'
import type { TreeModel } from './permission-tree.ts'
import type { GrantHolder } from './use-grants.ts'

interface Rules {
  readonly datarule: readonly { readonly id: string; readonly ruleName: string }[]
  /** Ids of the ticked rules, joined by commas. */
  readonly drChecked?: string | null
}

interface Props {
  readonly holder: GrantHolder
  readonly node: TreeModel
  onClose(): void
}

/** 数据规则/按钮权限配置: which data rules of a menu hold for a role or department (5-screens.md §6.3). */
export function RuleTicks({ holder, node, onClose }: Props) {
  const shown = useShown()
  const rules = useQuery({
    queryKey: [holder.idName, holder.id, 'rules', node.key],
    queryFn: ({ signal }) => rulesOf(node.key, holder, signal),
    staleTime: 0,
  })
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const checked = picked ?? (rules.data?.drChecked ?? '').split(',').filter(Boolean)
  const save = useMutation({
    mutationFn: () =>
      request({
        method: 'POST',
        path: holder.rules,
        body: { permissionId: node.key, [holder.idName]: holder.id, dataRuleIds: checked.join(',') },
      }),
    onSuccess: (answer) => {
      void feedback().message.success(answer.message)
      void shown().then(onClose)
    },
  })
  const list = rules.data?.datarule ?? []
  return (
    <AppDrawer title={`数据规则：${titleOf(node)}`} size={365} onClose={onClose}>
      <OrError query={rules}>
        {rules.isPending ? (
          <Skeleton active />
        ) : list.length === 0 ? (
          <Empty description="无配置信息!" />
        ) : (
          <>
            <Checkbox.Group
              className="rule-ticks"
              value={[...checked]}
              onChange={(values) => setPicked(values)}
              options={list.map((rule) => ({ value: rule.id, label: rule.ruleName }))}
            />
            {checked.length === 0 && <Alert type="warning" showIcon title="请注意，现未勾选任何数据权限!" />}
            <Button
              block
              type="primary"
              className="rule-save"
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              点击保存
            </Button>
          </>
        )}
      </OrError>
    </AppDrawer>
  )
}

async function rulesOf(
  permissionId: string,
  { rules, id, departId }: GrantHolder,
  signal: AbortSignal,
): Promise<Rules> {
  const whose = departId === undefined ? [id] : [departId, id]
  const path = [rules, ...[permissionId, ...whose].map(encodeURIComponent)].join('/')
  try {
    return (await request<Rules>({ method: 'GET', path, signal })).result
  } catch (error) {
    // The server answers a failure when the menu has no rules (4-api.md §7.2).
    if (error instanceof RequestFailure && error.message.includes('未找到权限配置信息'))
      return { datarule: [] }
    throw error
  }
}

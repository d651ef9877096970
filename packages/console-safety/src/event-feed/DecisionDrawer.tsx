import { decision, type RuleResult } from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { RuleList } from '@suoan/console-base/refusal/RuleList.tsx'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'

/** The stored answer of the interlock behind an opening: yes or no, by which leg, and every rule that was judged. */
export function DecisionDrawer({ decisionId, onClose }: { readonly decisionId: string; onClose(): void }) {
  const found = useQuery({
    queryKey: ['resource', 'decision', 'byNumber', decisionId],
    queryFn: async ({ signal }) =>
      (await resourceApi(decision).list({ decisionId, pageNo: '1', pageSize: '1' }, signal)).records[0] ??
      null,
  })
  const row = found.data
  return (
    <AppDrawer
      size={Math.min(560, innerWidth)}
      title={`判定 ${decisionId}`}
      onClose={onClose}
      destroyOnHidden
    >
      <OrError query={found}>
        {found.isPending ? (
          <Skeleton active />
        ) : !row ? (
          <EmptyState text="没有找到这条判定，或您没有查看它的权限" />
        ) : (
          <>
            <Alert
              className="gap-bottom"
              type={row.allow === 1 ? 'success' : 'error'}
              showIcon
              title={row.allow === 1 ? '允许' : '拒绝'}
              description={[
                row.time,
                row.userId_dictText ?? row.userId,
                row.leg_dictText ?? row.leg ?? '没有适用的开锁通道',
              ]
                .filter(Boolean)
                .join(' · ')}
            />
            <RuleList rules={rulesOf(row.rules)} />
          </>
        )}
      </OrError>
    </AppDrawer>
  )
}

/** The rules as they were stored; those that did not apply say nothing about it. */
function rulesOf(stored: unknown): RuleResult[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(isRule).filter((rule) => rule.applies !== false)
}

const isRule = (value: unknown): value is RuleResult & { applies?: boolean } =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'pass' in value &&
  typeof value.pass === 'boolean' &&
  'text' in value &&
  typeof value.text === 'string'

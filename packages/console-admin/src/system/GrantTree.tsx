import { Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { PermissionTree, type useTreeTools } from './PermissionTree.tsx'
import type { TreeModel } from './permission-tree.ts'
import type { GrantHolder, useGrants } from './use-grants.ts'

const RuleTicks = lazyPart('RuleTicks', () => import('./RuleTicks.tsx').then((m) => m.RuleTicks))

interface Props {
  readonly holder: GrantHolder
  readonly grants: ReturnType<typeof useGrants>
  readonly tools: ReturnType<typeof useTreeTools>
}

/** 所拥有的权限: the menus of a role or department to tick, with their data rules (5-screens.md §6.3, §6.7). */
export function GrantTree({ holder, grants, tools }: Props) {
  const [ruled, setRuled] = useState<TreeModel | null>(null)
  return (
    <>
      {grants.error ? (
        <ErrorState error={grants.error} onRetry={grants.retry} />
      ) : grants.isReady ? (
        <>
          <KeptNote query={grants.queries} />
          <p>所拥有的权限（带红色标记的菜单可点击配置数据规则）</p>
          <PermissionTree
            nodes={grants.nodes}
            checked={grants.checked}
            linked={tools.linked}
            expanded={tools.expanded}
            onExpand={tools.setExpanded}
            onCheck={grants.setPicked}
            onRules={setRuled}
          />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
      <Suspense fallback={null}>
        {ruled && <RuleTicks key={ruled.key} holder={holder} node={ruled} onClose={() => setRuled(null)} />}
      </Suspense>
    </>
  )
}

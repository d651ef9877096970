import { FilterOutlined } from '@ant-design/icons'
import type { Resource } from '@suoan/contract'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import type { ListState } from '../list-state.ts'

const AdvancedQuery = lazyPart('AdvancedQuery', () =>
  import('./AdvancedQuery.tsx').then((m) => m.AdvancedQuery),
)

interface Props {
  readonly resource: Resource
  readonly state: ListState
  onApply(rules: ListState['rules'], match: ListState['match']): void
}

/** 高级查询 above a list that its page draws itself; its conditions stand as `FilterChips` beside it. */
export function AdvancedButton({ resource, state, onApply }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<FilterOutlined spin={state.rules.length > 0} />}
        {...(state.rules.length > 0 ? { title: '已有高级查询条件生效' } : {})}
        onClick={() => setOpen(true)}
      >
        高级查询
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AdvancedQuery
            resource={resource}
            lines={[...state.rules, ...state.unapplied]}
            match={state.match}
            isBeside={false}
            onApply={onApply}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

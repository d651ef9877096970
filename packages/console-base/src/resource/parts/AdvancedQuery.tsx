import { permissionOf, type Resource } from '@suoan/contract'
import { AdvancedQueryDialog } from '@suoan/ui/advanced-query'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useHiddenParts } from '../../session/Can.tsx'
import { useIsNarrow } from '../../use-width.ts'
import { fieldOf } from '../list-row.ts'
import type { ListState } from '../list-state.ts'
import { queryFieldsOf } from '../query-fields.ts'
import { savedQueriesOf } from '../saved-queries.ts'
import { RuleValue } from '../widgets/RuleValue.tsx'

interface Props {
  readonly resource: Resource
  /** The conditions that hold now, and those that could not be applied. */
  readonly lines: ListState['rules']
  readonly match: ListState['match']
  /** It is not the list of its page: it stands in a dialog, or in a half of the page. */
  readonly isBeside: boolean
  onApply(rules: ListState['rules'], match: ListState['match']): void
  onClose(): void
}

/** 高级查询构造器 over the fields of a resource; what is saved belongs to the address of the list (5-screens.md §13.5). */
export function AdvancedQuery({ resource, lines, match, isBeside, onApply, onClose }: Props) {
  const { pathname } = useLocation()
  const place = isBeside ? `${pathname}#${resource.name}` : pathname
  const saved = useMemo(() => savedQueriesOf(place), [place])
  const isNarrow = useIsNarrow()
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  const fields = useMemo(() => queryFieldsOf(resource, hidden), [resource, hidden])
  return (
    <AdvancedQueryDialog
      fields={fields}
      lines={lines}
      match={match}
      saved={saved}
      editor={(props) => <RuleValue {...props} field={fieldOf(resource, props.field)} />}
      onApply={onApply}
      onClose={onClose}
      isPhone={isNarrow}
    />
  )
}

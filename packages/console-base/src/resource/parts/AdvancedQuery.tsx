import type { Field, Resource } from '@suoan/contract'
import { AdvancedQueryDialog } from '@suoan/ui/advanced-query'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useIsNarrow } from '../../use-width.ts'
import { fieldOf } from '../list-row.ts'
import type { ListState } from '../list-state.ts'
import { savedQueriesOf } from '../saved-queries.ts'
import { RuleValue } from '../widgets/RuleValue.tsx'

interface Props {
  readonly resource: Resource
  readonly rules: ListState['rules']
  readonly match: ListState['match']
  /** It is not the list of its page: it stands in a dialog, or in a half of the page. */
  readonly isBeside: boolean
  onApply(rules: ListState['rules'], match: ListState['match']): void
  onClose(): void
}

/** 高级查询构造器 over the fields of a resource; what is saved belongs to the address of the list (5-screens.md §13.5). */
export function AdvancedQuery({ resource, rules, match, isBeside, onApply, onClose }: Props) {
  const { pathname } = useLocation()
  const place = isBeside ? `${pathname}#${resource.name}` : pathname
  const saved = useMemo(() => savedQueriesOf(place), [place])
  const isNarrow = useIsNarrow()
  const fields = [...Object.keys(resource.fields), 'createTime', 'createBy'].flatMap((name) => {
    const field = fieldOf(resource, name)
    return field && isAsked(field) ? [{ value: name, label: field.label }] : []
  })
  return (
    <AdvancedQueryDialog
      fields={fields}
      lines={rules}
      match={match}
      saved={saved}
      editor={(props) => <RuleValue {...props} field={fieldOf(resource, props.field)} />}
      onApply={onApply}
      onClose={onClose}
      isPhone={isNarrow}
    />
  )
}

/** Secrets answer no question, and what a page never shows is not asked for. */
const isAsked = ({ hidden, kind }: Field): boolean => !hidden && kind !== 'secret'

import { conditionProblem, LazyTreeSelect } from '@suoan/ui/lazy-tree'
import { failureText } from '../../request/failure.ts'
import { loadCategoryChildren, loadCategoryNames, loadCategoryRoots } from '../category-tree.ts'
import { lazyNodeOf } from '../tree-item.ts'
import type { ChoiceProps } from './choice-props.ts'

interface Props extends ChoiceProps {
  /** Code of the node whose branch is offered; all of them by default. */
  readonly pcode?: string
  /** JSON object text that narrows the roots down, e.g. `{"name":"锁"}`. */
  readonly condition?: string
  /** Stands for "none": "0" where a category chooses its parent. */
  readonly none?: string
}

/** Category tree select: roots when it opens, what is below when that is opened (5-screens.md §13.9, 1-shell.md §7). */
export function CategorySelect({
  pcode = '0',
  condition = '',
  none = '',
  value = '',
  onChange,
  ...input
}: Props) {
  const chosen = (Array.isArray(value) ? value : [value]).filter((id) => id !== none)
  return (
    <LazyTreeSelect
      {...input}
      problem={conditionProblem(condition)}
      load={async (above, signal) =>
        (above === null
          ? await loadCategoryRoots(pcode, condition, signal)
          : await loadCategoryChildren(above, signal)
        ).map(lazyNodeOf)
      }
      loadNames={loadCategoryNames}
      failureText={failureText}
      value={chosen}
      onChange={(next) => onChange?.(next === '' ? none : next)}
    />
  )
}

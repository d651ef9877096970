import { dictionaryEndpoints } from '@suoan/contract'
import { conditionProblem, LazyTreeSelect } from '@suoan/ui/lazy-tree'
import { call } from '../../request/call.ts'
import { failureText } from '../../request/failure.ts'
import { dictNames } from '../stored-names.ts'
import { lazyNodeOf } from '../tree-item.ts'
import type { ChoiceProps } from './choice-props.ts'

interface Props extends ChoiceProps {
  /** `table,text column,code column`, e.g. `sys_depart,depart_name,id`. */
  readonly dict: string
  /** Column that holds the node above. */
  readonly pidField: string
  /** Value of the node whose branch is offered; `0` for all. */
  readonly pid?: string
  /** Column with "1" where there is something below; found out by the server when it is empty. */
  readonly hasChildField?: string
  /** JSON object text: column → what it contains. */
  readonly condition?: string
}

/** Tree of a table in dictionary form, by `/sys/dict/loadTreeData`, a level at a time (4-api.md §5.4). */
export function DictTreeSelect({
  dict,
  pidField,
  pid = '0',
  hasChildField = '',
  condition = '',
  ...input
}: Props) {
  const [tableName = '', text = '', code = ''] = dict.split(',').map((part) => part.trim())
  const isDict = [tableName, text, code].every((part) => part !== '')
  return (
    <LazyTreeSelect
      {...input}
      // 2-data-entry.md §5.
      problem={isDict ? conditionProblem(condition) : '字典Code不能为空!'}
      load={async (above, signal) => {
        // What stands below a chosen branch need not fit the condition itself.
        const asked = { pid: above ?? pid, condition: above === null ? condition : '' }
        const level = { tableName, text, code, pidField, hasChildField, ...asked }
        return (await call(dictionaryEndpoints.loadTreeData, level, { signal, quiet: true })).map(lazyNodeOf)
      }}
      loadNames={(values, signal) => dictNames(`${tableName},${text},${code}`, values, signal)}
      failureText={failureText}
    />
  )
}

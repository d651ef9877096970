import { permissionOf, type Field, type Resource } from '@suoan/contract'
import { FilterChips as Chips } from '@suoan/ui/filter-chips'
import { Alert } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '../../chunk/lazy-part.tsx'
import { useHiddenParts } from '../../session/Can.tsx'
import { conditionsOf, type Condition } from '../conditions.ts'
import { dictionaryText, useDictionary } from '../dictionaries.ts'
import type { ResourceList } from '../use-resource-list.ts'
import { loadResource, refDictCode } from '../widgets/load-resource.ts'
import { useRefNames } from '../widgets/use-ref-names.ts'

// 省/市/区 are asked for on few lists.
const AreaText = lazyPart('AreaText', () => import('@suoan/ui/area-linkage').then((m) => m.AreaText))

interface Props {
  readonly resource: Resource
  readonly state: ResourceList['state']
  /** Columns of the open view that this person's list does not have. */
  readonly missing?: readonly string[]
  /** The list as it is asked from now on. */
  onChange(conditions: Condition['without']): void
  onForget?(): void
  /** Why the view of the address is not open; null where it is. */
  readonly viewProblem?: string | null
  onForgetView?(): void
}

const nothing: Condition['without'] = { filters: {}, rules: [], unapplied: [] }

/** Every condition of the list as a chip that takes it away, in the words of its field (5-screens.md §4). */
export function FilterChips({
  resource,
  state,
  missing = [],
  onChange,
  onForget,
  viewProblem = null,
  onForgetView,
}: Props) {
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  const conditions = conditionsOf(resource, state, hidden)
  const asked = conditions.filter(({ problem }) => problem === null)
  return (
    <>
      {viewProblem !== null && (
        <Alert
          className="filter-problems"
          type="warning"
          showIcon
          closable={{ 'aria-label': '知道了', onClose: () => onForgetView?.() }}
          title={viewProblem}
        />
      )}
      <Chips
        chips={conditions.map((condition) => ({
          key: condition.key,
          label: condition.label,
          rule: condition.rule,
          text: <Texts condition={condition} listed={resource.name} />,
          problem: condition.problem,
        }))}
        note={
          state.match === 'or' && asked.length > 1 && state.rules.length > 1 ? '高级查询满足任意一个' : null
        }
        missing={missing}
        onRemove={(key) => {
          const condition = conditions.find((each) => each.key === key)
          if (condition) onChange(condition.without)
        }}
        onClear={() => onChange(nothing)}
        {...(onForget ? { onForget } : {})}
      />
    </>
  )
}

function Texts({ condition, listed }: { readonly condition: Condition; readonly listed: string }) {
  const { field } = condition
  if (field?.dict !== undefined) return <DictionaryTexts condition={condition} code={field.dict} />
  if (field?.resource !== undefined)
    return (
      <Names
        condition={condition}
        field={field}
        target={field.resource}
        isOwnTree={field.resource === listed}
      />
    )
  if (field?.kind === 'region')
    return condition.values.map((code) => (
      <Suspense key={code} fallback={code}>
        <AreaText code={code} />
      </Suspense>
    ))
  const isFlag = field?.kind === 'flag' || field?.kind === 'boolean'
  return joined(condition, (value) => (isFlag ? yesNo(value) : value))
}

const yesNo = (value: string): string => (value === '1' || value === 'true' ? '是' : '否')

const joined = ({ values, joint }: Condition, text: (value: string) => string): string =>
  values.map(text).join(joint)

function DictionaryTexts({ condition, code }: { readonly condition: Condition; readonly code: string }) {
  const items = useDictionary(code)
  return joined(condition, (value) => dictionaryText(items, value))
}

/** Rows by their names; by their keys until these are known. */
function Names({
  condition,
  field,
  target,
  isOwnTree,
}: {
  readonly condition: Condition
  readonly field: Field
  readonly target: string
  readonly isOwnTree: boolean
}) {
  const code = useQuery({
    queryKey: ['ref', 'code', target, field.by],
    queryFn: async () => {
      const resource = await loadResource(target)
      if (!resource) return null
      return { dict: refDictCode(resource, field.by), hasBelow: resource.traits.tree?.path !== undefined }
    },
    staleTime: Infinity,
  })
  const names = useRefNames(code.data?.dict ?? null, condition.values)
  const text = joined(condition, (value) => names[condition.values.indexOf(value)] ?? value)
  // The server means what lies below too (`askedBelow`); a row's own parent it takes as it is.
  return code.data?.hasBelow === true && !isOwnTree ? `${text}（含下级）` : text
}

import { role } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { WithDialog } from '@suoan/console-base/resource/pickers/WithDialog.tsx'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { refDictCode } from '@suoan/console-base/resource/widgets/load-resource.ts'
import { useRefNames } from '@suoan/console-base/resource/widgets/use-ref-names.ts'
import { useCanVerb } from '@suoan/console-base/session/Can.tsx'
import { roleOptionsQuery } from './role-options.ts'

const ResourcePickDialog = lazyPart('ResourcePickDialog', () =>
  import('@suoan/console-base/resource/pickers/ResourcePickDialog.tsx').then((m) => m.ResourcePickDialog),
)

interface Props {
  readonly id?: string
  readonly disabled: boolean
  readonly value?: readonly string[]
  onChange?(roleIds: readonly string[]): void
}

/** Roles of a person: from the list of all, or by who may list them in 角色选择 (5-screens.md §6.1, §13.6). */
export function RolesInput({ id, disabled, value = [], onChange }: Props) {
  const roles = useQuery(roleOptionsQuery)
  const mayList = useCanVerb(role, 'list')
  // Who may not list roles still reads those that somebody has by their names.
  const offered = roles.data ?? []
  const strangers = roles.isPending ? [] : value.filter((id) => !offered.some((each) => each.value === id))
  const names = useRefNames(refDictCode(role, 'id'), strangers)
  const options = [
    ...offered,
    ...strangers.map((each, index) => ({ value: each, label: names[index] ?? each })),
  ]
  const select = (
    <Select<string[]>
      {...(id === undefined ? {} : { id })}
      className="full"
      mode="multiple"
      placeholder="请选择角色"
      disabled={disabled}
      loading={roles.isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      {...(roles.isError ? { notFoundContent: failureText(roles.error) } : {})}
      value={[...value]}
      onChange={(roleIds) => onChange?.(roleIds)}
    />
  )
  if (!mayList) return select
  return (
    <WithDialog
      label="角色"
      disabled={disabled}
      dialog={(close) => (
        <Suspense fallback={null}>
          <ResourcePickDialog
            resource={role}
            multiple
            by="id"
            initial={value.map((key) => ({
              key,
              label: options.find((option) => option.value === key)?.label ?? key,
            }))}
            onCancel={close}
            onConfirm={(chosen) => {
              onChange?.(chosen.map(({ key }) => key))
              close()
            }}
          />
        </Suspense>
      )}
    >
      {select}
    </WithDialog>
  )
}

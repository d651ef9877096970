import { tenantEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { call } from '@suoan/console-base/request/call.ts'

interface Props {
  readonly id?: string
  readonly disabled: boolean
  /** Ids, joined by commas. */
  readonly value?: string
  onChange?(tenantIds: string): void
}

/** Tenants in which somebody may work; none is the platform (5-screens.md §6.1). */
export function TenantsInput({ id, disabled, value = '', onChange }: Props) {
  const tenants = useQuery({
    queryKey: ['tenant', 'options'],
    queryFn: ({ signal }) => call(tenantEndpoints.queryList, {}, { signal, quiet: true }),
  })
  return (
    <Select<string[]>
      {...(id === undefined ? {} : { id })}
      className="full"
      mode="multiple"
      allowClear
      placeholder="不选时为平台用户；选择后只在所选租户内工作"
      disabled={disabled}
      loading={tenants.isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      options={(tenants.data ?? []).map((tenant) => ({
        value: String(tenant.id),
        label: `${tenant.name}（${tenant.id}）`,
      }))}
      value={value ? value.split(',') : []}
      onChange={(tenantIds) => onChange?.(tenantIds.join(','))}
    />
  )
}

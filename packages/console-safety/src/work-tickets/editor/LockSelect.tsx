import { lock } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useCellSelect, type InCell } from '@suoan/console-base/editable-table/use-cell-select.ts'
import { lockLook } from '../../status/lock-look.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'

interface Props {
  readonly purpose: number
  readonly value: string | null
  /** Code of the chosen lock, for when the list does not hold it. */
  readonly code: string | null
  readonly disabled?: boolean
  readonly placeholder?: string
  /** Only this person's own lock, for personal locks. */
  readonly ownerId?: string | null
  readonly taken?: readonly string[]
  /** It is the editor of a cell. */
  readonly inCell?: InCell
  readonly id?: string
  readonly 'aria-label'?: string
  onChange(lockId: string | null, code: string | null): void
}

/** Locks of a purpose, with the state of each; one that is already in the plan cannot be chosen twice. */
export function LockSelect({
  purpose,
  value,
  code,
  disabled = false,
  placeholder = '请选择锁具',
  ownerId,
  taken = [],
  inCell,
  onChange,
  ...input
}: Props) {
  const locks = useLocks(purpose)
  const { search, select, turned } = useCellSelect(inCell)
  // Without an account somebody wears a lock that has no owner: those come first.
  const rows = (locks.data ?? [])
    .filter((row) => !ownerId || row.ownerUserId === ownerId || row.id === value)
    .toSorted((a, b) => Number(Boolean(a.ownerUserId)) - Number(Boolean(b.ownerUserId)))
  const options = rows.map((row) => ({
    value: row.id,
    label: `${row.lockCode} ${row.lockName}`,
    state: lockLook(row.lockStatus, row.stateTrust).text,
    disabled: taken.includes(row.id) && row.id !== value,
  }))
  if (value && !options.some((option) => option.value === value))
    options.unshift({ value, label: code ?? value, state: '', disabled: false })
  return (
    <Select
      {...input}
      {...select}
      className="full"
      allowClear
      disabled={disabled}
      value={value}
      placeholder={placeholder}
      loading={locks.isFetching}
      showSearch={{ optionFilterProp: 'label', ...search }}
      onOpenChange={turned}
      options={options}
      optionRender={({ data }) => (
        <span className="lock-option">
          <span>{data.label}</span>
          <small>{data.state}</small>
        </span>
      )}
      notFoundContent={locks.isError ? '锁具加载失败，请稍后重试' : '没有可选的锁具'}
      onChange={(next: string | undefined) =>
        onChange(next ?? null, rows.find((row) => row.id === next)?.lockCode ?? null)
      }
    />
  )
}

/** The enabled locks of a purpose. */
export function useLocks(purpose: number) {
  return useQuery({
    queryKey: [...resourceKey(lock), 'choice', purpose],
    queryFn: async ({ signal }) => {
      const query = {
        lockPurpose: String(purpose),
        status: '1',
        pageNo: '1',
        pageSize: '200',
        column: 'lockCode',
        order: 'asc',
      }
      return (await resourceApi(lock).list(query, signal)).records
    },
    staleTime: 10_000,
  })
}

import { pointHold, type Presented } from '@suoan/contract'
import { holdType } from '@suoan/domain/dictionaries'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { textOf } from '../text-of.ts'

/** A personal lock that hangs now, whose it is and for which ticket. */
export interface HeldLock {
  readonly holdId: string
  readonly lockId: string
  readonly lockCode: string
  readonly ownerName: string
  readonly workId: string
  readonly workNo: string
}

const heldOf = (row: Presented<typeof pointHold>): HeldLock => ({
  holdId: row.id,
  lockId: row.lockId ?? '',
  lockCode: textOf(row, 'lockId'),
  ownerName: textOf(row, 'userId'),
  workId: row.workId ?? '',
  workNo: textOf(row, 'workId'),
})

/** Chooses among the personal locks that hang. */
export function HeldLockSelect({
  value,
  onChange,
  ...input
}: {
  value: HeldLock | null
  id?: string
  'aria-label'?: string
  onChange(held: HeldLock | null): void
}) {
  const holds = useQuery({
    queryKey: [...resourceKey(pointHold), 'personal'],
    queryFn: async ({ signal }) => {
      const query = { pageNo: '1', pageSize: '200', state: '1', column: 'placedTime', order: 'desc' }
      const { records } = await resourceApi(pointHold).list(query, signal)
      return records
        .filter((row) => (row.holdType ?? 0) >= holdType.personalOnPoint && row.lockId)
        .map(heldOf)
    },
    staleTime: 5_000,
  })
  return (
    <Select
      {...input}
      className="full"
      size="large"
      showSearch={{ optionFilterProp: 'label' }}
      loading={holds.isFetching}
      value={value?.holdId ?? null}
      placeholder="按锁号、锁主或票号查找"
      notFoundContent={holds.isError ? '加载失败，请稍后重试' : '现在没有挂着的个人锁'}
      options={(holds.data ?? []).map((held) => ({
        value: held.holdId,
        label: `${held.lockCode} · ${held.ownerName} · ${held.workNo}`,
      }))}
      onChange={(id: string) => onChange((holds.data ?? []).find((held) => held.holdId === id) ?? null)}
    />
  )
}

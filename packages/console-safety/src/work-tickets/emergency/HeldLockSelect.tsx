import { pointHold, type HoldRow, type Page } from '@suoan/contract'
import { holdState, holdType } from '@suoan/domain/dictionaries'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { request } from '@suoan/console-base/request/client.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { textOf } from '../text-of.ts'
import { lockText } from './lock-text.ts'

/** A personal lock that hangs now, whose it is and for which ticket. */
export interface HeldLock {
  readonly holdId: string
  readonly lockId: string
  readonly lockCode: string
  readonly ownerName: string
  readonly workId: string
  readonly workNo: string
}

const heldOf = (row: HoldRow): HeldLock => ({
  holdId: row.id,
  lockId: row.lockId ?? '',
  // Two locks of one person may have one name.
  lockCode: lockText(row),
  ownerName: textOf(row, 'userId'),
  workId: row.workId ?? '',
  workNo: textOf(row, 'workId'),
})

/** Personal locks alone, those lifted for a test among them; what has hung longest first, as its owner may be gone. */
const personal = {
  pageNo: '1',
  pageSize: '200',
  holdType_begin: String(holdType.personalOnPoint),
  holdType_end: String(holdType.personalOnBox),
  state_begin: String(holdState.active),
  state_end: String(holdState.lifted),
  column: 'placedTime',
  order: 'asc',
}

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
      const { records } = await request<Page<HoldRow>>({
        method: 'GET',
        path: `${pointHold.path}/list`,
        query: personal,
        signal,
      }).then(({ result }) => result)
      return records.filter((row) => row.lockId).map(heldOf)
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

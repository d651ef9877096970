import { PlusOutlined } from '@ant-design/icons'
import { user } from '@suoan/contract'
import { lockPurpose } from '@suoan/domain/dictionaries'
import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import {
  CellTypes,
  EditableTable,
  type Column,
  type EditableTableHandle,
  type OwnEditorCell,
  type SlotCell,
} from '@suoan/ui/editable-table'
import { Button, Space } from 'antd'
import { useMemo, useRef } from 'react'
import type { Draft } from './draft-model.ts'
import { lockOptions, lockType, refusedText, useKnownLocks, type KnownLocks } from './lock-cells.ts'
import { lockRows, locksOf, type LockRow } from './lock-rows.ts'
import { LockSelect } from './LockSelect.tsx'
import { useRefTexts } from './use-ref-texts.ts'

const kinds = [
  { value: lockPurpose.access, text: '箱柜门禁锁' },
  { value: lockPurpose.lockBox, text: '集体锁箱' },
] as const
const types = new CellTypes()
types.install(lockType)

/** Access locks and lock boxes of the ticket, with the people who may open them and for how long. */
export function TicketLocks({ draft, patch }: { draft: Draft; patch(change: Partial<Draft>): void }) {
  const { locks, people } = draft
  const isNarrow = useIsNarrow()
  const table = useRef<EditableTableHandle>(null)
  const named = useMemo(() => locks.map(({ lockId, lockCode }) => ({ id: lockId, code: lockCode })), [locks])
  const known = useKnownLocks([lockPurpose.access, lockPurpose.lockBox], named)
  const crew = [...new Set(people.flatMap(({ userId }) => userId ?? []))]
  // Who may open a lock and is none of the ticket's people any more keeps his name.
  const names = useRefTexts(user, [...new Set([...crew, ...locks.flatMap(({ userIds }) => userIds)])])
  const members = crew.join(',')
  const columns = useMemo(() => columnsOf(known, members, names, isNarrow), [known, members, names, isNarrow])
  const rows = useMemo(() => lockRows(locks), [locks])
  const parts = useMemo(() => partsOf(locks, known, names), [locks, known, names])
  const add = (useType: number) => {
    const allowOpenMin = useType === lockPurpose.access ? usualMinutes : null
    const [row] = table.current?.addRows([{ useType, allowOpenMin }]) ?? []
    if (row) table.current?.goTo({ id: row.id, key: 'lockId' })
  }
  return (
    <section className="gap-top">
      <h3>门禁锁与锁箱</h3>
      <Space wrap className="gap-bottom">
        {kinds.map((kind) => (
          <Button key={kind.value} type="dashed" icon={<PlusOutlined />} onClick={() => add(kind.value)}>
            添加{kind.text}
          </Button>
        ))}
      </Space>
      <EditableTable<LockRow>
        ref={table}
        label="门禁锁与锁箱"
        size="medium"
        maxHeight={400}
        columns={columns}
        types={types}
        rows={rows}
        {...parts}
        ports={consolePorts}
        newRow={newLock}
        rowNumber={!isNarrow}
        rowSelection
        toolbar={locks.length === 0 ? false : ['remove', 'clearSelection', 'history']}
        empty="作业中要开的箱柜门锁、集中存放钥匙的锁箱，在此登记后才能按票开锁。"
        settingsKey="ticket-locks"
        onRows={(next) => {
          const { locks: changed, refused } = locksOf(next, locks, known)
          if (refused.length > 0) void feedback().message.warning(refusedText(refused, known))
          patch({ locks: changed })
        }}
      />
    </section>
  )
}

/** Minutes a cabinet stays open for whoever may open it, unless the ticket says otherwise. */
const usualMinutes = 15
const newLock = () => ({
  useType: lockPurpose.access,
  lockId: null,
  userIds: null,
  allowOpenMin: usualMinutes,
})

const columnsOf = (
  known: KnownLocks,
  members: string,
  names: ReadonlyMap<string, string>,
  isNarrow: boolean,
): readonly Column[] => [
  { key: 'useType', title: '用途', type: 'select', options: kinds, width: isNarrow ? 100 : 140 },
  {
    key: 'lockId',
    title: '锁具',
    type: 'lock',
    placeholder: '请选择锁具',
    ...(isNarrow ? { width: 100 } : { minWidth: 200 }),
    options: lockOptions(known),
  },
  {
    key: 'userIds',
    title: '可开人员',
    type: 'list_multi',
    placeholder: '从本票人员中选',
    ...(isNarrow ? { width: 110 } : { minWidth: 240 }),
    options: members
      .split(',')
      .filter(Boolean)
      .map((id) => ({ value: id, text: names.get(id) ?? id })),
  },
  {
    key: 'allowOpenMin',
    title: isNarrow ? '允许(分钟)' : '允许开启(分钟)',
    type: 'inputNumber',
    width: isNarrow ? 110 : 150,
    precision: 0,
    range: [1, 1440],
    placeholder: '按锁具类型',
  },
]

/** What the cells of locks and of people show, and the list of locks that opens over a cell. */
function partsOf(locks: Draft['locks'], known: KnownLocks, names: ReadonlyMap<string, string>) {
  const byKey = new Map(locks.map((line) => [line.key, line]))
  const taken = locks.map(({ lockId }) => lockId)
  return {
    slots: {
      lockId: ({ value, column }: SlotCell) =>
        typeof value === 'string' ? (
          <span className="cell-words">{known.get(value)?.text ?? value}</span>
        ) : (
          <span className="et-hint">{column.placeholder}</span>
        ),
      userIds: ({ row, column }: SlotCell) => {
        const ids = byKey.get(row.id)?.userIds ?? []
        const text = ids.map((id) => names.get(id) ?? id).join('、')
        if (text === '') return <span className="et-hint">{column.placeholder}</span>
        return (
          <span className="et-lines" title={text}>
            {text}
          </span>
        )
      },
    },
    editors: {
      lock: ({ row, value, seed, take, close }: OwnEditorCell) => (
        <LockSelect
          aria-label="锁具"
          purpose={byKey.get(row.id)?.useType ?? lockPurpose.access}
          value={typeof value === 'string' ? value : null}
          code={typeof value === 'string' ? (known.get(value)?.code ?? null) : null}
          taken={taken}
          inCell={{ seed, close }}
          onChange={take}
        />
      ),
    },
  }
}

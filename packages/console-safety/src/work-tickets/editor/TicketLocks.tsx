import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { user } from '@suoan/contract'
import { Button, InputNumber, Select, Space } from 'antd'
import { useRefTexts } from './use-ref-texts.ts'
import type { Draft, LockLine } from './draft-model.ts'
import { LockSelect } from './LockSelect.tsx'

const kinds = [
  { value: 2, label: '箱柜门禁锁' },
  { value: 3, label: '集体锁箱' },
]

/** Access locks and lock boxes of the ticket, with the people who may open them and for how long. */
export function TicketLocks({ draft, patch }: { draft: Draft; patch(change: Partial<Draft>): void }) {
  const set = (locks: readonly LockLine[]) => patch({ locks })
  const change = (index: number, part: Partial<LockLine>) =>
    set(draft.locks.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const taken = draft.locks.map((row) => row.lockId)
  const userIds = [...new Set(draft.people.flatMap((person) => (person.userId ? [person.userId] : [])))]
  const names = useRefTexts(user, userIds)
  const add = (useType: number) =>
    set([
      ...draft.locks,
      { lockId: '', lockCode: '', useType, userIds: [], allowOpenMin: useType === 2 ? 15 : null },
    ])
  return (
    <section className="gap-top">
      <h3>门禁锁与锁箱</h3>
      {draft.locks.length === 0 && (
        <p className="hint">作业中要开的箱柜门锁、集中存放钥匙的锁箱，在此登记后才能按票开锁。</p>
      )}
      {draft.locks.map((row, index) => (
        <div key={`${row.lockId}${index}`} className="lock-line">
          <Select
            value={row.useType}
            options={kinds}
            aria-label="用途"
            onChange={(useType) => change(index, { useType, lockId: '', lockCode: '' })}
          />
          <LockSelect
            aria-label={`第 ${index + 1} 把锁`}
            purpose={row.useType}
            value={row.lockId || null}
            code={row.lockCode || null}
            taken={taken}
            onChange={(lockId, lockCode) => change(index, { lockId: lockId ?? '', lockCode: lockCode ?? '' })}
          />
          <Select
            mode="multiple"
            aria-label={`第 ${index + 1} 把锁的可开人员`}
            className="full"
            value={[...row.userIds]}
            placeholder="可开人员（从本票人员中选）"
            options={userIds.map((id) => ({ value: id, label: names.get(id) ?? id }))}
            notFoundContent="请先添加人员"
            onChange={(value) => change(index, { userIds: value })}
          />
          <InputNumber
            className="full"
            min={1}
            max={1440}
            precision={0}
            value={row.allowOpenMin}
            suffix="分钟"
            placeholder="允许开启"
            aria-label="允许开启分钟数"
            onChange={(value) => change(index, { allowOpenMin: value })}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label="移除此锁"
            onClick={() => set(draft.locks.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Space wrap>
        {kinds.map((kind) => (
          <Button key={kind.value} type="dashed" icon={<PlusOutlined />} onClick={() => add(kind.value)}>
            添加{kind.label}
          </Button>
        ))}
      </Space>
    </section>
  )
}

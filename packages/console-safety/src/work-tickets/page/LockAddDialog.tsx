import type { TicketDetail } from '@suoan/contract'
import { workExecutionEndpoints as execution } from '@suoan/contract'
import { labelOf, lockPurpose } from '@suoan/domain/dictionaries'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Radio, Select } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { LockSelect } from '../editor/LockSelect.tsx'
import { textOf } from '../text-of.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove } from '../use-move.ts'

const { isolation, access, lockBox } = lockPurpose
const uses = [isolation, access, lockBox] as const
type Use = (typeof uses)[number]

/** T31 增补锁具: a lock more for the points and places the ticket names. */
export function LockAddDialog({ detail, onClose }: { detail: TicketDetail; onClose(): void }) {
  const [useType, setUseType] = useState<Use>(isolation)
  const [lockId, setLockId] = useState<string | null>(null)
  const [userIds, setUserIds] = useState<string[]>([])
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(detail.ticket.id)
  const crew = detail.people.filter((row) => row.isWorker || row.isGuard)
  const submit = async () => {
    if (!lockId) return setProblem('请选择锁具')
    if (useType === access && userIds.length === 0) return setProblem('请选择可开人员')
    const input = { workId: detail.ticket.id, lockId, useType, userIds: useType === access ? userIds : [] }
    const done = await move('增补锁具', (press) =>
      call(execution.lockAdd, { ...input, ...press }, { quiet: true }),
    )
    if (done) onClose()
  }
  return (
    <MoveDialog
      title="增补锁具"
      okText="增补"
      width={520}
      isRunning={isRunning}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      <p className="point-say">只为本票已有的隔离点和箱柜增补。新的隔离点须办理新票。</p>
      <LabelledItem label="用途" required>
        <Radio.Group
          size="large"
          optionType="button"
          buttonStyle="solid"
          value={useType}
          options={uses.map((value) => ({ value, label: labelOf('lo_lock_purpose', value) }))}
          onChange={(event) => {
            setUseType(uses.find((use) => use === event.target.value) ?? isolation)
            setLockId(null)
          }}
        />
      </LabelledItem>
      <LabelledItem label="锁具" required>
        <LockSelect purpose={useType} value={lockId} code={null} onChange={setLockId} />
      </LabelledItem>
      {useType === access && (
        <LabelledItem label="可开人员" required>
          <Select
            mode="multiple"
            size="large"
            className="full"
            placeholder="请选择"
            value={userIds}
            options={crew.map((row) => ({ value: row.userId, label: textOf(row, 'name') }))}
            onChange={(values: string[]) => setUserIds(values)}
          />
        </LabelledItem>
      )}
    </MoveDialog>
  )
}

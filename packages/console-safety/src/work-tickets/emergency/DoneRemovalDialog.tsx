import { emergencyEndpoints as calls, type RemovalRow } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Radio } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { PhotoInput } from '../../photo/PhotoInput.tsx'
import { textOf } from '../text-of.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove } from '../use-move.ts'
import { lockText } from './lock-text.ts'

const means = [
  { value: 1, label: '电子：已用一次性应急授权开锁' },
  { value: 2, label: '主钥匙' },
  { value: 3, label: '破拆' },
]

/** T48 登记已拆: how the lock came off; from now on its owner must acknowledge. */
export function DoneRemovalDialog({ row, onClose }: { row: RemovalRow; onClose(): void }) {
  const [chosen, setChosen] = useState<1 | 2 | 3>(1)
  const [photo, setPhoto] = useState('')
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(row.workId ?? '')
  const submit = async () => {
    if (chosen !== 1 && !photo) return setProblem('用主钥匙或破拆须有照片')
    const input = { id: row.id, means: chosen, photo }
    if (await move('登记已拆锁', (press) => call(calls.done, { ...input, ...press }, { quiet: true })))
      onClose()
  }
  return (
    <MoveDialog
      title={`登记已拆锁 ${lockText(row)}`}
      okText="登记已拆"
      width={520}
      isDangerous
      tone="warning"
      say={`登记后 ${textOf(row, 'ownerId')} 的占用解除，并立即通知本人和安全管理；本人确认知悉前不能进入任何现场。`}
      isRunning={isRunning}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      <LabelledItem label="拆除方式" required>
        <Radio.Group
          className="radio-column"
          value={chosen}
          options={means}
          onChange={(event) => setChosen(event.target.value === 1 ? 1 : event.target.value === 2 ? 2 : 3)}
        />
      </LabelledItem>
      <LabelledItem label="照片" required={chosen !== 1}>
        <PhotoInput
          value={photo}
          onChange={(path) => {
            setPhoto(path)
            setProblem('')
          }}
        />
      </LabelledItem>
    </MoveDialog>
  )
}

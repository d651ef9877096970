import { emergencyEndpoints as calls, type RemovalRow } from '@suoan/contract'
import { emergencyMinutes } from '@suoan/domain/grant'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { textOf } from '../text-of.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { UserPick } from '../move/UserPick.tsx'
import { useMove } from '../use-move.ts'
import { RemovalEvidence } from './RemovalEvidence.tsx'

/** T48: the second person reads the evidence, then agrees and names witness and remover, or refuses with words. */
export function DecideRemovalDialog({ row, onClose }: { row: RemovalRow; onClose(): void }) {
  const me = useSession((session) => session.user?.id) ?? ''
  // Neither is chosen for him: somebody may still be behind this lock.
  const [agree, setAgree] = useState<boolean | null>(null)
  const [opinion, setOpinion] = useState('')
  const [witnessId, setWitness] = useState('')
  const [isByMe, setByMe] = useState(false)
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(row.workId ?? '')
  const submit = async () => {
    if (agree === null) return setProblem('请先选择批准或驳回')
    if (agree && !witnessId) return setProblem('请指定见证人')
    if (!agree && opinion.trim() === '') return setProblem('请填写驳回意见')
    const removerId = isByMe ? me : row.requestBy
    const input = { id: row.id, agree, opinion, ...(agree ? { witnessId, removerId } : {}) }
    const label = agree ? '批准应急拆锁' : '驳回应急拆锁'
    if (await move(label, (press) => call(calls.decide, { ...input, ...press }, { quiet: true }))) onClose()
  }
  return (
    <MoveDialog
      title="批准应急拆锁"
      okText={agree === null ? '确定' : agree ? '批准' : '驳回'}
      width={640}
      isDangerous={agree === true}
      tone="warning"
      say={`您与申请人须为两名不同的授权人员，都不是锁主或本票作业人；批准后 ${emergencyMinutes} 分钟内完成拆锁。`}
      isRunning={isRunning}
      problem={problem}
      onOk={submit}
      onClose={onClose}
    >
      <RemovalEvidence row={row} />
      <LabelledItem label="处理">
        <Radio.Group
          size="large"
          optionType="button"
          value={agree}
          options={[
            { value: true, label: '批准' },
            { value: false, label: '驳回' },
          ]}
          onChange={(event) => {
            setAgree(event.target.value === true)
            setProblem('')
          }}
        />
      </LabelledItem>
      {agree && (
        <>
          <LabelledItem label="见证人" required>
            <UserPick
              who="见证人"
              value={witnessId}
              onChange={(chosen) => {
                setWitness(chosen ?? '')
                setProblem('')
              }}
            />
          </LabelledItem>
          <LabelledItem label="拆锁人">
            <Radio.Group
              className="radio-column"
              value={isByMe ? 'me' : 'asker'}
              options={[
                { value: 'asker', label: `申请人 ${textOf(row, 'requestBy')}` },
                { value: 'me', label: '我本人' },
              ]}
              onChange={(event) => setByMe(event.target.value === 'me')}
            />
          </LabelledItem>
        </>
      )}
      <LabelledItem label="意见" required={agree === false}>
        <Input.TextArea
          value={opinion}
          maxLength={300}
          autoSize={{ minRows: 2 }}
          placeholder={agree === false ? '请说明为什么不能拆' : '批准可不填，驳回请说明为什么不能拆'}
          onChange={(event) => setOpinion(event.target.value)}
        />
      </LabelledItem>
    </MoveDialog>
  )
}

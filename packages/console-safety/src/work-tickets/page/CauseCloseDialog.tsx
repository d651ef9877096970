import { workTicketEndpoints as tickets } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'
import { minEvidence } from '@suoan/domain/work-ticket'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Input, Radio, Space } from 'antd'
import { useState } from 'react'
import { MoveDialog } from '../move/MoveDialog.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { useMove } from '../use-move.ts'
import { PhotoInput } from '../../photo/PhotoInput.tsx'

/** T55: somebody answers for one cause of an interruption, and says what was done and how it was made sure. */
export function CauseCloseDialog({ detail, label, onClose }: TicketDialogProps) {
  const workId = detail.ticket.id
  const mine = detail.stopCauses.filter((cause) => cause.isMine)
  const [chosen, setChosen] = useState(mine[0]?.causeId ?? '')
  const [evidence, setEvidence] = useState('')
  const [photo, setPhoto] = useState('')
  const [missing, setMissing] = useState<'words' | 'photo' | null>(null)
  const needsFile = mine.find(({ causeId }) => causeId === chosen)?.needsFile ?? false
  const { move, isRunning } = useMove(workId)
  const submit = async () => {
    if ([...evidence.trim()].length < minEvidence) return setMissing('words')
    if (needsFile && photo === '') return setMissing('photo')
    const input = { workId, causeId: chosen, evidence, photo: photo || null }
    if (await move(label, (press) => call(tickets.causeClose, { ...input, ...press }, { quiet: true })))
      onClose()
  }
  return (
    <MoveDialog
      title={label}
      okText={label}
      width={560}
      tone="warning"
      say="关闭后由您对该原因已消除负责；全部原因关闭后才能申请恢复作业。"
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <LabelledItem label="中断原因" required>
        <Radio.Group value={chosen} onChange={(event) => setChosen(String(event.target.value))}>
          <Space orientation="vertical">
            {mine.map(({ causeId, kindText, reason }) => (
              <Radio key={causeId} value={causeId}>
                {kindText}：{reason}
              </Radio>
            ))}
          </Space>
        </Radio.Group>
      </LabelledItem>
      <LabelledItem
        label="如何消除、如何确认"
        required
        {...(missing === 'words'
          ? {
              validateStatus: 'error' as const,
              help: `请写明原因如何消除、如何确认，至少 ${minEvidence} 个字`,
            }
          : {})}
      >
        <Input.TextArea
          autoFocus
          value={evidence}
          maxLength={500}
          showCount
          autoSize={{ minRows: 3 }}
          placeholder="例如：伤员已送医，触电点已断电并复测，安全员现场确认"
          onChange={(event) => {
            setEvidence(event.target.value)
            setMissing(null)
          }}
        />
      </LabelledItem>
      <LabelledItem
        label={needsFile ? '处理情况照片' : '处理情况照片（选填）'}
        required={needsFile}
        {...(missing === 'photo'
          ? { validateStatus: 'error' as const, help: '人身伤害须上传处理情况的照片' }
          : {})}
      >
        <PhotoInput
          value={photo}
          onChange={(value) => {
            setPhoto(value)
            setMissing(null)
          }}
        />
      </LabelledItem>
    </MoveDialog>
  )
}

import { area, type ActiveStop } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { TreePicker } from '@suoan/console-base/resource/widgets/TreePicker.tsx'

interface Props {
  /** The order to lift; null to give one. */
  readonly stop: ActiveStop | null
  readonly areaId: string
  onClose(): void
  /** Gives true when it is done. */
  onDone(areaId: string, reason: string): Promise<boolean>
}

/** Gives or lifts a stop order; both ask why. */
export function StopDialog({ stop, areaId, onClose, onDone }: Props) {
  const shown = useShown()
  const [where, setWhere] = useState(areaId)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (!stop && !where) return setProblem('请选择停工的区域')
    if (reason.trim() === '') return setProblem('请填写原因')
    setBusy(true)
    const done = await onDone(where, reason.trim())
    setBusy(false)
    if (done) void shown().then(onClose)
  }
  return (
    <AppModal
      open
      width={520}
      title={stop ? `解除停工：${stop.areaName}` : '下达停工指令'}
      okText={stop ? '解除停工' : '立即停工'}
      okButtonProps={{ danger: true, size: 'large' }}
      confirmLoading={busy}
      okClose={false}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Alert
        type={stop ? 'warning' : 'error'}
        showIcon
        className="gap-bottom"
        title={
          stop
            ? '解除后作业不会自动恢复，由各票负责人确认安全后申请恢复。'
            : '该区域及其下级区域内执行中的作业立即停止，人员撤离，锁保持上锁；解除前不能开工或恢复。'
        }
      />
      {problem && <Alert className="gap-bottom" type="error" showIcon title={problem} />}
      <Form layout="vertical" component="div">
        {!stop && (
          <LabelledItem label="停工区域" required>
            <TreePicker
              field={{ kind: 'ref', label: '停工区域' }}
              target={area}
              {...(where ? { value: where } : {})}
              onChange={(value) => {
                setWhere(Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))
                setProblem('')
              }}
            />
          </LabelledItem>
        )}
        <LabelledItem label={stop ? '解除原因' : '停工原因'} required>
          <Input.TextArea
            autoFocus
            value={reason}
            maxLength={200}
            showCount
            autoSize={{ minRows: 3 }}
            placeholder={stop ? '危险如何消除、谁确认' : '发生了什么，例如：可燃气体报警'}
            onChange={(event) => {
              setReason(event.target.value)
              setProblem('')
            }}
          />
        </LabelledItem>
      </Form>
    </AppModal>
  )
}

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { emergencyEndpoints as calls } from '@suoan/contract'
import { emergencyMinutes } from '@suoan/domain/grant'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { Alert, Button, Checkbox, Form, Input, Select, Steps } from 'antd'
import { useState } from 'react'
import { useServerNow } from '@suoan/console-base/status/use-now.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { PhotoInput } from '../../photo/PhotoInput.tsx'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove } from '../use-move.ts'
import { askProblem, firstAsk, type Ask } from './ask-steps.ts'
import { HeldLockSelect, type HeldLock } from './HeldLockSelect.tsx'
import { TimeInput } from './TimeInput.tsx'
import './emergency.css'

const channels = ['电话', '对讲', '微信/短信', '现场寻找', '联系家属或班组'].map((value) => ({
  value,
  label: value,
}))
const titles = ['选择个人锁', '锁主不在场', '现场无人']

/** 申请应急拆锁 (T47) in three steps: which lock, that its owner is away and was tried twice, that nobody is in there. */
export function AskRemovalDialog({ held, onClose }: { held: HeldLock | null; onClose(): void }) {
  const now = useServerNow()
  const [ask, setAsk] = useState<Ask>(() => firstAsk(held))
  const [step, setStep] = useState(held ? 1 : 0)
  const [problem, setProblem] = useState('')
  const { move, isRunning } = useMove(ask.held?.workId ?? '')
  const patch = (change: Partial<Ask>) => {
    setAsk({ ...ask, ...change })
    setProblem('')
  }
  const next = async () => {
    const wrong = askProblem(step, ask, now)
    if (wrong) return setProblem(wrong)
    if (step < 2) return setStep(step + 1)
    if (!ask.held) return
    const { held: lock, ...evidence } = ask
    const contacts = evidence.contacts.map(({ time, channel, outcome }) => ({ time, channel, outcome }))
    const input = { workId: lock.workId, lockId: lock.lockId, ...evidence, contacts }
    if (await move('申请应急拆锁', (press) => call(calls.ask, { ...input, ...press }, { quiet: true })))
      onClose()
  }
  return (
    <MoveDialog
      title="申请应急拆锁"
      okText={step < 2 ? '下一步' : '提交申请'}
      width={640}
      isDangerous={step === 2}
      isRunning={isRunning}
      problem={problem}
      onOk={next}
      onClose={onClose}
    >
      <Steps
        className="ask-steps"
        size="small"
        current={step}
        items={titles.map((title, at) => ({ title, disabled: at > step }))}
        onChange={(to) => {
          if (to < step) setStep(to)
        }}
      />
      {step === 0 && <LockStep ask={ask} patch={patch} />}
      {step === 1 && <AbsenceStep ask={ask} patch={patch} />}
      {step === 2 && <AreaStep ask={ask} patch={patch} />}
    </MoveDialog>
  )
}

interface StepProps {
  readonly ask: Ask
  patch(change: Partial<Ask>): void
}

function LockStep({ ask, patch }: StepProps) {
  return (
    <>
      <Alert
        type="warning"
        showIcon
        className="gap-bottom"
        title={`锁主能到场的，由本人摘锁。应急拆锁须两名授权人员在 ${emergencyMinutes} 分钟内确认，并有见证人。`}
      />
      <LabelledItem label="挂着的个人锁" required>
        <HeldLockSelect value={ask.held} onChange={(held) => patch({ held })} />
      </LabelledItem>
    </>
  )
}

function AbsenceStep({ ask, patch }: StepProps) {
  const change = (index: number, part: Partial<Ask['contacts'][number]>) =>
    patch({ contacts: ask.contacts.map((row, at) => (at === index ? { ...row, ...part } : row)) })
  return (
    <>
      <p className="hint">
        个人锁 <b>{ask.held?.lockCode}</b>，锁主 <b>{ask.held?.ownerName}</b>，工作票 {ask.held?.workNo}
      </p>
      <LabelledItem label="拆锁原因" required>
        <Input.TextArea
          value={ask.reason}
          maxLength={300}
          showCount
          autoSize={{ minRows: 2 }}
          placeholder="为什么必须现在拆，不能等锁主"
          onChange={(event) => patch({ reason: event.target.value })}
        />
      </LabelledItem>
      <LabelledItem label="锁主不在场的依据" required>
        <Input.TextArea
          value={ask.ownerAbsent}
          maxLength={300}
          autoSize={{ minRows: 2 }}
          placeholder="门禁离厂记录、班组核实等"
          onChange={(event) => patch({ ownerAbsent: event.target.value })}
        />
      </LabelledItem>
      <Form.Item label="联系锁主的记录（至少 2 次）" required>
        {ask.contacts.map((row, index) => (
          <div className="contact-line" key={row.key}>
            <TimeInput
              value={row.time}
              label={`第 ${index + 1} 次联系时间`}
              onChange={(time) => change(index, { time })}
            />
            <Select
              value={row.channel || null}
              options={channels}
              placeholder="方式"
              aria-label={`第 ${index + 1} 次联系方式`}
              onChange={(channel: string) => change(index, { channel })}
            />
            <Input
              value={row.outcome}
              maxLength={100}
              placeholder="结果，例如：无人接听"
              aria-label={`第 ${index + 1} 次联系结果`}
              onChange={(event) => change(index, { outcome: event.target.value })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={`删除第 ${index + 1} 次联系`}
              disabled={ask.contacts.length <= 2}
              onClick={() => patch({ contacts: ask.contacts.filter((_, at) => at !== index) })}
            />
          </div>
        ))}
        <Button
          type="dashed"
          block
          icon={<PlusOutlined />}
          onClick={() =>
            patch({
              contacts: [
                ...ask.contacts,
                {
                  key: (ask.contacts.at(-1)?.key ?? 0) + 1,
                  time: '',
                  channel: '',
                  outcome: '',
                },
              ],
            })
          }
        >
          增加一次
        </Button>
      </Form.Item>
    </>
  )
}

function AreaStep({ ask, patch }: StepProps) {
  return (
    <>
      <Form.Item required>
        <Checkbox
          className="big-check"
          checked={ask.areaChecked}
          onChange={(event) => patch({ areaChecked: event.target.checked })}
        >
          已到现场逐处查看，作业区内没有人员，锁主不在其中
        </Checkbox>
      </Form.Item>
      <LabelledItem label="现场无人的照片" required>
        <PhotoInput value={ask.areaPhoto} onChange={(areaPhoto) => patch({ areaPhoto })} />
      </LabelledItem>
    </>
  )
}

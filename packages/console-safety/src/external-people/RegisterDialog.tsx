import { externalPersonEndpoints as calls, type IssuedPass } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { PhotoInput } from '../photo/PhotoInput.tsx'
import { DayInput } from './DayInput.tsx'
import { PassView } from './PassView.tsx'
import { WindowInput, sentWindow, today } from './WindowInput.tsx'

interface Props {
  onDone(pass: IssuedPass): void
  onClose(): void
}

const empty = {
  personName: '',
  company: '',
  source: 2,
  idNumber: '',
  phone: '',
  photo: '',
  trainFrom: '',
  trainTo: '',
}

/** Somebody at the gate: who he is, his training, and his pass, in one go. */
export function RegisterDialog({ onDone, onClose }: Props) {
  const [form, setForm] = useState(empty)
  const [window, setWindow] = useState(today)
  const [problem, setProblem] = useState('')
  const [pending, setPending] = useState<string | null>(null)
  const put = (part: Partial<typeof empty>) => {
    setForm({ ...form, ...part })
    setProblem('')
  }
  const register = useMutation({
    meta: { quiet: true },
    mutationFn: () => {
      const { trainFrom, trainTo, photo, idNumber, ...rest } = form
      return call(
        calls.register,
        {
          ...rest,
          idNumber: idNumber || null,
          photo: photo || null,
          trainFrom: trainFrom || null,
          trainTo: trainTo || null,
          ...sentWindow(window),
        },
        { quiet: true },
      )
    },
    onSuccess: onDone,
    onError: showFailure,
  })
  const pass = register.data
  const submit = () => {
    const missing = [form.personName.trim() === '' ? '姓名' : '', form.company.trim() === '' ? '单位' : '']
    const named = missing.filter((each) => each !== '')
    if (named.length > 0) return setProblem(`请填写${named.join('、')}`)
    if (pending !== null) return setProblem(pending)
    register.mutate()
  }
  return (
    <AppModal
      open
      width={560}
      title={pass ? `通行证：${pass.personName}` : '登记外来人员并开通行证'}
      okText={pass ? '打印' : '登记并签发'}
      cancelText={pass ? '已交给本人' : '取消'}
      confirmLoading={register.isPending}
      problem={problem}
      okClose={false}
      onOk={() => (pass ? globalThis.print() : submit())}
      onCancel={onClose}
    >
      {pass ? (
        <PassView pass={pass} />
      ) : (
        <Form layout="vertical" component="div">
          <LabelledItem label="人员来源" required>
            <Radio.Group
              optionType="button"
              buttonStyle="solid"
              value={form.source}
              options={[
                { value: 2, label: '承包商' },
                { value: 3, label: '访客' },
              ]}
              onChange={(event) => put({ source: event.target.value === 3 ? 3 : 2 })}
            />
          </LabelledItem>
          <div className="pass-days">
            <LabelledItem label="姓名" required>
              <Input
                autoFocus
                maxLength={50}
                value={form.personName}
                onChange={(event) => put({ personName: event.target.value })}
              />
            </LabelledItem>
            <LabelledItem label="单位" required>
              <Input
                maxLength={100}
                value={form.company}
                onChange={(event) => put({ company: event.target.value })}
              />
            </LabelledItem>
            <LabelledItem label="证件号码" extra="只保存掩码，用于发现重复登记">
              <Input
                maxLength={32}
                autoComplete="off"
                value={form.idNumber}
                onChange={(event) => put({ idNumber: event.target.value })}
              />
            </LabelledItem>
            <LabelledItem label="手机号码">
              <Input
                maxLength={11}
                inputMode="numeric"
                value={form.phone}
                onChange={(event) => put({ phone: event.target.value })}
              />
            </LabelledItem>
            <LabelledItem
              label="入场培训日期"
              extra={form.source === 2 ? '承包商作业前须有入场培训' : '可不填'}
            >
              <DayInput value={form.trainFrom} onChange={(trainFrom) => put({ trainFrom })} />
            </LabelledItem>
            <LabelledItem label="培训有效至">
              <DayInput value={form.trainTo} min={form.trainFrom} onChange={(trainTo) => put({ trainTo })} />
            </LabelledItem>
          </div>
          <LabelledItem label="照片">
            <PhotoInput value={form.photo} onChange={(photo) => put({ photo })} onPending={setPending} />
          </LabelledItem>
          <WindowInput value={window} onChange={setWindow} />
        </Form>
      )}
    </AppModal>
  )
}

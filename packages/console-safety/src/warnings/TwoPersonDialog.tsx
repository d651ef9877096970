import { warningEndpoints } from '@suoan/contract'
import { domainDictionaries } from '@suoan/domain/dictionaries'
import { minute } from '@suoan/domain/verdict'
import { secondPersonMs } from '@suoan/domain/warning'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { Picture } from '@suoan/ui/picture'
import { Alert, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { parseWireTime } from '@suoan/console-base/status/wire-time.ts'
import { useServerNow } from '@suoan/console-base/status/use-now.ts'
import { PhotoInput } from '../photo/PhotoInput.tsx'
import { fileUrl } from '@suoan/console-base/request/api-base.ts'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { useDialogSubmit } from '@suoan/console-base/text-dialog/use-dialog-submit.ts'
import { useSession } from '@suoan/console-base/session/session-store.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { awaitsMe, type Warning } from './warning-look.ts'

interface Props {
  readonly kind: 'adminClose' | 'falseAlarm'
  readonly row: Warning
  onClose(): void
  onDone(): void
}

const words = {
  adminClose: {
    title: '管理关闭',
    hint: `须由两名人员办理：第一人到现场核实并拍照，第二人在 ${secondPersonMs / minute} 分钟内确认。开锁人本人不能办理。锁的状态仍以设备上报为准。`,
    remark: '现场情况',
  },
  falseAlarm: {
    title: '标记误报',
    hint: `须由两名人员办理：第一人说明原因并拍照，第二人在 ${secondPersonMs / minute} 分钟内确认。开启记录不会因此结束。`,
    remark: '误报原因',
  },
} as const

const causes = (domainDictionaries.find(({ code }) => code === 'lo_warn_cause')?.items ?? []).map(
  ({ value, text }) => ({ value, label: text }),
)

/** Closing a warning without a CLOSE: the first person asks with a photo, another one confirms (3-domain.md §5.10). */
export function TwoPersonDialog({ kind, row, onClose, onDone }: Props) {
  const { busy, submit } = useDialogSubmit(onClose)
  const userId = useSession((session) => session.user?.id ?? '')
  const now = useServerNow()
  const isSecond = awaitsMe(row, kind, userId, parseWireTime(row.askTime), now)
  const [remark, setRemark] = useState('')
  const [photo, setPhoto] = useState('')
  const [cause, setCause] = useState<string | null>(null)
  const [checked, setChecked] = useState(false)
  const text = words[kind]
  const noRemark = remark.trim().length < 2
  const noPhoto = !isSecond && photo === ''
  const send = async () => {
    setChecked(true)
    if (noRemark || noPhoto) return
    await submit(async () => {
      const input = { id: row.id, remark, photo: photo || null, ...(kind === 'adminClose' ? { cause } : {}) }
      const { message } = await callForMessage(warningEndpoints[kind], input)
      void feedback().message.success(message)
      onDone()
    })
  }
  return (
    <AppModal
      open
      width={560}
      title={`${text.title} · ${row.warnNo ?? ''}`}
      okText={isSecond ? '确认（第二人）' : '提交（第一人）'}
      confirmLoading={busy}
      okClose={false}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Alert className="warning-gap" showIcon type={isSecond ? 'warning' : 'info'} title={text.hint} />
      {isSecond && (
        <section className="two-person">
          <p>
            第一人 <strong>{row.askBy_dictText ?? row.askBy}</strong> 于 {row.askTime} 申请：
            {row.askRemark}
          </p>
          {row.askPhoto ? <Picture src={fileUrl(row.askPhoto)} alt="第一人拍摄的现场照片" /> : null}
        </section>
      )}
      <Form layout="vertical" component="div">
        <LabelledItem
          label={text.remark}
          required
          {...(checked && noRemark ? { validateStatus: 'error' as const, help: `请填写${text.remark}` } : {})}
        >
          <Input.TextArea
            value={remark}
            maxLength={255}
            showCount
            autoSize={{ minRows: 2 }}
            placeholder={isSecond ? '请写明您核实的结果' : `请填写${text.remark}`}
            onChange={(event) => setRemark(event.target.value)}
          />
        </LabelledItem>
        {kind === 'adminClose' && (
          <LabelledItem label="原因分类">
            <Select
              allowClear
              value={cause}
              placeholder="请选择原因"
              options={causes}
              onChange={(value: string | undefined) => setCause(value ?? null)}
            />
          </LabelledItem>
        )}
        {!isSecond && (
          <LabelledItem
            label="现场照片"
            required
            {...(checked && noPhoto ? { validateStatus: 'error' as const, help: '请先拍摄现场照片' } : {})}
          >
            <PhotoInput value={photo} onChange={setPhoto} />
          </LabelledItem>
        )}
      </Form>
    </AppModal>
  )
}

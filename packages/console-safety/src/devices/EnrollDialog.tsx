import { deviceEndpoints, type DeviceLogin, type EnrolledDevice } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { useMutation } from '@tanstack/react-query'
import { Alert, DatePicker, Input, Segmented } from 'antd'
import { useState } from 'react'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { deviceKinds, readList } from './read-list.ts'

interface Props {
  onClose(): void
  onDone(logins: readonly DeviceLogin[]): void
}

type Draft = { -readonly [K in keyof EnrolledDevice]?: EnrolledDevice[K] | undefined }

const EXAMPLE =
  'GW2,网关,东区网关,,A01\nLK21,锁,东区挂锁 21,GW2,A01\nGAS2,气体检测仪,四合一检测仪,,A01,2027-06-30'

/** Registers one device or a pasted list; the server makes the secrets. */
export function EnrollDialog({ onClose, onDone }: Props) {
  const shown = useShown()
  const [mode, setMode] = useState<'one' | 'list'>('one')
  const [draft, setDraft] = useState<Draft>({ kind: 'GW' })
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<readonly string[]>([])
  const enroll = useMutation({
    meta: { quiet: true },
    mutationFn: (devices: readonly EnrolledDevice[]) =>
      call(deviceEndpoints.enroll, { devices: [...devices] }, { quiet: true }),
    onError: showFailure,
    onSuccess: (logins) => {
      onDone(logins)
      void shown().then(onClose)
    },
  })
  const submit = () => {
    const { devices, problems: found } = mode === 'list' ? readList(text) : readOne(draft)
    setProblems(found)
    if (found.length === 0) enroll.mutate(devices)
  }
  const set = (part: Draft) => {
    setDraft({ ...draft, ...part })
    setProblems([])
  }
  return (
    <AppModal
      open
      width={640}
      title="登记设备"
      okText="登记并生成密钥"
      confirmLoading={enroll.isPending}
      okClose={false}
      onOk={submit}
      onCancel={onClose}
    >
      <Segmented<'one' | 'list'>
        className="device-note"
        value={mode}
        onChange={(value) => {
          setMode(value)
          setProblems([])
        }}
        options={[
          { value: 'one', label: '一台' },
          { value: 'list', label: '清单' },
        ]}
      />
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          className="device-note"
          title="请先更正"
          description={problems.slice(0, 10).map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        />
      )}
      {mode === 'one' ? (
        <>
          <LabelledItem label="设备类别" required>
            <DictSelect
              code="lo_device_kind"
              value={draft.kind ?? ''}
              onChange={(kind) => set({ kind: kindOf(kind) })}
            />
          </LabelledItem>
          <LabelledItem label="序列号" required>
            <Input
              value={draft.deviceSn ?? ''}
              maxLength={64}
              placeholder="设备铭牌上的序列号"
              onChange={(event) => set({ deviceSn: event.target.value.trim() })}
            />
          </LabelledItem>
          <LabelledItem label="名称">
            <Input
              value={draft.deviceName ?? ''}
              maxLength={100}
              onChange={(event) => set({ deviceName: event.target.value })}
            />
          </LabelledItem>
          {draft.kind === 'LOCK' && (
            <LabelledItem
              label="上级网关或钥匙"
              help="经由网关或智能钥匙通信的锁必填；自己联网的锁留空，会得到自己的密钥"
            >
              <Input
                value={draft.parentSn ?? ''}
                maxLength={64}
                placeholder="上级设备的序列号"
                onChange={(event) => set({ parentSn: event.target.value.trim() })}
              />
            </LabelledItem>
          )}
          <LabelledItem label="区域">
            <RefPicker
              field={{ kind: 'ref', label: '区域', resource: 'area', by: 'areaCode' }}
              {...(draft.areaCode ? { value: draft.areaCode } : {})}
              onChange={(value) =>
                set({ areaCode: typeof value === 'string' && value !== '' ? value : null })
              }
            />
          </LabelledItem>
          {draft.kind === 'GAS' && (
            <LabelledItem label="检定有效期" required>
              <DatePicker
                className="full"
                onChange={(_, date) =>
                  set({ calibValidTo: typeof date === 'string' && date !== '' ? date : null })
                }
              />
            </LabelledItem>
          )}
        </>
      ) : (
        <LabelledItem
          label="设备清单"
          help="每行一台：序列号,类别,名称,上级,区域编码,检定有效期。可从表格直接粘贴，最多 200 台。"
        >
          <Input.TextArea
            value={text}
            autoSize={{ minRows: 8, maxRows: 16 }}
            placeholder={EXAMPLE}
            onChange={(event) => {
              setText(event.target.value)
              setProblems([])
            }}
          />
        </LabelledItem>
      )}
    </AppModal>
  )
}

/** The kind a select or a list names. */
const kindOf = (value: unknown): EnrolledDevice['kind'] | undefined =>
  typeof value === 'string' ? deviceKinds[value] : undefined

function readOne(draft: Draft): { devices: readonly EnrolledDevice[]; problems: readonly string[] } {
  const { kind, deviceSn } = draft
  const problems = [
    ...(kind ? [] : ['请选择设备类别']),
    ...(deviceSn ? [] : ['请填写序列号']),
    ...(kind === 'GAS' && !draft.calibValidTo ? ['气体检测仪须填写检定有效期'] : []),
  ]
  if (!kind || !deviceSn || problems.length > 0) return { devices: [], problems }
  return {
    devices: [{ ...draft, kind, deviceSn, ...(kind === 'LOCK' ? {} : { parentSn: null }) }],
    problems: [],
  }
}

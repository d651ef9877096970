import { labelLayouts, labelSizes, paperEndpoints, type LabelCode, type LabelSize } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { requestFile } from '@suoan/console-base/request/client.ts'
import { saveFile } from '@suoan/console-base/request/save-file.ts'

const names = { LOCK: '锁具', POINT: '隔离点', AREA: '区域' } as const

interface Props {
  readonly kind: keyof typeof names
  readonly ids: readonly string[]
  onClose(): void
}

/** On which sheets labels are printed, and how their code stands on them. */
export function LabelDialog({ kind, ids, onClose }: Props) {
  const [size, setSize] = useState<LabelSize>('70x37')
  const [codeKind, setCodeKind] = useState<LabelCode>('qr')
  const [skip, setSkip] = useState(0)
  const { across, down } = labelLayouts[size]
  const perPage = across * down
  const pages = Math.ceil((ids.length + skip) / perPage)
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: async () =>
      saveFile(
        await requestFile({
          method: 'POST',
          path: paperEndpoints.labelsPdf.path,
          body: { kind, ids, size, codeKind, skip },
          quiet: true,
        }),
        `${names[kind]}标签.pdf`,
      ),
    onSuccess: onClose,
    onError: showFailure,
  })
  return (
    <AppModal
      open
      width={480}
      title={`打印${names[kind]}标签（${ids.length} 张）`}
      okText="下载 PDF"
      okClose={false}
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="标签尺寸">
          <Select
            value={size}
            options={labelSizes.map((value) => ({ value, label: labelLayouts[value].title }))}
            onChange={(chosen) => {
              setSize(chosen)
              setSkip(0)
            }}
          />
        </Form.Item>
        <Form.Item label="编码" extra="编码中有中文的，一律印二维码">
          <Select
            value={codeKind}
            options={[
              { value: 'qr', label: '二维码' },
              { value: 'code128', label: '条形码（Code 128）' },
            ]}
            onChange={setCodeKind}
          />
        </Form.Item>
        <Form.Item label="第一页已用掉的张数" extra={`共 ${pages} 页。打印时请选择“实际大小”，不要缩放`}>
          <InputNumber
            min={0}
            max={perPage - 1}
            precision={0}
            value={skip}
            onChange={(value) => setSkip(value ?? 0)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}

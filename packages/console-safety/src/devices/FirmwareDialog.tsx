import { FIRMWARE_MAX_BYTES, rolloutEndpoints } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Upload } from 'antd'
import { useState } from 'react'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'

interface Values {
  kind: 'LOCK' | 'GW' | 'KEY' | 'GAS' | 'CAM' | 'TAG'
  version: string
  signature: string
}

/** An image as its maker published it, with his signature; the server checks both. */
export function FirmwareDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const [form] = Form.useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const upload = useMutation({
    meta: { quiet: true },
    mutationFn: async ({ values, image }: { values: Values; image: File }) =>
      call(
        rolloutEndpoints.upload,
        { ...values, fileName: image.name, image: await base64Of(image) },
        { quiet: true },
      ),
    onError: showFailure,
    onSuccess: ({ version }) => {
      void feedback().message.success(`固件 ${version} 已上传，签名核对无误`)
      onDone()
    },
  })
  const tooLarge = file !== null && file.size > FIRMWARE_MAX_BYTES
  return (
    <AppModal
      open
      width={560}
      title="上传固件"
      okText="上传"
      confirmLoading={upload.isPending}
      okButtonProps={{ disabled: file === null || tooLarge }}
      okClose={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={(values) => file !== null && upload.mutate({ values, image: file })}
      >
        <Form.Item name="kind" label="设备类别" rules={[{ required: true, message: '请选择设备类别' }]}>
          <DictSelect code="lo_device_kind" />
        </Form.Item>
        <Form.Item
          name="version"
          label="版本号"
          rules={[{ required: true, message: '请输入版本号' }]}
          extra="同一版本只能上传一次，不能替换。"
        >
          <Input maxLength={32} placeholder="例如：2.5.0" />
        </Form.Item>
        <Form.Item label="固件文件" required>
          <Upload
            maxCount={1}
            beforeUpload={(chosen) => {
              setFile(chosen)
              return false
            }}
            onRemove={() => setFile(null)}
          >
            <Button>选择文件</Button>
          </Upload>
        </Form.Item>
        {tooLarge && (
          <Alert showIcon type="error" className="device-note" title="固件最大 1 MB，请联系厂家拆分" />
        )}
        <Form.Item
          name="signature"
          label="厂家签名"
          rules={[{ required: true, message: '请粘贴厂家随固件发布的签名' }]}
          extra="Ed25519 签名的 Base64，88 个字符，随固件一同发布。"
        >
          <Input.TextArea rows={2} maxLength={120} />
        </Form.Item>
      </Form>
    </AppModal>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

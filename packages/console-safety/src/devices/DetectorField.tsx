import { Form } from 'antd'
import { ScanInput } from '../scan/ScanInput.tsx'

/** Which gas detector it is: its number, scanned or typed. `extra` says what the detector must be. */
export function DetectorField({ extra }: { extra?: string }) {
  return (
    <Form.Item
      name="deviceSn"
      label="检测仪编号"
      rules={[{ required: true, message: '请输入检测仪编号' }]}
      {...(extra ? { extra } : {})}
    >
      <DetectorInput />
    </Form.Item>
  )
}

/** What the form gives its input. */
function DetectorInput({
  value = '',
  id,
  onChange = () => {},
}: {
  value?: string
  id?: string
  onChange?(value: string): void
}) {
  return (
    <ScanInput
      {...(id ? { id } : {})}
      value={value}
      maxLength={64}
      placeholder="扫描或输入检测仪编号"
      onChange={onChange}
    />
  )
}

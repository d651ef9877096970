import { Form, Input, Select } from 'antd'

/** Where a detector stands: one of the places that the ticket plans; any place where it plans none. */
export function PlaceField({ places }: { places: readonly string[] }) {
  const isPlanned = places.length > 0
  return (
    <Form.Item
      name="pointDesc"
      label="检测部位"
      rules={[{ required: true, message: isPlanned ? '请选择检测部位' : '请输入检测部位' }]}
      extra={isPlanned ? '工作票计划的检测部位。' : '工作票没有计划检测部位，请写明检测仪放在哪里。'}
    >
      {isPlanned ? (
        <Select
          size="large"
          placeholder="选择计划部位"
          options={places.map((value) => ({ value, label: value }))}
        />
      ) : (
        <Input size="large" maxLength={100} placeholder="例如：泵坑底部" />
      )}
    </Form.Item>
  )
}

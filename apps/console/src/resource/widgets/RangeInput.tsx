import { DatePicker, Form } from 'antd'
import dayjs from 'dayjs'

/** From–to of a date in the query form: writes `{name}_begin` and `{name}_end` (4-api.md §4.3). */
export function RangeInput({ name, withTime }: { name: string; withTime: boolean }) {
  const form = Form.useFormInstance<Record<string, string | undefined>>()
  const begin = Form.useWatch(`${name}_begin`, form)
  const end = Form.useWatch(`${name}_end`, form)
  const format = withTime ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD'
  return (
    <>
      <Form.Item name={`${name}_begin`} hidden noStyle>
        <input type="hidden" />
      </Form.Item>
      <Form.Item name={`${name}_end`} hidden noStyle>
        <input type="hidden" />
      </Form.Item>
      <DatePicker.RangePicker
        className="full"
        showTime={
          withTime ? { defaultValue: [dayjs('00:00:00', 'HH:mm:ss'), dayjs('23:59:59', 'HH:mm:ss')] } : false
        }
        allowEmpty={[true, true]}
        placeholder={['开始时间', '结束时间']}
        value={[begin ? dayjs(begin) : null, end ? dayjs(end) : null]}
        onChange={(range) =>
          form.setFieldsValue({
            [`${name}_begin`]: range?.[0]?.format(format),
            [`${name}_end`]: range?.[1]?.format(format),
          })
        }
      />
    </>
  )
}

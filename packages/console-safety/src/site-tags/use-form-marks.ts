import { parsedJson } from '@suoan/console-base/editable-table/json-lines.ts'
import { Form } from 'antd'

/** The marks of the plan as the form holds them now; undefined for none. */
export function useFormMarks(): unknown {
  const text: unknown = Form.useWatch('planMarks', Form.useFormInstance())
  return typeof text === 'string' && text.trim() !== '' ? parsedJson(text) : undefined
}

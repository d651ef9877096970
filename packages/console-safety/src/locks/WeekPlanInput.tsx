import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import type { Column, Rule } from '@suoan/ui/editable-table'
import { weekLines } from './lock-lines.ts'

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'].map((text, index) => ({
  value: String(index + 1),
  text,
}))
const clock: Rule = {
  pattern: /^(?:[01]?\d|2[0-3])[:：][0-5]\d$|^24[:：]00$/,
  message: '应为时刻，例如 08:30',
}

const columns: readonly Column[] = [
  {
    key: 'week',
    title: '星期',
    type: 'select',
    width: 120,
    options: weekdays,
    placeholder: '请选择',
    validateRules: [{ required: true, message: '请选择星期' }],
  },
  {
    key: 'from',
    title: '开始',
    type: 'input',
    width: 120,
    placeholder: '08:30',
    maxLength: 5,
    validateRules: [{ required: true, message: '请填写开始时刻' }, clock],
  },
  {
    key: 'to',
    title: '结束',
    type: 'input',
    minWidth: 120,
    placeholder: '18:00',
    maxLength: 5,
    validateRules: [{ required: true, message: '请填写结束时刻' }, clock],
  },
]
const blank = () => ({ week: null, from: '', to: '' })

/** 周期计划: the stretches of the week in which a periodic grant holds. */
export function WeekPlanInput(props: JsonInputProps) {
  return (
    <JsonTableInput
      {...props}
      label="周期计划"
      columns={columns}
      codec={weekLines}
      newRow={blank}
      empty="没有周期计划；授权类型为“周期”时必须填写"
      hint="结束时刻不含在内；跨夜分两行填写，例如 22:00 至 24:00 和次日 00:00 至 06:00。"
    />
  )
}

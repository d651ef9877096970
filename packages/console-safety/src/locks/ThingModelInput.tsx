import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import type { Column, Rule } from '@suoan/ui/editable-table'
import { blankThing, thingKinds, thingLines } from './lock-lines.ts'

/** Cells of a column that only one kind of line has. */
const only =
  (kind: string) =>
  (row: { readonly id: string; readonly kind?: unknown }): boolean =>
    row.kind !== kind
const isProperty = only('properties')

const identifier: readonly Rule[] = [
  { required: true },
  {
    pattern: /^[A-Za-z]\w{0,31}$/,
    message: '“标识”须以字母开头，只含字母、数字和下划线，最多 32 位',
  },
]

const columns: readonly Column[] = [
  {
    key: 'kind',
    title: '类别',
    type: 'select',
    width: 84,
    options: thingKinds,
    defaultValue: 'properties',
    validateRules: [{ required: true }],
  },
  { key: 'identifier', title: '标识', type: 'input', width: 130, maxLength: 32, validateRules: identifier },
  {
    key: 'name',
    title: '名称',
    type: 'input',
    width: 130,
    maxLength: 30,
    validateRules: [{ required: true }],
  },
  {
    key: 'dataType',
    title: '数据类型',
    type: 'select',
    width: 100,
    disabled: isProperty,
    options: [
      { value: 'int', text: '整数' },
      { value: 'float', text: '小数' },
      { value: 'bool', text: '布尔' },
      { value: 'enum', text: '枚举' },
      { value: 'text', text: '文本' },
      { value: 'date', text: '时间' },
    ],
    validateRules: [{ required: true, message: '请选择数据类型' }],
  },
  { key: 'unit', title: '单位', type: 'input', width: 70, maxLength: 10, disabled: isProperty },
  { key: 'min', title: '最小值', type: 'inputNumber', width: 84, disabled: isProperty },
  {
    key: 'max',
    title: '最大值',
    type: 'inputNumber',
    width: 84,
    disabled: isProperty,
    validateRules: [
      {
        handler: ({
          value,
          row,
        }: {
          readonly value: unknown
          readonly row: { readonly id: string; readonly min?: unknown }
        }) =>
          typeof value === 'number' && typeof row.min === 'number' && value < row.min
            ? '“最大值”不能小于“最小值”'
            : null,
      },
    ],
  },
  {
    key: 'access',
    title: '读写',
    type: 'select',
    width: 80,
    disabled: isProperty,
    options: [
      { value: 'r', text: '只读' },
      { value: 'rw', text: '读写' },
    ],
  },
  {
    key: 'level',
    title: '级别',
    type: 'select',
    width: 80,
    disabled: only('events'),
    options: [
      { value: 'info', text: '信息' },
      { value: 'alert', text: '报警' },
      { value: 'fault', text: '故障' },
    ],
  },
  { key: 'desc', title: '说明', type: 'input', minWidth: 140, maxLength: 200 },
]

/** 物模型: properties, events and functions of the devices of a type. */
export function ThingModelInput(props: JsonInputProps) {
  return (
    <JsonTableInput
      {...props}
      label="物模型"
      columns={columns}
      codec={thingLines}
      newRow={() => blankThing}
      isOrdered
      empty="没有物模型"
      hint="属性是设备上报的量，事件是设备主动发出的消息，功能是可下发的操作；可从表格软件复制后粘贴。"
    />
  )
}

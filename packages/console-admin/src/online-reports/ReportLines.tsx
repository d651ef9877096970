import {
  readReportItems,
  readReportParams,
  reportFieldTypes,
  reportItemsProblem,
  reportParamsProblem,
  type ReportItem,
  type ReportParam,
} from '@suoan/contract'
import type { JsonCodec } from '@suoan/console-base/editable-table/json-lines.ts'
import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import type { Column } from '@suoan/ui/editable-table'

const itemColumns: readonly Column[] = [
  { key: 'fieldName', title: '字段名', type: 'input', width: 130, disabled: true },
  { key: 'fieldTxt', title: '字段文本', type: 'input', minWidth: 130, maxLength: 300 },
  {
    key: 'fieldType',
    title: '类型',
    type: 'select',
    width: 110,
    options: Object.entries(reportFieldTypes).map(([value, text]) => ({ value, text })),
  },
  { key: 'isShow', title: '显示', type: 'switch', customValue: [1, 0], width: 70 },
  { key: 'dictCode', title: '字典code', type: 'input', width: 130, maxLength: 100 },
  { key: 'isSearch', title: '查询', type: 'switch', customValue: [1, 0], width: 70 },
  {
    key: 'searchMode',
    title: '查询模式',
    type: 'select',
    width: 120,
    options: [
      { value: 'single', text: '单条件查询' },
      { value: 'group', text: '范围查询' },
    ],
  },
  { key: 'isTotal', title: '合计', type: 'switch', customValue: ['1', '0'], width: 70 },
]
const itemLines: JsonCodec<ReportItem & { readonly id: string }> = {
  read: (stored) => (reportItemsProblem(stored) === null ? readReportItems(stored) : null),
  write: (rows) => (rows.length === 0 ? undefined : readReportItems(rows)),
}

/** 报表字段: a line for each column of the statement. */
export function ItemsInput(props: JsonInputProps) {
  return (
    <JsonTableInput
      {...props}
      label="报表字段"
      columns={itemColumns}
      codec={itemLines}
      isOrdered
      isGiven
      empty="点击“解析”，从报表语句读出字段"
      hint="合计：只对类型为数值类型或长整型、且没有字典的字段，加总查询到的全部数据（不只是当前页）。"
    />
  )
}

const paramColumns: readonly Column[] = [
  { key: 'paramName', title: '参数', type: 'input', width: 160, disabled: true },
  { key: 'paramTxt', title: '参数文本', type: 'input', minWidth: 160, maxLength: 32 },
  { key: 'paramValue', title: '默认值', type: 'input', width: 200, maxLength: 32 },
]
const paramLines: JsonCodec<ReportParam & { readonly id: string }> = {
  read: (stored) => (reportParamsProblem(stored) === null ? readReportParams(stored) : null),
  write: (rows) => (rows.length === 0 ? undefined : readReportParams(rows)),
}

/** 报表参数: a line for each parameter of the statement; without a value its condition is left out. */
export function ParamsInput(props: JsonInputProps) {
  return (
    <JsonTableInput
      {...props}
      label="报表参数"
      columns={paramColumns}
      codec={paramLines}
      isGiven
      empty="报表语句中没有 ${参数}"
      hint="没有填写、也没有默认值的参数，它的条件不起作用。"
    />
  )
}

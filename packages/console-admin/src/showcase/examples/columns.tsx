import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import { popupOf } from '@suoan/console-base/editable-table/popup-port.tsx'
import { role } from '@suoan/contract'
import {
  CellTypes,
  EditableTable,
  chosenType,
  type Column,
  type EditableTableHandle,
  type OwnEditorCell,
  type Row,
} from '@suoan/ui/editable-table'
import { App, Button, Rate } from 'antd'
import { useRef, useState } from 'react'

/** A type of this page's own: how its value is shown, and what opens over the cell. */
const types = new CellTypes()
types.install(chosenType('stars', (value) => '★'.repeat(Number(value ?? 0)), 150))
const editors = {
  stars: ({ value, column, take }: OwnEditorCell) => (
    <Rate autoFocus aria-label={column.title} value={Number(value ?? 0)} onChange={take} />
  ),
}

/** Records of which resources a popup column may choose from. */
const ports = { ...consolePorts, popup: popupOf({ role }) }

const columns: readonly Column[] = [
  {
    key: 'code',
    title: '编号',
    type: 'input',
    width: 130,
    fixed: 'left',
    placeholder: '如 SS0001',
    sorter: true,
    validateRules: [
      { required: true, message: '请填写${title}' },
      { unique: true, message: '${title}不能重复' },
    ],
  },
  {
    key: 'name',
    title: '名称',
    type: 'input',
    width: 160,
    maxLength: 50,
    validateRules: [{ required: true }],
  },
  {
    key: 'amount',
    title: '数量',
    type: 'inputNumber',
    width: 100,
    precision: 2,
    statistics: ['sum', 'average'],
    sorter: true,
  },
  { key: 'sex', title: '性别', type: 'select', dictCode: 'sex', width: 100 },
  { key: 'hazards', title: '危害', type: 'list_multi', dictCode: 'lo_hazard', width: 200 },
  { key: 'checked', title: '已确认', type: 'checkbox', customValue: ['Y', 'N'], width: 90 },
  { key: 'enabled', title: '启用', type: 'switch', customValue: [1, 0], defaultChecked: true, width: 90 },
  {
    key: 'kind',
    title: '类别',
    type: 'radio',
    width: 150,
    options: [
      { value: 'A', text: '常规' },
      { value: 'B', text: '特殊' },
    ],
  },
  { key: 'day', title: '日期', type: 'date', width: 135 },
  { key: 'month', title: '月份', type: 'date', format: 'YYYY-MM', width: 120 },
  { key: 'moment', title: '时间', type: 'datetime', width: 200 },
  {
    key: 'mobile',
    title: '手机',
    type: 'input',
    width: 140,
    validateRules: [{ pattern: 'm', message: '请输入正确手机号' }],
  },
  { key: 'remark', title: '说明', type: 'textarea', width: 200 },
  { key: 'note', title: '长文本', type: 'input_pop', width: 160 },
  { key: 'risk', title: '风险（自定义）', type: 'stars', width: 150 },
  { key: 'tags', title: '标签', type: 'tags', width: 140 },
  { key: 'who', title: '人员', type: 'sel_user', width: 220 },
  { key: 'depart', title: '部门', type: 'sel_depart', width: 160 },
  {
    key: 'role',
    title: '角色（弹窗）',
    type: 'popup',
    width: 160,
    popupCode: 'role',
    orgFields: 'roleCode,roleName',
    destFields: 'role,roleTitle',
  },
  { key: 'roleTitle', title: '角色名称', type: 'normal', width: 130 },
  { key: 'picture', title: '图片', type: 'image', width: 160, number: 1 },
  { key: 'document', title: '文件', type: 'file', width: 160, number: 3 },
  { key: 'done', title: '进度', type: 'progress', width: 140 },
  { key: 'orderNum', title: '序号', type: 'normal', width: 70 },
]

const start: readonly Row[] = [
  {
    id: '1',
    code: 'SS0001',
    name: '进料阀',
    amount: 12.5,
    sex: '1',
    checked: 'Y',
    enabled: 1,
    kind: 'A',
    risk: 3,
    day: '2026-11-20',
    done: 60,
    orderNum: 1,
  },
  {
    id: '2',
    code: 'SS0002',
    name: '出料阀',
    amount: 8,
    sex: '2',
    checked: 'N',
    enabled: 0,
    kind: 'B',
    mobile: '13800138000',
    done: 100,
    orderNum: 2,
  },
  {
    id: '3',
    code: 'SS0003',
    name: '泄放阀（历史数据，不可改）',
    amount: 1.25,
    state: 'closed',
    checked: 'N',
    enabled: 1,
    done: 0,
    orderNum: 3,
  },
]

/** Every column type, with the toolbar, the row menu, dragging, statistics and rules. */
export default function ColumnsExample() {
  const table = useRef<EditableTableHandle>(null)
  const { message, modal } = App.useApp()
  const [page, setPage] = useState({ current: 1, pageSize: 10 })
  return (
    <EditableTable
      ref={table}
      label="各种列"
      size="small"
      columns={columns}
      rows={start}
      types={types}
      editors={editors}
      ports={ports}
      dragSort
      dragSortKey="orderNum"
      rowSelection
      hasAddSettings
      settingsKey="showcase-columns"
      disabledRows={{ state: ['closed'] }}
      toolbar={['add', 'save', 'remove', 'clearSelection', 'history', 'collapse']}
      pager={{ ...page, onChange: (current, pageSize) => setPage({ current, pageSize }) }}
      toolbarSuffix={
        <>
          <Button
            size="small"
            onClick={() => {
              const { count } = table.current?.validate() ?? { count: 0 }
              if (count === 0) message.success('校验通过')
              else message.warning(`${count} 个单元格没有通过校验`)
            }}
          >
            表单验证
          </Button>
          <Button
            size="small"
            onClick={() =>
              modal.info({
                title: '表格的值',
                width: 700,
                content: (
                  <pre className="showcase-values">{JSON.stringify(table.current?.getValues(), null, 2)}</pre>
                ),
              })
            }
          >
            获取值
          </Button>
        </>
      }
      onSave={({ rows, deletedIds }) =>
        message.success(`将保存 ${rows.length} 行，删除 ${deletedIds.length} 行`)
      }
    />
  )
}

import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import {
  EditableTable,
  validatePanes,
  type Column,
  type EditableTableHandle,
  type Row,
} from '@suoan/ui/editable-table'
import { App, Button, Descriptions, Form, Input, Tabs } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

const nameKey = 'name'
const customers: readonly Column[] = [
  {
    key: nameKey,
    title: '客户名',
    type: 'input',
    width: 160,
    opensDetails: true,
    validateRules: [{ required: true }],
  },
  { key: 'sex', title: '性别', type: 'select', dictCode: 'sex', width: 100 },
  {
    key: 'idCard',
    title: '身份证号',
    type: 'input',
    width: 200,
    validateRules: [{ pattern: 'idCard', message: '请输入正确的身份证号' }],
  },
  {
    key: 'mobile',
    title: '手机号',
    type: 'input',
    width: 150,
    validateRules: [
      { required: true, message: '请输入手机号' },
      { pattern: 'm', message: '请输入正确手机号' },
    ],
  },
]
const flights: readonly Column[] = [
  {
    key: 'flight',
    title: '航班号',
    type: 'input',
    width: 160,
    validateRules: [{ required: true }, { unique: true }],
  },
  { key: 'leaves', title: '航班时间', type: 'datetime', width: 200, validateRules: [{ required: true }] },
]
const startCustomers: readonly Row[] = [
  { id: '1', name: '王工', sex: '1', mobile: '13800138000' },
  { id: '2', name: '李工', sex: '2', mobile: '13900139000' },
]
const startFlights: readonly Row[] = [{ id: '1', flight: 'MU5101', leaves: '2026-12-01 08:00:00' }]

/** 详细信息 of a customer: what the dialog shows above, and under it. */
const details = (row: Row, textOf: (key: string) => string) => ({
  main: (
    <Descriptions
      column={2}
      items={customers.map(({ key, title }) => ({ key, label: title, children: textOf(key) || '—' }))}
    />
  ),
  sub: <FlightTable label={`${String(row[nameKey] ?? '')}的机票`} />,
})

const FlightTable = ({ label }: { label: string }) => (
  <EditableTable label={label} size="mini" isReadOnly toolbar={false} columns={flights} rows={startFlights} />
)

/** A form with several tables in tabs: the first wrong cell brings its tab to the front. */
export default function PanesExample() {
  const { message } = App.useApp()
  const [form] = Form.useForm<{ orderNo: string }>()
  const [pane, setPane] = useState('customer')
  const customer = useRef<EditableTableHandle>(null)
  const flight = useRef<EditableTableHandle>(null)
  const submit = () => {
    if (!customer.current || !flight.current) return
    const panes = [
      { paneKey: 'customer', table: customer.current },
      { paneKey: 'flight', table: flight.current },
    ]
    const verdict = validatePanes(panes, (key) => flushSync(() => setPane(key)))
    if (verdict.isValid)
      message.success(`校验通过：${verdict.values.map(({ rows }) => `${rows.length} 行`).join('，')}`)
    else message.warning(`第 ${verdict.index + 1} 个子表有 ${verdict.count} 个单元格没有通过校验`)
  }
  return (
    <Form form={form} layout="vertical" onFinish={submit}>
      <Form.Item name="orderNo" label="订单号" rules={[{ required: true, message: '请输入订单号' }]}>
        <Input placeholder="请输入订单号" />
      </Form.Item>
      <Tabs
        activeKey={pane}
        onChange={setPane}
        items={[
          {
            key: 'customer',
            label: '客户信息',
            forceRender: true,
            children: (
              <EditableTable
                ref={customer}
                label="客户信息"
                size="small"
                columns={customers}
                rows={startCustomers}
                ports={consolePorts}
                rowSelection
                dragSort
                details={details}
                subForm={(row) => <FlightTable label={`${String(row[nameKey] ?? '')}的机票`} />}
              />
            ),
          },
          {
            key: 'flight',
            label: '机票信息',
            forceRender: true,
            children: (
              <EditableTable
                ref={flight}
                label="机票信息"
                size="small"
                columns={flights}
                rows={startFlights}
                rowSelection
              />
            ),
          },
        ]}
      />
      <Button type="primary" htmlType="submit" className="gap-top">
        提交
      </Button>
    </Form>
  )
}

import type { TicketDetail } from '@suoan/contract'
import { gasStd, workTicketEndpoints as tickets } from '@suoan/contract'
import { execPhase } from '@suoan/domain/dictionaries'
import { AppModal } from '@suoan/ui/modal'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Form, Input, Select } from 'antd'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { serverNow } from '@suoan/console-base/request/server-clock.ts'
import { resourceApi } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { DetectorField } from '../../devices/DetectorField.tsx'
import { useMove } from '../use-move.ts'

interface Values {
  pointDesc: string
  gasCode: string
  value: string
  unit: string
  deviceSn: string
  testKind: string
}

/** A gas reading as it was taken: the server judges it by the plant's limits and never rounds. */
export function GasDialog({ detail, onClose }: { detail: TicketDetail; onClose(): void }) {
  const [form] = Form.useForm<Values>()
  const { move, isRunning } = useMove(detail.ticket.id)
  const standards = useQuery({
    queryKey: [...resourceKey(gasStd), 'choice'],
    queryFn: async ({ signal }) =>
      (
        await resourceApi(gasStd).list(
          { pageNo: '1', pageSize: '100', column: 'gasCode', order: 'asc' },
          signal,
        )
      ).records,
    staleTime: 60_000,
  })
  const submit = async (values: Values) => {
    const input = {
      workId: detail.ticket.id,
      ...values,
      testKind: Number(values.testKind),
      sampleTime: wireTimeOf(serverNow()),
    }
    if (await move('气体检测登记', (press) => call(tickets.gasAdd, { ...input, ...press }, { quiet: true })))
      onClose()
  }
  // What the plan asks for next; whoever measured something else says so.
  const next = detail.gasPlan.find(({ state }) => state !== 'passed')
  const places = [...new Set(detail.gasPlan.map(({ position }) => position))]
  const required = (message: string) => [{ required: true, message }]
  return (
    <AppModal
      open
      width={520}
      title="登记气体检测"
      okText="登记"
      confirmLoading={isRunning}
      okClose={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{
          testKind: detail.ticket.execPhase === execPhase.working ? '2' : '1',
          ...(next && { pointDesc: next.position, gasCode: next.gasCode, unit: next.unit ?? '' }),
        }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item name="pointDesc" label="检测部位" rules={required('请输入检测部位')}>
          <AutoComplete
            size="large"
            maxLength={100}
            options={places.map((value) => ({ value }))}
            placeholder={places.length > 0 ? '选择计划部位' : '例如：泵坑底部'}
          />
        </Form.Item>
        <Form.Item name="gasCode" label="气体" rules={required('请选择气体')}>
          <Select
            size="large"
            loading={standards.isFetching}
            placeholder="请选择气体"
            options={(standards.data ?? []).map((row) => ({
              value: row.gasCode,
              label: `${row.gasName}（${row.gasCode}，${row.unit}）`,
            }))}
            notFoundContent={standards.isError ? '气体标准加载失败，请稍后重试' : '没有气体标准，请先维护'}
            onChange={(code: string) =>
              form.setFieldValue('unit', standards.data?.find((row) => row.gasCode === code)?.unit ?? '')
            }
          />
        </Form.Item>
        <Form.Item
          name="value"
          label="检测值"
          rules={[
            ...required('请输入检测值'),
            { pattern: /^\d+(\.\d+)?$/, message: '请输入不小于 0 的数字' },
          ]}
        >
          <Input size="large" inputMode="decimal" maxLength={20} placeholder="按仪器读数填写" />
        </Form.Item>
        <Form.Item name="unit" label="单位" rules={required('请输入单位')}>
          <Input size="large" maxLength={8} placeholder="选择气体后自动填写" />
        </Form.Item>
        <DetectorField />
        <Form.Item name="testKind" label="检测类别">
          <DictSelect code="lo_gas_test_kind" />
        </Form.Item>
      </Form>
    </AppModal>
  )
}

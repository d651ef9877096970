import { dutyShift, dutyShiftEndpoints, mostShifts } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Alert, Col, DatePicker, Form, InputNumber, Row, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { useDictionary } from '@suoan/console-base/resource/dictionaries.ts'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'

interface Values {
  readonly dutyPost: 'DUTY' | 'SAFETY'
  readonly areaId?: string
  readonly sequence: number
  readonly userIds: string[]
  readonly start: Dayjs
  readonly hours: number
  readonly shifts: number
}

const people = { kind: 'refs', label: '值班人', resource: 'user' } as const
const area = { kind: 'ref', label: '区域', resource: 'area' } as const

/** 轮换排班: shifts of one length, one after the other, the people taking turns. */
export function ArrangeDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const [form] = Form.useForm<Values>()
  const posts = useDictionary('lo_duty_post').map(({ value, text }) => ({ value, label: text }))
  const start = Form.useWatch('start', form)
  const hours = Form.useWatch('hours', form)
  const shifts = Form.useWatch('shifts', form)
  const save = useMutation({
    mutationFn: async () => {
      const { start: first, areaId, ...values } = await form.validateFields()
      return await callForMessage(dutyShiftEndpoints.arrange, {
        ...values,
        areaId: areaId || null,
        startTime: first.format('YYYY-MM-DD HH:mm:ss'),
      })
    },
    onSuccess({ message }) {
      void feedback().message.success(message)
      onDone()
      onClose()
    },
  })
  const end = start && hours && shifts ? start.add(hours * shifts, 'hour').format('YYYY-MM-DD HH:mm') : null
  return (
    <AppModal
      open
      title="轮换排班"
      width={640}
      okText="排班"
      confirmLoading={save.isPending}
      okClose={false}
      onOk={() => save.mutate()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          dutyPost: 'DUTY',
          sequence: 1,
          hours: 12,
          shifts: 14,
          start: dayjs().add(1, 'day').startOf('day').hour(8),
        }}
      >
        <Row gutter={16}>
          <Col xs={24} md={12}>
            <Form.Item label="岗位" name="dutyPost" rules={[{ required: true }]}>
              <Select options={posts} />
            </Form.Item>
          </Col>
          <Col xs={24} md={12}>
            <Form.Item label="区域" name="areaId" extra="不选 = 全厂">
              <RefPicker field={area} placeholder="全厂" />
            </Form.Item>
          </Col>
          <Col xs={24}>
            <Form.Item
              label="值班人"
              name="userIds"
              extra="按所选的顺序轮换"
              rules={[{ required: true, message: '请选择值班人' }]}
            >
              <RefPicker field={people} multiple placeholder="请选择用户" />
            </Form.Item>
          </Col>
          <Col xs={24} md={12}>
            <Form.Item
              label="第一班开始"
              name="start"
              rules={[{ required: true, message: '请选择开始时间' }]}
            >
              <DatePicker
                showTime={{ format: 'HH:mm' }}
                format="YYYY-MM-DD HH:mm"
                style={{ width: '100%' }}
              />
            </Form.Item>
          </Col>
          <Col xs={24} md={12}>
            <Form.Item label="呼叫顺序" name="sequence" extra={dutyShift.fields.sequence.help}>
              <InputNumber min={1} max={3} precision={0} style={{ width: '100%' }} />
            </Form.Item>
          </Col>
          <Col xs={24} md={12}>
            <Form.Item label="每班小时" name="hours" rules={[{ required: true }]}>
              <InputNumber min={1} max={168} precision={0} style={{ width: '100%' }} />
            </Form.Item>
          </Col>
          <Col xs={24} md={12}>
            <Form.Item label="班数" name="shifts" rules={[{ required: true }]}>
              <InputNumber min={1} max={mostShifts} precision={0} style={{ width: '100%' }} />
            </Form.Item>
          </Col>
        </Row>
        {end !== null && <Alert type="info" showIcon title={`排到 ${end} 为止，前后相接，没有空档`} />}
      </Form>
    </AppModal>
  )
}

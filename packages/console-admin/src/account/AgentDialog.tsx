import { userAgentEndpoints } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useShown } from '@suoan/ui/shown'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, DatePicker, Form, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useDeferredValue, useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { ownAgentsKey } from './own-agents.ts'

interface Fields {
  readonly agentUserName: string
  readonly window: readonly [Dayjs, Dayjs]
}

const wire = (time: Dayjs) => time.format('YYYY-MM-DD HH:mm:ss')

/** Names the agent and the window in which he decides. */
export function AgentDialog({ onClose }: { onClose(): void }) {
  const shown = useShown()
  const client = useQueryClient()
  const [form] = Form.useForm<Fields>()
  const [keyword, setKeyword] = useState('')
  const asked = useDeferredValue(keyword.trim())
  const people = useQuery({
    queryKey: [...ownAgentsKey, 'choices', asked],
    queryFn: ({ signal }) => call(userAgentEndpoints.choices, { keyword: asked }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: ({ agentUserName, window: [from, until] }: Fields) =>
      callForMessage(
        userAgentEndpoints.setOwn,
        { agentUserName, startTime: wire(from), endTime: wire(until) },
        { quiet: true },
      ),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: ownAgentsKey })
      void feedback().message.success(message)
      void shown().then(onClose)
    },
  })
  return (
    <AppModal
      open
      title="设置代理人"
      width={520}
      okText="保存"
      confirmLoading={save.isPending}
      okClose={false}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {save.error && <Alert className="account-note" type="error" showIcon title={failureText(save.error)} />}
      <Form form={form} layout="vertical" onFinish={(fields) => save.mutate(fields)}>
        <Form.Item
          name="agentUserName"
          label="代理人"
          rules={[{ required: true, message: '请选择代理人' }]}
          extra="列出本部门同事；其他部门的人请输入完整的姓名、账号或工号。"
        >
          <Select
            showSearch={{ onSearch: setKeyword, filterOption: false }}
            loading={people.isFetching}
            placeholder="请选择代理人"
            notFoundContent={
              people.isError
                ? '暂时查不到人员，请稍后再试'
                : people.isFetching
                  ? '正在查找…'
                  : asked === ''
                    ? '本部门没有其他同事，请输入完整的姓名、账号或工号'
                    : '没有找到，请输入完整的姓名、账号或工号'
            }
            options={(people.data ?? []).map(({ username, realname, departs }) => ({
              value: username,
              label: `${realname}（${username}）${departs === '' ? '' : ` ${departs}`}`,
            }))}
          />
        </Form.Item>
        <Form.Item
          name="window"
          label="代理时间"
          rules={[{ required: true, message: '请选择代理的开始和结束时间' }]}
        >
          <DatePicker.RangePicker
            className="account-date"
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            minDate={dayjs().startOf('day')}
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}

import { messageEndpoints, type messageTemplate } from '@suoan/contract'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { useDictionary } from '@suoan/console-base/resource/dictionaries.ts'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { feedback } from '@suoan/console-base/feedback.ts'
import { Preview } from './Preview.tsx'

interface Props {
  readonly template: RowOf<typeof messageTemplate.fields>
  onClose(): void
}

const receivers = { kind: 'refs', label: '消息接收方', resource: 'user', by: 'username' } as const
const chats = ['wechat_enterprise', 'dingtalk', 'feishu']

/** 发送测试: test data, channel and receivers of one template (5-screens.md §7.2). */
export function SendDialog({ template, onClose }: Props) {
  const [form] = Form.useForm<{ testData: string; msgType: string; receiver?: string[]; robot?: string }>()
  const channels = useDictionary('messageType').map(({ value, text }) => ({ value, label: text }))
  const [testData, setTestData] = useState(template.templateTestJson || '{}')
  const msgType = Form.useWatch('msgType', form) ?? 'system'
  const isChat = chats.includes(msgType)
  const send = useMutation({
    mutationFn: async () => {
      const values = await form.validateFields()
      return await callForMessage(messageEndpoints.send, {
        templateCode: template.templateCode ?? '',
        msgType: values.msgType,
        receiver: isChat ? (values.robot ?? '') : (values.receiver ?? []).join(','),
        testData: values.testData,
      })
    },
    onSuccess({ message }) {
      void feedback().message.success(`${message}结果见“消息管理”`)
      onClose()
    },
  })
  return (
    <AppModal
      open
      fullscreen
      title={`发送测试：${template.templateName}`}
      width={800}
      okText="发送"
      confirmLoading={send.isPending}
      okClose={false}
      onOk={() => send.mutate()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ testData, msgType: 'system' }}
        onValuesChange={(_, all) => setTestData(all.testData)}
      >
        <Preview
          input={{
            templateName: template.templateName ?? '',
            templateContent: template.templateContent ?? '',
            templateType: template.templateType ?? '1',
            templateVars: template.templateVars ?? null,
            event: template.event ?? null,
            testData,
          }}
        />
        <Form.Item label="测试数据" name="testData" rules={[{ validator: isObject }]}>
          <Input.TextArea rows={4} />
        </Form.Item>
        <Form.Item label="消息类型" name="msgType" rules={[{ required: true }]}>
          <Radio.Group options={channels} />
        </Form.Item>
        {isChat ? (
          <Form.Item
            label="群机器人"
            name="robot"
            rules={[{ required: true, message: '请填写群机器人的名称' }]}
          >
            <Input placeholder="群机器人的名称，见“群机器人”页" />
          </Form.Item>
        ) : (
          <Form.Item
            label="消息接收方"
            name="receiver"
            rules={[{ required: true, message: '请选择消息接收方' }]}
          >
            <RefPicker field={receivers} multiple placeholder="请选择用户" />
          </Form.Item>
        )}
      </Form>
    </AppModal>
  )
}

function isObject(_: unknown, text: string): Promise<void> {
  if (!text.trim()) return Promise.resolve()
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Promise.resolve()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return Promise.reject(new Error('要是 JSON 对象，例如 {"lockName":"3号泵开关柜"}'))
}

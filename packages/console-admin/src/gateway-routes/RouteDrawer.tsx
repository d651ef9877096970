import {
  gatewayRoute,
  gatewayRouteEndpoints as calls,
  patternOf,
  readConditions,
  readFilters,
  readUpstream,
  routeStatus,
  type GatewayRouteRow,
  type RouteReading,
} from '@suoan/contract'
import { AppDrawer } from '@suoan/ui/modal'
import { Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { callForMessage } from '@suoan/console-base/request/call.ts'
import { runAction } from '@suoan/console-base/resource/run-action.ts'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { ConditionsInput, type ConditionDraft } from './ConditionsInput.tsx'
import { FiltersInput, type FilterDraft } from './FiltersInput.tsx'
import './gateway-routes.css'

interface Props {
  /** null = a new one. */
  readonly row: GatewayRouteRow | null
  onSaved(): void
  onClose(): void
}

interface Draft {
  routerId: string
  name: string
  uri: string
  status: boolean
  predicates: readonly ConditionDraft[]
  filters: readonly FilterDraft[]
}

const { fields } = gatewayRoute
/** What the server would say, said before it is asked. */
const readBy = (read: (value: unknown) => RouteReading<unknown>) => ({
  validator: async (_: unknown, value: unknown) => {
    const outcome = read(value)
    if (!outcome.ok) throw new Error(outcome.reason)
  },
})
const codePattern = patternOf(fields.routerId)

/** 路由编辑 (5-screens.md §6.18). */
export function RouteDrawer({ row, onSaved, onClose }: Props) {
  const [form] = Form.useForm<Draft>()
  const [isSaving, setSaving] = useState(false)
  const isMobile = useIsMobile()
  const save = async ({ status, predicates, filters, ...rest }: Draft) => {
    setSaving(true)
    try {
      const { message } = await callForMessage(calls.updateAll, {
        router: {
          ...rest,
          id: row?.id ?? '',
          ...(row ? { revision: row.revision } : {}),
          status: status ? routeStatus.on : routeStatus.off,
          predicates: JSON.stringify(predicates),
          filters: JSON.stringify(filters),
        },
      })
      void feedback().message.success(message)
      onSaved()
    } finally {
      setSaving(false)
    }
  }
  return (
    <AppDrawer
      title={row ? '路由编辑' : '新增路由'}
      size={isMobile ? '100%' : '45%'}
      onClose={onClose}
      onOk={form.submit}
      okClose={false}
      confirmLoading={isSaving}
    >
      <Form<Draft>
        form={form}
        layout="vertical"
        initialValues={{
          routerId: row?.routerId ?? '',
          name: row?.name ?? '',
          uri: row?.uri ?? '',
          status: row?.status !== routeStatus.off,
          predicates: row?.predicates ?? [{ name: 'Path', args: [] }],
          filters: row?.filters ?? [],
        }}
        // These two are judged when the form is sent; what was wrong then is no longer said of something else.
        onValuesChange={(changed: Partial<Draft>) =>
          form.setFields(
            (['predicates', 'filters'] as const)
              .filter((name) => name in changed)
              .map((name) => ({ name, errors: [] })),
          )
        }
        onFinish={(draft) => void runAction(() => save(draft))}
      >
        <Form.Item
          name="routerId"
          label="路由ID"
          rules={[
            { required: true, whitespace: true, message: '请输入路由ID' },
            {
              validator: async (_, value: unknown) => {
                if (typeof value === 'string' && value !== '' && codePattern?.test(value) === false)
                  throw new Error(`路由ID${codePattern.message}`)
              },
            },
          ]}
        >
          <Input placeholder="路由唯一ID，例如 video" maxLength={50} />
        </Form.Item>
        <Form.Item
          name="name"
          label="路由名称"
          rules={[{ required: true, whitespace: true, message: '请输入路由名称' }]}
        >
          <Input placeholder="给使用者看的名称，例如 视频监控" maxLength={32} />
        </Form.Item>
        <Form.Item
          name="uri"
          label="路由URI"
          extra="上游的 http://主机:端口；只能指向系统配置 GATEWAY_ROUTE_HOSTS 允许的主机"
          rules={[
            { required: true, whitespace: true, message: '请输入路由URI' },
            readBy((value) =>
              typeof value === 'string' && value.trim() !== ''
                ? readUpstream(value)
                : { ok: true, value: null },
            ),
          ]}
        >
          <Input placeholder="http://video.example.com:8081" maxLength={255} />
        </Form.Item>
        <Form.Item name="status" label="路由状态" valuePropName="checked">
          <Switch checkedChildren="正常" unCheckedChildren="禁用" />
        </Form.Item>
        <Form.Item
          name="predicates"
          label="路由条件"
          rules={[readBy(readConditions)]}
          validateTrigger="onSubmit"
        >
          <ConditionsInput />
        </Form.Item>
        <Form.Item name="filters" label="过滤器" rules={[readBy(readFilters)]} validateTrigger="onSubmit">
          <FiltersInput />
        </Form.Item>
      </Form>
    </AppDrawer>
  )
}

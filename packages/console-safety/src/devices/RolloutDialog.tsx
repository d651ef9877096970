import { rolloutEndpoints } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { AppModal } from '@suoan/ui/modal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, InputNumber, Select } from 'antd'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { DictSelect } from '@suoan/console-base/resource/widgets/DictSelect.tsx'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'

interface Values {
  title: string
  firmwareId: string
  kind: 'LOCK' | 'GW' | 'KEY' | 'GAS' | 'CAM' | 'TAG'
  heartbeatSec?: number | null
  telemetrySec?: number | null
  buzzer?: 0 | 1 | null
  areaCode?: string
  serials?: string
  stopAt: number
}

const required = (message: string) => [{ required: true, message }]

/** Begins a roll-out of a firmware or of a configuration. */
export function RolloutDialog({
  what,
  onClose,
  onDone,
}: {
  what: 'OTA' | 'CONFIG'
  onClose(): void
  onDone(): void
}) {
  const [form] = Form.useForm<Values>()
  const firmwares = useQuery({
    queryKey: ['firmwares'],
    queryFn: ({ signal }) => call(rolloutEndpoints.firmwares, {}, { signal }),
    enabled: what === 'OTA',
  })
  const begin = useMutation({
    meta: { quiet: true },
    mutationFn: (values: Values) => {
      const target = {
        title: values.title,
        areaCode: values.areaCode ?? '',
        deviceSns: (values.serials ?? '').split(/[\s,，、;；]+/).filter((sn) => sn !== ''),
        stopAt: values.stopAt,
      }
      if (what === 'OTA')
        return call(rolloutEndpoints.firmware, { ...target, firmwareId: values.firmwareId }, { quiet: true })
      const { kind, heartbeatSec, telemetrySec, buzzer } = values
      const config = {
        ...(typeof heartbeatSec === 'number' ? { heartbeatSec } : {}),
        ...(typeof telemetrySec === 'number' ? { telemetrySec } : {}),
        ...(typeof buzzer === 'number' ? { buzzer } : {}),
      }
      return call(rolloutEndpoints.config, { ...target, kind, config }, { quiet: true })
    },
    onError: showFailure,
    onSuccess: () => {
      void feedback().message.success('任务已开始，先发 1% 的设备')
      onDone()
    },
  })
  return (
    <AppModal
      open
      width={560}
      title={what === 'OTA' ? '升级固件' : '下发配置'}
      okText="开始下发"
      confirmLoading={begin.isPending}
      okClose={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Alert
        showIcon
        type="info"
        className="device-note"
        title="先发 1%，再发 10%，最后全部；失败超过设定比例自动停止。正用于工作票的锁不会收到，作业结束后再发。"
      />
      <Form<Values>
        form={form}
        layout="vertical"
        initialValues={{ stopAt: 5 }}
        onFinish={(values) => begin.mutate(values)}
      >
        <Form.Item name="title" label="任务名称" rules={required('请填写任务名称')}>
          <Input maxLength={100} placeholder="例如：12 月锁具固件升级" />
        </Form.Item>
        {what === 'OTA' ? (
          <Form.Item name="firmwareId" label="固件" rules={required('请选择固件')}>
            <Select
              loading={firmwares.isFetching}
              placeholder="选择已上传的固件"
              notFoundContent={firmwares.isError ? '固件加载失败，请稍后重试' : '还没有固件，请先上传'}
              options={(firmwares.data ?? []).map(({ id, kind, version, fileName }) => ({
                value: id,
                label: `${labelOf('lo_device_kind', kind)} ${version}（${fileName}）`,
              }))}
            />
          </Form.Item>
        ) : (
          <>
            <Form.Item name="kind" label="设备类别" rules={required('请选择设备类别')}>
              <DictSelect code="lo_device_kind" />
            </Form.Item>
            <Form.Item name="heartbeatSec" label="心跳周期（秒）" extra="不填的项保持设备现有设置。">
              <InputNumber min={60} max={86_400} precision={0} className="rollout-number" />
            </Form.Item>
            <Form.Item name="telemetrySec" label="遥测周期（秒）">
              <InputNumber min={60} max={86_400} precision={0} className="rollout-number" />
            </Form.Item>
            <Form.Item name="buzzer" label="蜂鸣器">
              <Select
                allowClear
                placeholder="不改变"
                options={[
                  { value: 1, label: '开' },
                  { value: 0, label: '关' },
                ]}
              />
            </Form.Item>
          </>
        )}
        <Form.Item name="areaCode" label="区域" extra="只发给该区域及其下级的设备；不选为全部。">
          <RefPicker field={{ kind: 'ref', label: '区域', resource: 'area', by: 'areaCode' }} />
        </Form.Item>
        <Form.Item
          name="serials"
          label="设备序列号"
          extra="只发给这些设备，用空格、逗号或换行分隔；不填为该类全部设备。"
        >
          <Input.TextArea rows={3} />
        </Form.Item>
        <Form.Item name="stopAt" label="自动停止的失败率（%）" rules={required('请填写失败率')}>
          <InputNumber min={0} max={50} precision={0} className="rollout-number" />
        </Form.Item>
      </Form>
    </AppModal>
  )
}

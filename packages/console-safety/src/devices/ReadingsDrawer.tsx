import { gasDetectorEndpoints } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { AppDrawer } from '@suoan/ui/modal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Select, Skeleton } from 'antd'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { GasReadings, UnreadNote } from './GasReadings.tsx'
import { PlaceField } from './PlaceField.tsx'

/** A gas detector: what it measures now, at which place of which ticket it stands, and putting it there. */
export function ReadingsDrawer({
  deviceSn,
  name,
  onClose,
}: {
  deviceSn: string
  name: string
  onClose(): void
}) {
  const client = useQueryClient()
  const key = ['gas-readings', deviceSn]
  const shown = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(gasDetectorEndpoints.readings, { deviceSn }, { signal, quiet: true }),
    refetchInterval: 10_000,
  })
  const at = shown.data?.at ?? null
  const off = useMutation({
    meta: { quiet: true },
    mutationFn: (workId: string) =>
      call(gasDetectorEndpoints.detectorOff, { workId, deviceSn, clientOpId: newUlid() }, { quiet: true }),
    onError: showFailure,
    onSuccess: () => {
      void feedback().message.success('已撤回，此后的读数不再计入该票')
      void client.invalidateQueries({ queryKey: key })
    },
  })
  return (
    <AppDrawer
      size={Math.min(640, innerWidth)}
      title={`读数与指派：${name}`}
      onClose={onClose}
      destroyOnHidden
    >
      <OrError query={shown}>
        {shown.isPending || !shown.data ? (
          <Skeleton active paragraph={{ rows: 6 }} />
        ) : (
          <>
            {at ? (
              <Alert
                showIcon
                type="info"
                className="device-note"
                title={`在工作票 ${at.workNo ?? ''} 的“${at.pointDesc}”`}
                description={`${at.onTime} 由${at.onByName ?? '—'}指派，合格读数计入该部位的检测。`}
                action={
                  <Button loading={off.isPending} onClick={() => off.mutate(at.workId)}>
                    撤回
                  </Button>
                }
              />
            ) : (
              <AssignForm
                deviceSn={deviceSn}
                onDone={() => void client.invalidateQueries({ queryKey: key })}
              />
            )}
            <UnreadNote unread={at?.unread ?? null} />
            <GasReadings readings={shown.data.newest} />
          </>
        )}
      </OrError>
    </AppDrawer>
  )
}

interface Values {
  workId: string
  pointDesc: string
}

function AssignForm({ deviceSn, onDone }: { deviceSn: string; onDone(): void }) {
  const mayAssign = useCan('lo:work:gas')
  const [form] = Form.useForm<Values>()
  const tickets = useQuery({
    queryKey: ['gas-tickets'],
    queryFn: ({ signal }) => call(gasDetectorEndpoints.tickets, {}, { signal, quiet: true }),
    enabled: mayAssign,
  })
  const workId = Form.useWatch('workId', form)
  const chosen = tickets.data?.find((each) => each.workId === workId)
  const on = useMutation({
    meta: { quiet: true },
    mutationFn: (values: Values) =>
      call(gasDetectorEndpoints.detectorOn, { ...values, deviceSn, clientOpId: newUlid() }, { quiet: true }),
    onError: showFailure,
    onSuccess: () => {
      void feedback().message.success('已指派，合格读数从现在起计入该部位')
      onDone()
    },
  })
  if (!mayAssign)
    return (
      <Alert
        showIcon
        type="info"
        className="device-note"
        title="没有指派到工作票"
        description="由工作票的气体检测人或监护人指派。不合格的读数仍会停止所在区域的作业。"
      />
    )
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="device-note"
      onFinish={(values) => on.mutate(values)}
    >
      <Form.Item name="workId" label="工作票" rules={[{ required: true, message: '请选择工作票' }]}>
        <Select
          size="large"
          loading={tickets.isFetching}
          placeholder="选择您任气体检测人或监护人的工作票"
          notFoundContent={
            tickets.isError ? '工作票加载失败，请稍后重试' : '没有您任气体检测人或监护人的有效工作票'
          }
          options={(tickets.data ?? []).map((each) => ({
            value: each.workId,
            label: `${each.workNo} ${each.content}`,
          }))}
          // The places of another ticket are others.
          onChange={() => form.resetFields(['pointDesc'])}
        />
      </Form.Item>
      {chosen !== undefined && <PlaceField places={chosen.places} />}
      <Button type="primary" size="large" htmlType="submit" loading={on.isPending}>
        指派到此部位
      </Button>
    </Form>
  )
}

import { gasDetectorEndpoints, type TicketDetail } from '@suoan/contract'
import { PlusOutlined } from '@ant-design/icons'
import { AppModal } from '@suoan/ui/modal'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Card, Form } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { OrError } from '@suoan/console-base/states/OrError.tsx'
import { DetectorField } from '../../devices/DetectorField.tsx'
import { GasReadings, UnreadNote } from '../../devices/GasReadings.tsx'
import { PlaceField } from '../../devices/PlaceField.tsx'
import { useMove, usePageMove } from '../use-move.ts'

/** Detectors that stand at places of the ticket and measure there by themselves. */
export function DetectorsOfTicket({ detail }: { detail: TicketDetail }) {
  const { id: workId } = detail.ticket
  const mayPut = detail.siteActions.includes('gasAdd')
  const [putting, setPutting] = useState(false)
  const client = useQueryClient()
  const { move, isRunning } = usePageMove(workId)
  const key = ['ticket-detectors', workId]
  const detectors = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(gasDetectorEndpoints.ofTicket, { workId }, { signal, quiet: true }),
    refetchInterval: 10_000,
  })
  const changed = async () => {
    await client.invalidateQueries({ queryKey: key })
    await client.invalidateQueries({ queryKey: ['ticket-gas-watch', workId] })
  }
  const takeOff = async (deviceSn: string) => {
    const taken = await move('撤回气体检测仪', (press) =>
      call(gasDetectorEndpoints.detectorOff, { workId, deviceSn, ...press }, { quiet: true }),
    )
    if (taken) await changed()
  }
  return (
    <>
      <OrError query={detectors}>
        {detectors.data?.map((each) => (
          <Card
            key={each.deviceSn}
            size="small"
            className="gap-bottom"
            title={`${each.pointDesc} · ${each.deviceName ?? each.deviceSn}`}
            extra={
              mayPut && (
                <Button loading={isRunning} onClick={() => void takeOff(each.deviceSn)}>
                  撤回
                </Button>
              )
            }
          >
            <UnreadNote unread={each.unread} />
            <GasReadings readings={each.readings} />
          </Card>
        ))}
      </OrError>
      {mayPut && (
        <Button className="gap-bottom" size="large" icon={<PlusOutlined />} onClick={() => setPutting(true)}>
          指派检测仪
        </Button>
      )}
      {putting && (
        <PutDialog
          workId={workId}
          places={[...new Set(detail.gasPlan.map(({ position }) => position))]}
          onClose={() => setPutting(false)}
          onDone={() => {
            setPutting(false)
            void changed()
          }}
        />
      )}
    </>
  )
}

interface Values {
  deviceSn: string
  pointDesc: string
}

interface PutProps {
  workId: string
  places: readonly string[]
  onClose(): void
  onDone(): void
}

function PutDialog({ workId, places, onClose, onDone }: PutProps) {
  const [form] = Form.useForm<Values>()
  const { move, isRunning } = useMove(workId)
  const submit = async (values: Values) => {
    const taken = await move('指派气体检测仪', (press) =>
      call(gasDetectorEndpoints.detectorOn, { workId, ...values, ...press }, { quiet: true }),
    )
    if (taken) onDone()
  }
  return (
    <AppModal
      open
      width={480}
      title="指派检测仪"
      okText="指派"
      confirmLoading={isRunning}
      okClose={false}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" onFinish={(values) => void submit(values)}>
        <DetectorField extra="须已在“网关与设备”登记、在检定有效期内并已联网。" />
        <PlaceField places={places} />
      </Form>
    </AppModal>
  )
}

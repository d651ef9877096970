import { StopFilled } from '@ant-design/icons'
import { stopOrderEndpoints as stops, type ActiveStop, type InputOf, type OutputOf } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { ButtonRow } from '@suoan/console-base/resource/parts/ButtonRow.tsx'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { isOutcomeUnknown } from '@suoan/console-base/refusal/refusal-model.ts'
import { showRefusal } from '@suoan/console-base/refusal/show-refusal.tsx'
import { stopLost } from '../stop-lost.ts'
import './stop-orders.css'

const loadDialog = () => import('./StopDialog.tsx').then((m) => m.StopDialog)
const StopDialog = lazyPart('StopDialog', loadDialog)
/** Whoever comes near the button may be about to press it: then the dialog is there at once. */
const prepare = () => void loadDialog().catch(() => undefined)

const queryKey = ['resource', 'stopOrder', 'active'] as const

interface Props {
  readonly area?: { readonly id: string; readonly code: string }
  /** Other buttons of the page, after the one that gives an order. */
  readonly children?: ReactNode
  /** What stands at the end of the row of buttons. */
  readonly beside?: ReactNode
}

/**
 * The stop orders that hold at a place (all of them without one), each with 解除 for who may; and the button that gives
 * one. Giving is for PERMIT and SAFETY and never refused; lifting asks why and resumes nothing.
 */
export function StopOrders({ area, children, beside }: Props) {
  const client = useQueryClient()
  const mayOrder = useCan('lo:stopOrder:order')
  const mayLift = useCan('lo:stopOrder:lift')
  const [dialog, setDialog] = useState<'order' | ActiveStop | null>(null)
  const active = useQuery({
    queryKey: [...queryKey, area?.code ?? ''],
    queryFn: ({ signal }) => call(stops.active, area ? { areaCode: area.code } : {}, { signal, quiet: true }),
    refetchInterval: 30_000,
    staleTime: 2_000,
  })
  const rows = active.data ?? []
  const hasRow = mayOrder || children !== undefined || beside !== undefined
  if (rows.length === 0 && !hasRow && dialog === null) return null
  const send = async (areaId: string, reason: string): Promise<boolean> => {
    const clientOpId = newUlid()
    try {
      if (dialog === 'order') {
        const { stopped } = await orderSurely({ areaId, reason, clientOpId })
        void feedback().message.success(`停工指令已下达，${stopped.length} 张执行中的工作票已停止`)
      } else if (dialog) {
        await call(stops.lift, { id: dialog.id, reason, clientOpId }, { quiet: true })
        void feedback().message.success('停工指令已解除，各工作票须由本票人员申请恢复')
      }
      return true
    } catch (error) {
      showFailure(error)
      return false
    } finally {
      void client.invalidateQueries({ queryKey: ['resource'] })
    }
  }
  return (
    <div className="stop-orders">
      {rows.map((row) => (
        <Alert
          key={row.id}
          type="error"
          showIcon
          icon={<StopFilled />}
          title={`停工指令：${row.areaName}`}
          description={`${row.reason}（${row.orderByName}，${row.orderTime.slice(5, 16)}）。解除前不能开工或恢复作业。`}
          action={
            mayLift && (
              <Button size="small" danger onClick={() => setDialog(row)}>
                解除
              </Button>
            )
          }
        />
      ))}
      {hasRow && (
        <div className="stop-orders-row">
          <ButtonRow>
            {mayOrder && (
              <Button
                danger
                icon={<StopFilled />}
                onPointerEnter={prepare}
                onFocus={prepare}
                onClick={() => setDialog('order')}
              >
                区域停工
              </Button>
            )}
            {children}
          </ButtonRow>
          {beside}
        </div>
      )}
      <Suspense fallback={null}>
        {dialog && (
          <StopDialog
            stop={dialog === 'order' ? null : dialog}
            areaId={area?.id ?? ''}
            onClose={() => setDialog(null)}
            onDone={send}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Orders the stop; while nobody knows whether it arrived it goes again by itself, with the same press. */
async function orderSurely(order: InputOf<typeof stops.order>): Promise<OutputOf<typeof stops.order>> {
  for (;;) {
    try {
      return await call(stops.order, order, { quiet: true })
    } catch (error) {
      if (!isOutcomeUnknown(error) || !(await showRefusal(error, null, stopLost))) throw error
    }
  }
}

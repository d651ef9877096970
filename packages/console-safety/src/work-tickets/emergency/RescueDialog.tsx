import type { OpenAnswer } from '@suoan/contract'
import { lockEndpoints } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Radio, Space } from 'antd'
import { useState } from 'react'
import { LockBadge } from '../../status/LockBadge.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { RequestFailure } from '@suoan/console-base/request/failure.ts'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { CommandState } from '../../locks/CommandState.tsx'
import { openVerdict } from '../../locks/open-verdict.ts'
import { refusedAnswer } from '../../locks/refused-answer.ts'
import { VerdictView } from '../../locks/VerdictView.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { ticketKey } from '../ticket-queries.ts'

/**
 * 救援开锁 (leg L7, R14): a guardian or SAFETY opens a cabinet or access lock of the ticket at once. The server stops the
 * work and raises a level-3 alarm in the same moment, whether the command reaches the lock or not.
 */
export function RescueDialog({ detail, onClose }: TicketDialogProps) {
  const accessLocks = detail.locks.filter((lock) => lock.isAccess)
  const [lockId, setLockId] = useState(accessLocks.length === 1 ? (accessLocks[0]?.lockId ?? null) : null)
  const [isMissing, setIsMissing] = useState(false)
  const client = useQueryClient()
  const open = useMutation({
    meta: { quiet: true },
    mutationFn: async (accessLockId: string): Promise<{ answer: OpenAnswer; message: string }> => {
      const input = { lockId: accessLockId, workId: detail.ticket.id, clientOpId: newUlid(), rescue: true }
      try {
        const answer = await call(lockEndpoints.open, input, { quiet: true })
        return { answer, message: answer.cmdId === null ? '救援已登记，请用机械方式打开' : '' }
      } catch (error) {
        const answer = refusedAnswer(error)
        if (answer) return { answer, message: error instanceof RequestFailure ? error.message : '' }
        throw error
      }
    },
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: ticketKey }),
  })
  const outcome = open.data
  const submit = () => {
    if (lockId === null) return setIsMissing(true)
    return open.mutate(lockId)
  }
  return (
    <AppModal
      open
      width={560}
      title="救援开锁"
      okText={outcome ? '再次开锁' : '立即救援开锁'}
      okButtonProps={{ size: 'large', danger: true, type: 'primary' }}
      cancelText={outcome ? '关闭' : '取消'}
      cancelButtonProps={{ size: 'large' }}
      confirmLoading={open.isPending}
      okClose={false}
      onOk={submit}
      onCancel={onClose}
    >
      <Alert
        type="error"
        showIcon
        className="gap-bottom"
        title="仅用于救人：立即开锁，本票作业同时停止，并向所有相关人员发出紧急报警。"
        description="隔离锁不会打开，能量保持断开。"
      />
      <Form layout="vertical" component="div">
        <LabelledItem
          label="要打开的箱柜或门禁锁"
          required
          {...(isMissing ? { validateStatus: 'error' as const, help: '请选择要打开的锁具' } : {})}
        >
          <Radio.Group
            value={lockId}
            onChange={(event) => {
              setLockId(String(event.target.value))
              setIsMissing(false)
            }}
          >
            <Space orientation="vertical">
              {accessLocks.map((lock) => (
                <Radio key={lock.lockId} value={lock.lockId} className="big-check">
                  {lock.lockCode} {lock.lockName} <LockBadge lock={lock} />
                </Radio>
              ))}
            </Space>
          </Radio.Group>
        </LabelledItem>
      </Form>
      {outcome && <VerdictView verdict={openVerdict(outcome.answer, outcome.message)} />}
      {outcome?.answer.cmdId && (
        <CommandState key={outcome.answer.cmdId} cmdId={outcome.answer.cmdId} label="救援开锁" />
      )}
    </AppModal>
  )
}

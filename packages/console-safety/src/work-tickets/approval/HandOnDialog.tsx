import { examineStepEndpoints, reviewStepEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { call } from '@suoan/console-base/request/call.ts'
import { HandToDialog } from '../move/HandToDialog.tsx'
import type { TicketDialogProps } from '../move/ticket-dialog.ts'
import { ticketKey } from '../ticket-queries.ts'
import { useMove } from '../use-move.ts'
import { myStep, stepGone } from './step-row.ts'

interface Props extends Pick<TicketDialogProps, 'detail' | 'onClose'> {
  /** `delegate` hands the step on, `addSigner` asks one more. */
  readonly way: 'delegate' | 'addSigner'
  onDone?(): void
}

const words = {
  delegate: {
    title: '委托',
    who: '受托人',
    okText: '确定委托',
    say: '委托后由受托人代您处理这一步，票面和审计记录会注明“代”。您将不再能处理这一步。',
  },
  addSigner: {
    title: '加签',
    who: '加签人',
    okText: '确定加签',
    say: '加签人须与您一样签署，缺一不可。加签后不能撤销。',
  },
}
const note = { label: '说明', max: 200, placeholder: '例如：出差，请代为审核' }

/** T15: chooses who decides in my place, or beside me. */
export function HandOnDialog({ detail, way, onClose, onDone = onClose }: Props) {
  const step = myStep(detail)
  const id = step?.id ?? ''
  const endpoints = step?.stage === 'examine' ? examineStepEndpoints : reviewStepEndpoints
  const { move, isRunning } = useMove(detail.ticket.id)
  const choices = useQuery({
    queryKey: [...ticketKey, 'signers', id],
    queryFn: ({ signal }) => call(endpoints.signers, { id }, { signal, quiet: true }),
    enabled: step !== null,
  })
  return (
    <HandToDialog
      {...words[way]}
      note={note}
      problem={step ? '' : stepGone}
      isRunning={isRunning}
      onSend={(toUserId, reason) =>
        move(words[way].title, (press) =>
          call(endpoints[way], { id, toUserId, reason, ...press }, { quiet: true }),
        )
      }
      onDone={onDone}
      onClose={onClose}
      picker={(value, onChange) => (
        <Select
          autoFocus
          size="large"
          className="full"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="输入姓名或部门查找"
          loading={choices.isPending}
          value={value}
          notFoundContent={
            choices.isError
              ? '人员列表没有取到，请关闭后重试'
              : choices.isPending
                ? '正在读取…'
                : '没有担任该岗位的其他人员，请联系管理员'
          }
          options={(choices.data ?? []).map((person) => ({
            value: person.id,
            label: `${person.realname}（${person.departName || person.username}）`,
          }))}
          onChange={onChange}
        />
      )}
    />
  )
}

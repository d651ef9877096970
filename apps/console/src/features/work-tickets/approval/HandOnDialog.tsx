import { examineStepEndpoints, reviewStepEndpoints } from '@suoan/contract'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../../request/call.ts'
import type { Stage } from '../decisions/pending-row.ts'
import { ticketKey } from '../ticket-queries.ts'
import { MoveDialog } from '../move/MoveDialog.tsx'
import { useMove } from '../use-move.ts'

interface Props {
  readonly workId: string
  readonly stage: Stage
  readonly rowId: string
  /** `delegate` hands the step on, `addSigner` asks one more. */
  readonly way: 'delegate' | 'addSigner'
  onClose(): void
  onDone(): void
}

const words = {
  delegate: {
    title: '委托',
    who: '受托人',
    ok: '确定委托',
    say: '委托后由受托人代您处理这一步，票面和审计记录会注明“代”。您将不再能处理这一步。',
  },
  addSigner: {
    title: '加签',
    who: '加签人',
    ok: '确定加签',
    say: '加签人须与您一样签署，缺一不可。加签后不能撤销。',
  },
}

/** T15: chooses who decides in my place, or beside me. */
export function HandOnDialog({ workId, stage, rowId, way, onClose, onDone }: Props) {
  const endpoints = stage === 'review' ? reviewStepEndpoints : examineStepEndpoints
  const [toUserId, setToUserId] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { move, isRunning } = useMove(workId)
  const choices = useQuery({
    queryKey: [...ticketKey, 'signers', rowId],
    queryFn: ({ signal }) => call(endpoints.signers, { id: rowId }, { signal, quiet: true }),
  })
  const { title, who, ok, say } = words[way]
  const submit = async () => {
    if (!toUserId) return setMissing(true)
    const input = { id: rowId, toUserId, reason }
    const done = await move(title, (clientOpId) =>
      call(endpoints[way], { ...input, clientOpId }, { quiet: true }),
    )
    if (done) onDone()
  }
  return (
    <MoveDialog
      title={title}
      okText={ok}
      width={520}
      say={say}
      isRunning={isRunning}
      onOk={submit}
      onClose={onClose}
    >
      <LabelledItem
        label={who}
        required
        {...(missing ? { validateStatus: 'error' as const, help: `请选择${who}` } : {})}
      >
        <Select
          autoFocus
          size="large"
          className="full"
          showSearch
          optionFilterProp="label"
          placeholder="输入姓名或部门查找"
          loading={choices.isPending}
          value={toUserId}
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
          onChange={(value: string) => {
            setToUserId(value)
            setMissing(false)
          }}
        />
      </LabelledItem>
      <LabelledItem label="说明">
        <Input.TextArea
          value={reason}
          maxLength={200}
          showCount
          autoSize={{ minRows: 2 }}
          placeholder="例如：出差，请代为审核"
          onChange={(event) => setReason(event.target.value)}
        />
      </LabelledItem>
    </MoveDialog>
  )
}

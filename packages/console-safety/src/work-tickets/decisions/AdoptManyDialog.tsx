import { workReviewEndpoints, type AdoptResult, type DecisionRow } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { AppModal } from '@suoan/ui/modal'
import { useMutation } from '@tanstack/react-query'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { RuleList } from '@suoan/console-base/refusal/RuleList.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { showFailure } from '@suoan/console-base/feedback.ts'
import { useSign, type SignGiven } from '../sign/use-sign.tsx'

interface Props {
  readonly rows: readonly DecisionRow[]
  /** Something was sent: the list is no longer what it was. */
  onSent(): void
  onClose(): void
}

/** Adopts several reviews of low risk (§6.2): each by its own rules, and each with its own result. */
export function AdoptManyDialog({ rows, onSent, onClose }: Props) {
  // Those the dialog was opened for, each with the number of its press: the list behind it changes, and a lost answer
  // may be asked for again without adopting twice.
  const [asked] = useState(() => rows.map((row) => ({ row, clientOpId: newUlid() })))
  const [opinion, setOpinion] = useState('')
  const adopt = useMutation({
    meta: { quiet: true },
    mutationFn: (signed: SignGiven) =>
      call(
        workReviewEndpoints.adoptMany,
        {
          opinion,
          ...signed,
          rows: asked.map(({ row, clientOpId }) => ({
            id: row.id,
            clientOpId,
            seen: row.ticket?.revision,
            contentHash: row.ticket?.contentHash ?? '',
          })),
        },
        { quiet: true },
      ),
    onError: showFailure,
    onSettled: onSent,
  })
  const { sign, dialog } = useSign()
  const send = async () => {
    // The strictest of the steps decides: one proof serves all of them.
    const demands = asked.map(({ row }) => row.signDemand)
    const demand =
      demands.find((each) => each === 'TOTP') ?? demands.find((each) => each !== 'SESSION') ?? null
    const subjects = asked.map(({ row }) => ({ bizId: row.id, contentHash: row.ticket?.contentHash ?? '' }))
    const signed = await sign(`${asked.length} 张审核通过`, demand, subjects)
    if (signed !== null) adopt.mutate(signed)
  }
  const results = adopt.data
  const refused = results?.filter((each) => !each.adopted).length ?? 0
  return (
    <AppModal
      open
      width={640}
      title="批量审核通过"
      {...(results ? { footer: null } : {})}
      okText={`${asked.length} 张全部审核通过`}
      confirmLoading={adopt.isPending}
      okClose={false}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {results ? (
        <Alert
          showIcon
          className="gap-bottom"
          type={refused === 0 ? 'success' : 'warning'}
          title={
            refused === 0
              ? `${results.length} 张全部审核通过`
              : `${results.length - refused} 张审核通过，${refused} 张未通过，请逐张打开处理`
          }
        />
      ) : (
        <Alert
          showIcon
          className="gap-bottom"
          type="info"
          title="请确认已看过每一张票面。逐张按各自的规则审核，未通过的不影响其他工作票。"
        />
      )}
      <ul className="step-list gap-bottom">
        {asked.map(({ row }) => (
          <Asked key={row.id} row={row} result={results?.find(({ id }) => id === row.id)} />
        ))}
      </ul>
      {!results && (
        <Form layout="vertical" component="div">
          <Form.Item label="意见" extra="写入每一张工作票" htmlFor="adopt-opinion">
            <Input.TextArea
              id="adopt-opinion"
              value={opinion}
              maxLength={500}
              showCount
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder="可不填"
              onChange={(event) => setOpinion(event.target.value)}
            />
          </Form.Item>
        </Form>
      )}
      {dialog}
    </AppModal>
  )
}

function Asked({ row, result }: { row: DecisionRow; result: AdoptResult | undefined }) {
  return (
    <li>
      <div className="step-head">
        <span>
          <b>{row.ticket?.workName}</b>
          <small>{row.ticket?.workNo}</small>
        </span>
        {result && (
          <StatusBadge
            look={
              result.adopted
                ? { text: '审核通过', icon: 'done', tone: 'success' }
                : { text: '未通过', icon: 'reject', tone: 'error' }
            }
          />
        )}
      </div>
      {result &&
        !result.adopted &&
        (result.rules.length > 0 ? (
          <RuleList rules={result.rules} />
        ) : (
          <p className="step-problem">{result.reason}</p>
        ))}
    </li>
  )
}

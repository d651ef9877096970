import type { OpenAnswer, OpeningMore } from '@suoan/contract'
import { lock as lockResource, lockEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { dualSeconds } from '@suoan/domain/interlock'
import { newUlid } from '@suoan/kit/id'
import { LabelledItem } from '@suoan/ui/labelled-item'
import { AppModal } from '@suoan/ui/modal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { TeamOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Segmented, Select } from 'antd'
import { useState } from 'react'
import { ScanInput } from '../scan/ScanInput.tsx'
import { LockBadge } from '../status/LockBadge.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { RequestFailure } from '@suoan/console-base/request/failure.ts'
import { useFreshness } from '@suoan/console-base/realtime/live-store.ts'
import { resourceApi, type RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'
import { useCan } from '@suoan/console-base/session/Can.tsx'
import { feedback, showFailure } from '@suoan/console-base/feedback.ts'
import { CommandState } from './CommandState.tsx'
import { openVerdict } from './open-verdict.ts'
import { refusedAnswer } from './refused-answer.ts'
import { VerdictView } from './VerdictView.tsx'

/** A lock of a list; one of 开锁列表 brings the ticket it is there for. */
type OpenedLock = Pick<
  RowOf<typeof lockResource.fields>,
  'id' | 'lockCode' | 'lockName' | 'lockStatus' | 'stateTrust' | 'stateTime'
> &
  Partial<Pick<OpeningMore, 'workId' | 'workNo'>>

/** Opening a lock: for which ticket, with which proof of being there, and the interlock's whole answer. */
export function OpenDialog({ lock, onClose }: { lock: OpenedLock; onClose(): void }) {
  // A row of 开锁列表 brings the ticket it is there for.
  const [workId, setWorkId] = useState(lock.workId ?? null)
  const [kind, setKind] = useState<'nfc' | 'qr' | 'none'>('nfc')
  const [code, setCode] = useState('')
  const [read, setRead] = useState<string | null>(null)
  const mayRead = useCan('lo:lock:readState')
  const mine = useQuery({
    queryKey: ['resource', 'work', 'mine', 'execution'],
    queryFn: async ({ signal }) =>
      (await call(tickets.myList, { tab: 'execution', pageNo: '1', pageSize: '50' }, { signal })).records,
  })
  // The row is as old as the press on 开锁; after the command the lock says something else.
  const now = useQuery({
    queryKey: [...resourceKey(lockResource), 'one', lock.id],
    queryFn: ({ signal }) => resourceApi(lockResource).find(lock.id, signal),
    refetchInterval: useFreshness(),
  })
  const options = (mine.data ?? []).map((row) => ({ value: row.id, label: `${row.workNo} ${row.workName}` }))
  if (workId && workId === lock.workId && !options.some((option) => option.value === workId))
    options.unshift({ value: workId, label: lock.workNo ?? workId })
  const proofNow = () => {
    const typed = code.trim()
    if (kind === 'none' || typed === '') return null
    return kind === 'nfc' ? { nfcUid: typed } : { qr: typed }
  }
  const witness = useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      const proof = proofNow()
      return proof ? await call(lockEndpoints.witness, { lockId: lock.id, proof }, { quiet: true }) : null
    },
    onSuccess: () =>
      void feedback().message.success(`已记录您在现场，${dualSeconds} 秒内有效；请对方现在请求开锁`),
    onError: showFailure,
  })
  const open = useMutation({
    meta: { quiet: true },
    mutationFn: async (): Promise<{ answer: OpenAnswer; message: string }> => {
      try {
        const input = { lockId: lock.id, workId, clientOpId: newUlid(), proof: proofNow() }
        return { answer: await call(lockEndpoints.open, input, { quiet: true }), message: '' }
      } catch (error) {
        const answer = refusedAnswer(error)
        if (answer) return { answer, message: error instanceof RequestFailure ? error.message : '' }
        throw error
      }
    },
    onError: showFailure,
  })
  const outcome = open.data
  return (
    <AppModal
      open
      width={600}
      title={`开锁：${lock.lockCode} ${lock.lockName}`}
      okText={outcome ? '再次请求' : '请求开锁'}
      okButtonProps={{ size: 'large' }}
      cancelButtonProps={{ size: 'large' }}
      confirmLoading={open.isPending}
      okClose={false}
      onOk={() => {
        setRead(null)
        open.mutate()
      }}
      onCancel={onClose}
    >
      <p>
        当前状态 <LockBadge lock={now.data ?? lock} />
      </p>
      <Form layout="vertical" component="div">
        <LabelledItem label="工作票" extra="库房、巡检等不凭票开锁时可不选">
          <Select
            className="full"
            size="large"
            allowClear
            value={workId}
            loading={mine.isFetching}
            placeholder="选择您的工作票"
            options={options}
            notFoundContent={mine.isError ? '工作票加载失败，请稍后重试' : '您没有执行中的工作票'}
            onChange={(value: string | undefined) => setWorkId(value ?? null)}
          />
        </LabelledItem>
        <Form.Item label="到场证明" extra="没有证明按远程开锁判定">
          <Segmented<'nfc' | 'qr' | 'none'>
            aria-label="到场方式"
            value={kind}
            options={[
              { value: 'nfc', label: 'NFC' },
              { value: 'qr', label: '扫码' },
              { value: 'none', label: '远程' },
            ]}
            onChange={setKind}
          />
          {kind !== 'none' && (
            <div className="proof-code">
              <ScanInput
                aria-label="到场证明"
                value={code}
                maxLength={64}
                nfc={kind === 'nfc' ? 'serial' : 'text'}
                placeholder={
                  kind === 'nfc'
                    ? '碰触锁或点位的 NFC 标签，或输入标签号'
                    : '扫描锁或点位的二维码，或输入编码'
                }
                onChange={setCode}
              />
            </div>
          )}
        </Form.Item>
      </Form>
      {outcome && <VerdictView verdict={openVerdict(outcome.answer, outcome.message)} />}
      {outcome?.answer.cmdId && (
        <CommandState
          key={outcome.answer.cmdId}
          cmdId={outcome.answer.cmdId}
          label="开锁"
          onUnknown={mayRead && <ReadState lockId={lock.id} onSent={setRead} />}
        />
      )}
      {read && <CommandState key={read} cmdId={read} label="读取锁状态" />}
      {kind !== 'none' && code.trim() !== '' && (
        <Button
          className="witness-button"
          block
          loading={witness.isPending}
          icon={<TeamOutlined />}
          onClick={() => witness.mutate()}
        >
          我只作见证：为双人开锁或远程开锁证明我在现场
        </Button>
      )}
      {!outcome && (
        <Alert type="info" showIcon title="系统按全部规则判定并留存结果；允许时才下发开锁指令。" />
      )}
    </AppModal>
  )
}

/** After a command nobody answered, the lock's own word decides (SC19): it is asked here, where the question arises. */
function ReadState({ lockId, onSent }: { lockId: string; onSent(cmdId: string): void }) {
  const ask = useMutation({
    meta: { quiet: true },
    mutationFn: () => call(lockEndpoints.readState, { lockId }, { quiet: true }),
    onSuccess: ({ cmdId }) => onSent(cmdId),
    onError: showFailure,
  })
  return (
    <Button loading={ask.isPending} onClick={() => ask.mutate()}>
      读取锁状态
    </Button>
  )
}

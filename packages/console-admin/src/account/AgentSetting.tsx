import { userAgentEndpoints, type OwnAgency } from '@suoan/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popconfirm, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { feedback } from '@suoan/console-base/feedback.ts'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { AgentDialog } from './AgentDialog.tsx'
import { ownAgentsKey } from './own-agents.ts'
import { Rows } from './Rows.tsx'

const states = {
  running: { text: '代理中', colour: 'success' },
  coming: { text: '未开始', colour: 'processing' },
  over: { text: '已到期', colour: 'default' },
  ended: { text: '已结束', colour: 'default' },
} as const satisfies Record<OwnAgency['state'], { text: string; colour: string }>

/** 我的代理: who decides for one while one is away, and for whom one decides (decisions 0800, 0886). */
export function AgentSetting() {
  const client = useQueryClient()
  const [isSetting, setSetting] = useState(false)
  const agencies = useQuery({
    queryKey: ownAgentsKey,
    queryFn: ({ signal }) => call(userAgentEndpoints.own, {}, { signal, quiet: true }),
  })
  const end = useMutation({
    mutationFn: (id: string) => callForMessage(userAgentEndpoints.endOwn, { id }),
    onSuccess: ({ message }) => void feedback().message.success(message),
    onSettled: () => client.invalidateQueries({ queryKey: ownAgentsKey }),
  })
  if (agencies.isPending) return <Skeleton active />
  if (!agencies.data) return <ErrorState error={agencies.error} onRetry={() => void agencies.refetch()} />
  const { given, taken } = agencies.data
  const rowOf = (agency: OwnAgency, mayEnd: boolean) => {
    const { id, realname, username, startTime, endTime, state } = agency
    const isOpen = state === 'coming' || state === 'running'
    return {
      key: id,
      title: `${realname}（${username}）`,
      text: (
        <>
          <Tag color={states[state].colour}>{states[state].text}</Tag> {startTime.slice(0, 16)} 至{' '}
          {endTime.slice(0, 16)}
        </>
      ),
      action: mayEnd && isOpen && (
        <Popconfirm
          title={`确定结束“${realname}”的代理吗?`}
          description="结束后待审核、待批准的事务只由您自己处理。"
          onConfirm={() => end.mutate(id)}
        >
          <Button danger loading={end.isPending && end.variables === id}>
            结束代理
          </Button>
        </Popconfirm>
      ),
    }
  }
  return (
    <>
      <KeptNote query={agencies} />
      <p className="account-hint">
        您不在岗时，代理人以他本人的身份处理等您审核、批准的工作票，记录中写明两人。代理人须担任相应岗位并持有证件；代理期间您仍可自己处理。
      </p>
      <Button type="primary" className="account-sub" onClick={() => setSetting(true)}>
        设置代理人
      </Button>
      {given.length === 0 ? (
        <EmptyState text="您没有设置过代理人；请假、出差前可在这里设置" />
      ) : (
        <Rows rows={given.map((agency) => rowOf(agency, true))} />
      )}
      {taken.length > 0 && (
        <section aria-label="我代理的人">
          <h3 className="account-sub">我代理的人</h3>
          <Rows rows={taken.map((agency) => rowOf(agency, false))} />
        </section>
      )}
      {isSetting && <AgentDialog onClose={() => setSetting(false)} />}
    </>
  )
}

import { signInEndpoints } from '@suoan/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Popconfirm, Skeleton } from 'antd'
import { useSearchParams } from 'react-router'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { Rows } from './Rows.tsx'
import { settingsPath } from './settings-path.ts'

const queryKey = ['account', 'third']

/** 账户绑定: accounts at other servers that open this one. */
export function BindingSetting() {
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const ticket = params.get('bindTicket')
  const accounts = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(signInEndpoints.ownThirdAccounts, {}, { signal, quiet: true }),
  })
  const done = ({ message }: { message: string }) => {
    void feedback().message.success(message || '操作成功')
    setParams({ part: 'binding' }, { replace: true })
    void client.invalidateQueries({ queryKey })
  }
  const leave = useMutation({
    mutationFn: (source: string) => call(signInEndpoints.startBinding, { source, back: settingsPath }),
    onSuccess: ({ url }) => location.assign(url),
  })
  const confirm = useMutation({
    mutationFn: (given: string) => callForMessage(signInEndpoints.confirmBinding, { ticket: given }),
    onSuccess: done,
  })
  const unbind = useMutation({
    mutationFn: (source: string) => callForMessage(signInEndpoints.unbind, { source }),
    onSuccess: done,
  })
  if (accounts.isPending) return <Skeleton active />
  if (!accounts.data) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
  const coming = accounts.data.find(({ source }) => source === params.get('thirdType'))
  return (
    <>
      <KeptNote query={accounts} />
      {params.get('thirdError') && (
        <Alert className="account-note" type="error" showIcon title="第三方登录没有完成，请重新绑定" />
      )}
      {ticket && (
        <Alert
          className="account-note"
          type="warning"
          showIcon
          title={`确认把“${coming?.name ?? '第三方账号'}”绑定到您的账号？以后用它可以直接登录。`}
          action={
            <Button type="primary" loading={confirm.isPending} onClick={() => confirm.mutate(ticket)}>
              确认绑定
            </Button>
          }
        />
      )}
      {accounts.data.length === 0 ? (
        <EmptyState text="本系统没有启用第三方登录；需要时请联系管理员配置" />
      ) : (
        <Rows
          rows={accounts.data.map(({ source, name, account, boundAt }) => ({
            key: source,
            title: name,
            text: account === null ? '未绑定' : `已绑定 ${account}，绑定时间 ${boundAt ?? '未知'}`,
            action:
              account === null ? (
                <Button loading={leave.isPending} onClick={() => leave.mutate(source)}>
                  绑定
                </Button>
              ) : (
                <Popconfirm title={`确定解除与“${name}”的绑定吗?`} onConfirm={() => unbind.mutate(source)}>
                  <Button danger>解除绑定</Button>
                </Popconfirm>
              ),
          }))}
        />
      )}
    </>
  )
}

import { accountEndpoints } from '@suoan/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Skeleton, Switch } from 'antd'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import { Suspense } from 'react'
import { Rows } from './Rows.tsx'

const ChannelSetting = lazyPart('ChannelSetting', () =>
  import('./ChannelSetting.tsx').then((m) => m.ChannelSetting),
)

const queryKey = ['account', 'notices']

/** 新消息通知: what one is told; safety messages stand there switched on for good. */
export function NoticeSetting() {
  const client = useQueryClient()
  const choices = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(accountEndpoints.noticeChoices, {}, { signal, quiet: true }),
  })
  const change = useMutation({
    mutationFn: (choice: { kind: string; on: boolean }) =>
      callForMessage(accountEndpoints.chooseNotice, choice),
    onSuccess: ({ message }) => void feedback().message.success(message),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  if (choices.isPending) return <Skeleton active />
  if (!choices.data) return <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />
  return (
    <>
      <KeptNote query={choices} />
      <Rows
        rows={choices.data.map(({ kind, title, text, locked, on }) => ({
          key: kind,
          title,
          text,
          action: (
            <Switch
              aria-label={title}
              checked={on}
              disabled={locked}
              loading={change.isPending && change.variables.kind === kind}
              onChange={(next) => change.mutate({ kind, on: next })}
            />
          ),
        }))}
      />
      <Suspense fallback={<Skeleton active />}>
        <ChannelSetting />
      </Suspense>
    </>
  )
}

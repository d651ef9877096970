import { accountEndpoints, type MessageChoices } from '@suoan/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Skeleton, Switch, Table, TimePicker, Tooltip } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { call, callForMessage } from '@suoan/console-base/request/call.ts'
import { feedback } from '@suoan/console-base/feedback.ts'
import { ErrorState } from '@suoan/console-base/states/ErrorState.tsx'
import { KeptNote } from '@suoan/console-base/states/KeptNote.tsx'

const queryKey = ['account', 'channels']
type EventRow = MessageChoices['events'][number]

/** By which channels one is told of what outside the console, and when one wants to be left alone. */
export function ChannelSetting() {
  const client = useQueryClient()
  const choices = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(accountEndpoints.messageChoices, {}, { signal, quiet: true }),
  })
  const change = useMutation({
    mutationFn: (choice: { event: string; channel: string; on: boolean }) =>
      callForMessage(accountEndpoints.chooseMessage, choice),
    onSuccess: ({ message }) => void feedback().message.success(message),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  if (choices.isPending) return <Skeleton active />
  if (!choices.data) return <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />
  const { channels, events, quiet } = choices.data
  const isBusy = (event: string, channel: string) =>
    change.isPending && change.variables.event === event && change.variables.channel === channel
  return (
    <section aria-label="消息渠道">
      <KeptNote query={choices} />
      <h3>消息渠道</h3>
      <p className="account-hint">站内消息总会收到。这里选择另外用哪些渠道通知您。</p>
      {channels.map(({ channel, title, isReady, address }) =>
        isReady && address !== null ? null : (
          <Alert
            key={channel}
            type="warning"
            showIcon
            style={{ marginBottom: 'var(--space-xs)' }}
            title={
              isReady
                ? `您没有登记${channel === 'email' ? '邮箱' : '手机号'}，收不到${title}。请在“安全设置”中登记`
                : `本系统没有接通${title}，下面的选择在接通后生效`
            }
          />
        ),
      )}
      <Table<EventRow>
        size="small"
        rowKey="event"
        pagination={false}
        dataSource={events}
        columns={[
          {
            title: '业务事件',
            key: 'event',
            render: (_, row) => (
              <>
                <b>{row.title}</b>
                <p className="account-hint">{row.text}</p>
              </>
            ),
          },
          ...channels.map(({ channel, title }) => ({
            title,
            key: channel,
            width: 72,
            align: 'center' as const,
            render: (_: unknown, row: EventRow) => {
              const choice = row.choices.find((each) => each.channel === channel)
              if (choice === undefined) return null
              return (
                <Tooltip title={choice.locked ? '关系到人身安全，不能关闭' : ''}>
                  <Checkbox
                    aria-label={`${row.title}：${title}`}
                    checked={choice.on}
                    disabled={choice.locked || isBusy(row.event, channel)}
                    onChange={({ target }) =>
                      change.mutate({ event: row.event, channel, on: target.checked })
                    }
                  />
                </Tooltip>
              )
            },
          })),
        ]}
      />
      <QuietHours key={quiet === null ? '' : `${quiet.from}-${quiet.until}`} quiet={quiet} />
    </section>
  )
}

const timeOf = (text: string) => dayjs(`2026-01-01T${text}:00`)

/** 免打扰: ordinary messages wait for its end; urgent ones never do. */
function QuietHours({ quiet }: { readonly quiet: MessageChoices['quiet'] }) {
  const client = useQueryClient()
  const [times, setTimes] = useState(quiet)
  const save = useMutation({
    mutationFn: (next: MessageChoices['quiet']) =>
      callForMessage(accountEndpoints.quietHours, next ?? { from: '', until: '' }),
    onSuccess: ({ message }) => void feedback().message.success(message),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const isChanged = times !== null && (times.from !== quiet?.from || times.until !== quiet.until)
  return (
    <div className="account-quiet">
      <div>
        <b>免打扰时段</b>
        <p className="account-hint">
          时段内的短信和邮件等到结束后再发。三级警告、紧急报警、暂停与撤离不受限制。
        </p>
      </div>
      <Switch
        aria-label="免打扰时段"
        checked={times !== null}
        loading={save.isPending}
        onChange={(on) => {
          setTimes(on ? { from: '22:00', until: '07:00' } : null)
          if (!on && quiet !== null) save.mutate(null)
        }}
      />
      {times !== null && (
        <div className="account-quiet-times">
          <TimePicker
            aria-label="开始"
            format="HH:mm"
            allowClear={false}
            value={timeOf(times.from)}
            onChange={(value) => setTimes({ ...times, from: (value ?? timeOf(times.from)).format('HH:mm') })}
          />
          至
          <TimePicker
            aria-label="结束"
            format="HH:mm"
            allowClear={false}
            value={timeOf(times.until)}
            onChange={(value) =>
              setTimes({ ...times, until: (value ?? timeOf(times.until)).format('HH:mm') })
            }
          />
          <Button
            type="primary"
            disabled={!isChanged}
            loading={save.isPending}
            onClick={() => save.mutate(times)}
          >
            保存
          </Button>
        </div>
      )}
    </div>
  )
}

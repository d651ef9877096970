import { lockEndpoints } from '@suoan/contract'
import { commandStatus } from '@suoan/domain/dictionaries'
import { isSettled, outcomeIsUnknown } from '@suoan/domain/device'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { call } from '@suoan/console-base/request/call.ts'
import { commandLook } from './command-look.ts'

/** How often a command under way is asked for, ms. */
const askMs = 1_000

/** A command that is asked for until it is settled; nothing is asked where none was sent. */
export const commandQuery = (cmdId: string | null) =>
  queryOptions({
    queryKey: ['resource', 'cmd', 'status', cmdId],
    queryFn: ({ signal }) => call(lockEndpoints.cmdStatus, { cmdId: cmdId ?? '' }, { signal, quiet: true }),
    enabled: cmdId !== null,
    refetchInterval: ({ state }) => (isSettled(state.data?.status ?? commandStatus.queued) ? false : askMs),
  })

/** A command on its way to a lock, watched until it is settled. */
export function CommandState({
  cmdId,
  label,
  onUnknown,
}: {
  cmdId: string
  label: string
  /** What can be done while nobody knows what the lock did, beside the words. */
  onUnknown?: ReactNode
}) {
  const client = useQueryClient()
  const command = useQuery(commandQuery(cmdId))
  const status = command.data?.status ?? commandStatus.queued
  const isOver = isSettled(status)
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ['resource', 'lock'] })
  }, [isOver, client])
  const look = commandLook(status)
  const said = command.data?.resultMsg ?? ''
  const detail = said === '' || look.hint.includes(said) ? '' : `（${said}）`
  return (
    <Alert
      className="command-state"
      type={
        look.tone === 'success'
          ? 'success'
          : look.tone === 'error'
            ? 'error'
            : look.tone === 'warning'
              ? 'warning'
              : 'info'
      }
      title={
        <>
          {label}指令 <StatusBadge look={look} />
        </>
      }
      {...(outcomeIsUnknown(status) && onUnknown ? { action: onUnknown } : {})}
      description={command.isError ? '指令状态查询失败，以锁状态为准' : `${look.hint}${detail}`}
    />
  )
}

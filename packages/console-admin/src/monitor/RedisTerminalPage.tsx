import { monitorEndpoints as calls } from '@suoan/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Space } from 'antd'
import { useState } from 'react'
import { call } from '@suoan/console-base/request/call.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { Can } from '@suoan/console-base/session/Can.tsx'
import './monitor.css'

/** Redis终端 (5-screens.md §8.6): commands that only read; every one stands in the operation log. */
export default function RedisTerminalPage() {
  const [command, setCommand] = useState('')
  const [lines, setLines] = useState<readonly string[]>([])
  const ask = useMutation({
    mutationFn: (text: string) => call(calls.redisCommand, { command: text }, { quiet: true }),
    onSuccess: ({ output }, text) => setLines((before) => [...before, `> ${text}`, output]),
    onError: (error, text) => setLines((before) => [...before, `> ${text}`, error.message]),
  })
  const state = useQuery({
    queryKey: ['monitor-redis-terminal'],
    queryFn: ({ signal }) => call(calls.redisTerminal, {}, { signal, quiet: true }),
    retry: false,
  })
  // Until it is known that commands are taken, none is asked for.
  const isClosed = state.data?.closed !== null
  const why = state.data?.closed ?? (state.isError ? failureText(state.error) : null)
  const send = (): void => {
    const text = command.trim()
    if (text === '' || ask.isPending) return
    ask.mutate(text)
    setCommand('')
  }
  return (
    <div className="card">
      {why !== null && (
        <Alert
          type="warning"
          showIcon
          className="gap-bottom"
          title="Redis终端现在不能使用"
          description={why}
        />
      )}
      <Alert
        type="info"
        showIcon
        title="只能执行只读命令，例如 PING、INFO、DBSIZE、GET、TTL、SCAN 0 MATCH user:* COUNT 100；每条命令都记入操作日志。"
      />
      <pre className="monitor-terminal" aria-live="polite" aria-label="命令输出">
        {lines.length === 0 ? '还没有执行命令' : lines.join('\n')}
      </pre>
      <Can do="system:monitor:redisTerminal">
        <Space.Compact style={{ width: '100%' }}>
          <Input
            value={command}
            disabled={isClosed}
            maxLength={500}
            aria-label="命令"
            placeholder="请输入命令"
            onChange={(event) => setCommand(event.target.value)}
            onPressEnter={send}
          />
          <Button type="primary" disabled={isClosed} loading={ask.isPending} onClick={send}>
            执行
          </Button>
        </Space.Compact>
      </Can>
    </div>
  )
}

import { lockEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { Empty, Timeline } from 'antd'
import { call } from '@suoan/console-base/request/call.ts'
import { Answered } from '@suoan/console-base/states/Answered.tsx'

/** What became of a lock: lost, found, repaired, scrapped, with who and why; newest first. */
export function CustodyHistory({ lockId }: { lockId: string }) {
  const history = useQuery({
    queryKey: ['lock-custody', lockId],
    queryFn: ({ signal }) => call(lockEndpoints.custody, { lockId }, { signal, quiet: true }),
  })
  return (
    <Answered query={history}>
      {(entries) =>
        entries.length === 0 ? (
          <Empty description="没有流转记录。报失、找回、送修、入库和报废会记在这里。" />
        ) : (
          <Timeline
            className="custody-history"
            items={entries.map((entry) => ({
              key: entry.id,
              content: (
                <>
                  <strong>{entry.action_dictText}</strong> {entry.fromState_dictText} →{' '}
                  {entry.toState_dictText}
                  <div>{entry.remark}</div>
                  <small>
                    {[
                      entry.time,
                      `登记人 ${entry.operator}`,
                      entry.toUser && `相关人员 ${entry.toUser}`,
                      entry.fromUser && `原持有人 ${entry.fromUser}`,
                      entry.workNos && `当时用于 ${entry.workNos}`,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </>
              ),
            }))}
          />
        )
      }
    </Answered>
  )
}

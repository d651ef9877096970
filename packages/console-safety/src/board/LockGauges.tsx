import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useNavigate } from 'react-router'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { summaryQuery } from './board-queries.ts'
import { sharesOf } from './monitor-shares.ts'

/** How many of the locks are online, shut, fully shut and charged. */
export function LockGauges() {
  const navigate = useNavigate()
  const summary = useQuery(summaryQuery)
  return (
    <Answered query={summary}>
      {(data) =>
        data.locks.total === 0 ? (
          <EmptyState text="还没有锁具；登记锁具后，这里显示在线与开闭情况">
            <Button type="primary" onClick={() => void navigate('/isps/loLockList')}>
              去登记锁具
            </Button>
          </EmptyState>
        ) : (
          <div className="board-gauges">
            {sharesOf(data).map((share) => (
              <button
                key={share.label}
                type="button"
                aria-label={`${share.count}/${share.of} ${share.label}`}
                onClick={() => void navigate(share.to)}
              >
                {/* The button says the figures. */}
                <span aria-hidden>
                  <Progress
                    type="dashboard"
                    percent={share.percent}
                    status="normal"
                    strokeColor={share.isGood ? 'var(--ok)' : 'var(--warn)'}
                    format={() => `${share.count}/${share.of}`}
                  />
                </span>
                <span>{share.label}</span>
              </button>
            ))}
          </div>
        )
      }
    </Answered>
  )
}

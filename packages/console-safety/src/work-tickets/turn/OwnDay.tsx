import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ReactNode } from 'react'
import type { MyDay } from '@suoan/contract'
import { Age } from '@suoan/console-base/status/Age.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { LockBadge } from '../../status/LockBadge.tsx'
import { ownDayQuery } from './turn-queries.ts'
import './turn.css'

/** The caller's locks and what of his ends today: what he has to think of before he goes home. */
export function OwnDay() {
  const navigate = useNavigate()
  const day = useQuery(ownDayQuery)
  const shown = (say: (day: MyDay) => ReactNode): ReactNode => (
    <Answered query={day} rows={2}>
      {say}
    </Answered>
  )
  return (
    <>
      <section className="card" aria-label="今日到期">
        <h3>今日到期</h3>
        {shown(({ ending }) =>
          ending.length === 0 ? (
            <EmptyState text="今天没有要到期的事项" />
          ) : (
            <ul className="turn-rows">
              {ending.map(({ kind, text, at, workId }) => (
                <li key={`${kind}${text}${at}`}>
                  {workId === null ? (
                    <p>
                      {text} <small>{at.slice(0, 16)}</small>
                    </p>
                  ) : (
                    <button type="button" onClick={() => void navigate(`/isps/loWorkView/${workId}`)}>
                      <span className="turn-row-name">{text}</span>
                      <small>
                        {at.slice(11, 16)}（<Age at={at} />）
                      </small>
                    </button>
                  )}
                </li>
              ))}
            </ul>
          ),
        )}
      </section>
      <section className="card" aria-label="我的锁">
        <h3>我的锁</h3>
        {shown(({ locks }) =>
          locks.length === 0 ? (
            <EmptyState text="您名下没有锁具，也没有挂着的锁" />
          ) : (
            <ul className="turn-rows turn-locks">
              {locks.map((lock) => (
                <li key={lock.lockId}>
                  <p>
                    <span className="turn-row-name">
                      <b>
                        {lock.lockCode} {lock.lockName}
                      </b>
                      <small>
                        {lock.workNo === null
                          ? '在您手中'
                          : `挂在${lock.pointCode ?? '锁箱'} · ${lock.workNo}`}
                      </small>
                    </span>
                    <LockBadge lock={lock} />
                  </p>
                </li>
              ))}
            </ul>
          ),
        )}
      </section>
    </>
  )
}

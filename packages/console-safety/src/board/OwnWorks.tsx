import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useNavigate } from 'react-router'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { ownWorksQuery } from './board-queries.ts'
import './board.css'

/** 进行中的作业: live tickets one takes part in, as cards (5-screens.md §9.6, §10.1). */
export function OwnWorks({ most, title = true }: { most: number; title?: boolean }) {
  const navigate = useNavigate()
  const works = useQuery(ownWorksQuery)
  return (
    <section className={title ? 'card' : ''} aria-label="进行中的作业">
      {title && (
        <header className="board-head">
          <h3>进行中的作业{works.data ? `（${works.data.length}）` : ''}</h3>
          <Button type="link" className="link" onClick={() => void navigate('/isps/loWorkList')}>
            全部作业
          </Button>
        </header>
      )}
      <Answered query={works} rows={6}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text="您现在没有参加待执行或执行中的作业；被列入工作票后会出现在这里" />
          ) : (
            <ul className="works">
              {rows.slice(0, most).map((row) => (
                <li key={row.id}>
                  <button type="button" onClick={() => void navigate(`/isps/loWorkView/${row.id}`)}>
                    <header>
                      <b>{row.title}</b>
                      <Tag>{row.statusText}</Tag>
                    </header>
                    <small>
                      {row.workNo} · {row.workTypeText}
                      <br />
                      {row.place}
                    </small>
                    <footer>
                      <span>{row.departName ?? row.leader ?? '—'}</span>
                      <small>截止 {row.endTime.slice(5, 16)}</small>
                    </footer>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  )
}

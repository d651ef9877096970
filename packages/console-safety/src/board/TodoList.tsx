import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useNavigate } from 'react-router'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { Answered } from '@suoan/console-base/states/Answered.tsx'
import { waitingQuery } from './board-queries.ts'
import { todoKinds } from './todo-kinds.ts'

/** What waits for me; inside a tab without its card and heading. */
export function TodoList({ title = true }: { title?: boolean }) {
  const navigate = useNavigate()
  const todo = useQuery(waitingQuery)
  return (
    <section className={title ? 'card' : ''} aria-label="我的待办">
      {title && <h3>我的待办{todo.data ? `（${todo.data.length}）` : ''}</h3>}
      <Answered query={todo}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text="没有待您处理的事项" />
          ) : (
            <ul className="board-list">
              {rows.slice(0, 10).map((row) => (
                <li key={`${row.kind}${row.id}`}>
                  <button type="button" onClick={() => void navigate(todoKinds[row.kind].page(row))}>
                    <Tag color="processing">{todoKinds[row.kind].text}</Tag>
                    <span className="grow">
                      {row.title}
                      <br />
                      <small>{row.workNo}</small>
                    </span>
                    {row.dueTime && <small>时限 {row.dueTime.slice(5, 16)}</small>}
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

import { AuditOutlined, FileProtectOutlined, LockOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { currentMoment, type Moment } from './replay-model.ts'

interface Props {
  readonly moments: readonly Moment[]
  readonly at: number
  onPick(at: number): void
}

const icons = { event: FileProtectOutlined, lock: LockOutlined, decision: AuditOutlined } as const
const names = { event: '工作票', lock: '锁具', decision: '判定' } as const

/** What happened, oldest first; a press goes there. */
export function MomentList({ moments, at, onPick }: Props) {
  const current = currentMoment(moments, at)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const box = list.current
    const row = box?.querySelector<HTMLElement>('[aria-current="step"]')
    // Within the list only: the page itself must not jump while it plays.
    if (box && row) box.scrollTop = row.offsetTop - box.clientHeight / 2
  }, [current?.key])
  return (
    <aside className="replay-moments">
      <h3>事件（{moments.length}）</h3>
      <ol ref={list}>
        {moments.map((each) => {
          const Icon = icons[each.kind]
          return (
            <li key={each.key}>
              <button
                type="button"
                className={each.at > at ? 'is-future' : ''}
                aria-current={each === current ? 'step' : undefined}
                onClick={() => onPick(each.at)}
              >
                <Icon aria-label={names[each.kind]} />
                <span className="grow">
                  <b>{each.title}</b> {each.about}
                  <br />
                  <small>
                    <time>{wireTimeOf(each.at).slice(5)}</time> {each.who}
                  </small>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </aside>
  )
}

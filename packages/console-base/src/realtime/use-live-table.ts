import type { LiveCell } from '@suoan/contract'
import { systemClock } from '@suoan/kit/clock'
import { newUlid } from '@suoan/kit/id'
import { tablePolicy } from '@suoan/kit/reconnecting-socket'
import type { EditableTableHandle } from '@suoan/ui/editable-table'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useSession } from '../session/session-store.ts'
import { openChannel } from './channel-socket.ts'
import { LiveRows, type Conflict, type Problem, type RowCalls } from './live-rows.ts'
import { PeopleInCells, presenceAgainMs, type PersonInCell } from './people-in-cells.ts'
import { presenceFrame, readTableMessage } from './table-message.ts'

/** What a live table shows beside its cells. */
export interface LiveTable {
  /** Whether changes of others arrive now. */
  readonly isOpen: boolean
  readonly conflicts: readonly Conflict[]
  readonly problems: readonly Problem[]
  readonly people: readonly PersonInCell[]
  choose(conflict: Conflict, whose: 'mine' | 'theirs'): void
  answer(problem: Problem, doing: 'again' | 'leave'): void
}

/** Moves of one person are told at most this often, ms: well under what the server bears. */
const moveMs = 250
/** Reasons to read the page again that come together are one. */
const gatherMs = 300

interface State extends Pick<LiveTable, 'isOpen' | 'conflicts' | 'problems' | 'people'> {
  readonly rows: LiveRows | null
}
const nothing: State = { isOpen: false, conflicts: [], problems: [], people: [], rows: null }

/**
 * Makes a table live (4-api.md §11.2): each change is stored at once by the page's own calls, what others store appears in
 * it, and who is in which cell. `name` is one of `liveTables` of the contract. Begins when `isReady` says that the rows are loaded.
 */
export function useLiveTable(
  handle: RefObject<EditableTableHandle | null>,
  name: string,
  calls: RowCalls,
  isReady: boolean,
): LiveTable {
  const userId = useSession((session) => session.user?.id)
  const token = useSession((session) => session.token)
  const tenantId = useSession((session) => session.tenantId)
  const [state, setState] = useState<State>(nothing)
  const call: RowCalls = {
    edit: useEffectEvent((draft) => calls.edit(draft)),
    find: useEffectEvent((id) => calls.find(id)),
    list: useEffectEvent(() => calls.list()),
    isStale: useEffectEvent((error) => calls.isStale(error)),
    textOf: useEffectEvent((error) => calls.textOf(error)),
  }
  const begin = useEffectEvent(() => {
    const table = handle.current?.table
    if (!table || !userId || token === null) return undefined
    const people = new PeopleInCells()
    const now = () => systemClock.now()
    let isOpen = false
    const show = () => {
      const shown = { conflicts: rows.conflicts, problems: rows.problems, people: people.at(now()) }
      table.marks.set([
        ...shown.conflicts.map(({ id, key }) => ({
          id,
          key,
          kind: 'conflict' as const,
          label: '他人已改',
          hue: 0,
        })),
        ...shown.people.map(({ cell, name: label, hue }) => ({
          ...cell,
          kind: 'person' as const,
          label,
          hue,
        })),
      ])
      setState({ ...shown, isOpen, rows })
    }
    const rows: LiveRows = new LiveRows(table, call, () => show())
    let reading: ReturnType<typeof setTimeout> | undefined
    const reread = () => (reading ??= setTimeout(() => ((reading = undefined), void rows.reread()), gatherMs))
    let told: LiveCell | null | undefined
    let telling: ReturnType<typeof setTimeout> | undefined
    const channel = openChannel({
      policy: tablePolicy,
      path: `/vxeSocket/${encodeURIComponent(userId)}/${name}.${newUlid()}`,
      token,
      tenantId,
      onMessage(text) {
        const message = readTableMessage(text)
        if (message?.kind === 'presence') {
          people.take(message.presence, now())
          show()
        } else if (message?.table !== name) return
        else if (message.kind === 'row' && table.store.row(message.row.id)) rows.take(message.row)
        // A row that came, or one that is on no page of this table: the page knows which are its own.
        else reread()
      },
      onPhase(phase) {
        isOpen = phase === 'open'
        people.clear()
        told = undefined
        // What was stored before the channel opened, or while it was away, nobody has told.
        if (isOpen) {
          reread()
          tellPlace()
        }
        show()
      },
    })
    const tellPlace = () => {
      telling ??= setTimeout(() => {
        telling = undefined
        const { active } = table.range
        const cell = active && table.store.loaded(active.id) ? { id: active.id, key: active.key } : null
        if (cell?.id === told?.id && cell?.key === told?.key) return
        if (channel.send(presenceFrame(cell))) told = cell
      }, moveMs)
    }
    const unsubscribe = table.subscribe(tellPlace)
    const again = setInterval(() => {
      told = undefined
      tellPlace()
      show()
    }, presenceAgainMs)
    return () => {
      clearTimeout(reading)
      clearTimeout(telling)
      clearInterval(again)
      unsubscribe()
      channel.end()
      rows.end()
      table.marks.set([])
    }
  })
  useEffect(() => (isReady ? begin() : undefined), [isReady, userId, token, tenantId, name])
  return {
    ...state,
    choose: (conflict, whose) => state.rows?.choose(conflict, whose),
    answer: (problem, doing) => state.rows?.answer(problem, doing),
  }
}

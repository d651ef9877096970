import { useRef, useState, type RefObject } from 'react'
import type { CellId } from '../model/row.ts'
import type { Table } from '../model/table.ts'

/** How editing began: it decides what the editor holds and where the caret stands. */
export type EditStart = 'typing' | 'click' | 'key'

export interface Editing {
  readonly cell: CellId
  readonly start: EditStart
  /** Typed into the text area; else an editor is open over the cell. */
  readonly isText: boolean
  /** What was typed before an editor with a list opened; it searches by it. */
  readonly seed: string
}

export interface EditingControl {
  readonly editing: Editing | null
  /** Why what was typed cannot be taken; null while nothing was refused. */
  readonly refusal: string | null
  /** Whether another cell than this one is being edited now, ahead of the next drawing. */
  isBusyElsewhere(cell: CellId): boolean
  /** Letters that came while an editor was still being fetched. */
  addSeed(text: string): void
  /** Opens the active cell's editor; false where nobody may edit it, with a word why. */
  begin(start: EditStart, seed?: string): boolean
  /** Takes what was typed. False where it is no value of the column: the editor stays. */
  commit(): boolean
  cancel(): void
  /** Closes an editor that has set its value itself. */
  close(): void
}

/** Which cell is being edited, and taking or dropping what was typed; `host` is the one text area of the table. */
export function useEditing(
  table: Table,
  say: (text: string) => void,
  onFile: (cell: CellId) => void,
): { readonly host: RefObject<HTMLTextAreaElement | null>; readonly control: EditingControl } {
  const host = useRef<HTMLTextAreaElement>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Events of the same tick need the answer of the one before, ahead of the next drawing.
  const now = useRef<Editing | null>(null)
  const turn = (next: Editing | null) => {
    now.current = next
    setEditing(next)
    setRefusal(null)
    table.openCell.refuse(null)
    table.openCell.set(next?.cell ?? null)
  }
  const close = () => {
    if (host.current) host.current.value = ''
    turn(null)
    host.current?.focus({ preventScroll: true })
  }
  const control: EditingControl = {
    editing,
    refusal,
    isBusyElsewhere: ({ id, key }) =>
      now.current !== null && (now.current.cell.id !== id || now.current.cell.key !== key),
    addSeed(text) {
      if (now.current) turn({ ...now.current, seed: now.current.seed + text })
    },
    begin(start, seed = '') {
      const cell = table.range.active
      const column = cell && table.column(cell.key)
      const row = cell && table.store.row(cell.id)
      // A cell that is not on the page is not typed into: nobody would see it.
      if (!cell || !column || !row || table.view.indexOf(cell.id) < 0) return false
      const { editor, takesTyping = false, holdsFiles = false } = table.typeOf(column)
      if (!table.mayEdit(cell) || editor === 'none') {
        if (host.current) host.current.value = ''
        if (start !== 'click') say(`${column.title} 不能编辑`)
        return false
      }
      if (editor === 'toggle') {
        table.toggle(cell)
        return false
      }
      if (holdsFiles) {
        if (start === 'key') onFile(cell)
        return false
      }
      const isText = editor === 'text' || (takesTyping && start === 'typing')
      if (isText && start !== 'typing' && host.current) {
        host.current.value = table.text(row, column)
        host.current.focus({ preventScroll: true })
        if (start === 'click') host.current.select()
      }
      turn({ cell, start, seed: isText ? '' : seed, isText })
      return true
    },
    commit() {
      const { current } = now
      const element = host.current
      if (!current || !element) return true
      const column = table.column(current.cell.key)
      if (column && current.isText) {
        // A cell copied from a sheet ends with a line break.
        const typed = element.value.replace(/[\r\n]+$/u, '')
        const text = column.type === 'textarea' ? element.value : typed.replaceAll(/[\r\n]+/gu, ' ')
        const problem = table.type(current.cell, text)
        if (problem !== null) {
          say(`${column.title}：${problem}`)
          setRefusal(problem)
          table.openCell.refuse({ cell: current.cell, problem })
          return false
        }
      }
      close()
      return true
    },
    cancel: close,
    close,
  }
  return { host, control }
}

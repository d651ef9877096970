import {
  lazy,
  Suspense,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import type { Column } from '../model/column.ts'
import { commandOf, editingCommandOf, isComposing } from '../model/keyboard.ts'
import type { Row } from '../model/row.ts'
import { holdsCells } from './clipboard.ts'
import { cellElementId, type TableContext } from './context.ts'
import type { EditingControl } from './use-editing.ts'

const fetchEditor = () => import('../cells/OpenEditor.tsx')
const OpenEditor = lazy(() => fetchEditor().then((module) => ({ default: module.OpenEditor })))

/** Where the active cell stands, px; `left` counts from the edge of the scroller for a pinned one. */
export interface CellBox {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
  readonly isPinned: boolean
  /** So far down that what is said of the cell stands above it. */
  readonly isLow: boolean
}

interface Props {
  readonly context: TableContext
  readonly host: RefObject<HTMLTextAreaElement | null>
  readonly control: EditingControl
  /** Null while no cell is active, or its row is not on this page. */
  readonly box: CellBox | null
  readonly bodyWidth: number
  readonly label: string
  /** Id of the header that is active; null while a cell is, or nothing. */
  readonly headId: string | null
  onKey(event: KeyboardEvent): void
  onMove(rows: number, columns: number, isNext?: 1 | -1): void
  onCopy(data: DataTransfer, isCut: boolean): void
  onPaste(data: DataTransfer): void
  /** The editor lost the focus with a text that is no value of its column. */
  onRefused(problem: string): void
  onFocus(): void
}

/** What a number may look like while it is being typed (spec/2-data-entry.md §5). */
const numberBeingTyped = /^-?\d*\.?\d*$/u

/**
 * The text area that has the focus whatever cell is active, and the editor of that cell. It stands over the cell and outside
 * the rows, so that a letter typed, or an input method's composition begun, goes into the element that will be the editor:
 * nothing is lost, and a row that is scrolled away takes no editor with it (design/pitfalls.md §1.1–1.4).
 */
export function CellEditor({ context, host, control, box, bodyWidth, label, headId, ...on }: Props) {
  const { table, idPrefix } = context
  // The grid is not drawn anew when a cell changes; what is said of the active one may.
  useSyncExternalStore(table.subscribe, table.getVersion)
  const { editing } = control
  const lastNumber = useRef('')
  const cell = editing?.cell ?? table.range.active
  const column = cell ? table.column(cell.key) : undefined
  const row = cell ? table.store.row(cell.id) : undefined
  const editor = column ? table.typeOf(column).editor : 'none'
  const isText = editing?.isText ?? false
  const align = column ? (column.align ?? table.typeOf(column).align) : 'left'
  const takesTyping = column !== undefined && (editor === 'text' || table.typeOf(column).takesTyping === true)
  const problem = control.refusal ?? (cell === null ? null : table.validation.error(cell.id, cell.key))
  const isWrong = problem !== null

  const typed = (element: HTMLTextAreaElement) => {
    const isNumber = column?.type === 'inputNumber'
    // A letter in a number is taken back as it is typed (spec/2-data-entry.md §5).
    if (isNumber && !numberBeingTyped.test(element.value.normalize('NFKC')))
      element.value = control.editing ? lastNumber.current : ''
    lastNumber.current = element.value
    if (element.value === '' || isText) return
    if (control.editing) control.addSeed(element.value)
    else if (control.begin('typing', element.value) && takesTyping) return
    element.value = ''
  }

  useLayoutEffect(() => {
    const held = host.current?.value ?? ''
    // Letters of an input method are no number to go back to.
    if (editing) lastNumber.current = numberBeingTyped.test(held) ? held : ''
  }, [editing, host])

  /** Opened by a click, and nothing was typed yet: keys and pastes still mean the table. */
  const isUntouched = (text: string) =>
    control.editing?.start === 'click' &&
    column !== undefined &&
    row !== undefined &&
    text === table.text(row, column)
  /** Keys of the table that neither a clicked cell nor the browser may take: true where it was one. */
  const takeTableKey = (event: KeyboardEvent, text: string): boolean => {
    const command = commandOf(event.nativeEvent)?.do
    const isTables = command === 'fillDown' || command === 'fillRight' || command === 'find'
    const isBack = command === 'undo' || command === 'redo'
    if (!isTables && !isBack) return false
    if (!isUntouched(text)) {
      if (isTables) event.preventDefault()
      return isTables
    }
    control.cancel()
    on.onKey(event)
    return true
  }
  const openText = (event: { readonly target: EventTarget }): string =>
    event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      ? event.target.value
      : ''
  /** In an opened list or calendar: an empty search is nothing typed. */
  const isOpenUntouched = (event: { readonly target: EventTarget }) =>
    openText(event) === '' || isUntouched(openText(event))

  const key = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (!control.editing) return on.onKey(event)
    const element = event.currentTarget
    if (takeTableKey(event, element.value)) return
    const isWhole = element.selectionStart === 0 && element.selectionEnd === element.value.length
    // A click opens the editor, so arrows still walk until somebody has begun to change the text.
    if (
      control.editing.start !== 'key' &&
      isWhole &&
      event.key.startsWith('Arrow') &&
      control.editing.start === 'click'
    ) {
      if (control.commit()) on.onKey(event)
      return
    }
    if (control.editing.start === 'typing' && event.key.startsWith('Arrow') && !event.shiftKey) {
      if (column?.type !== 'textarea' && control.commit()) on.onKey(event)
      return
    }
    const command = editingCommandOf(event.nativeEvent, column?.type === 'textarea')
    if (command === null) {
      if (event.key === 'Enter' && event.altKey && column?.type === 'textarea') {
        event.preventDefault()
        element.setRangeText('\n', element.selectionStart, element.selectionEnd, 'end')
      }
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (command === 'cancel') return control.cancel()
    if (!control.commit()) return
    if (command === 'commitDown') on.onMove(1, 0)
    else if (command === 'commitUp') on.onMove(-1, 0)
    else on.onMove(0, 0, command === 'commitNext' ? 1 : -1)
  }

  const style = box ? { width: box.width, height: box.height } : { width: 1, height: 1 }
  return (
    <div
      className={`et-float${box?.isPinned ? ' is-pinned' : ''}`}
      style={{ top: box?.top ?? 0, width: bodyWidth }}
      role="presentation"
    >
      <div className="et-place" style={{ left: box?.left ?? 0, ...style }}>
        <textarea
          ref={host}
          className={`et-host${isText ? ' is-editing' : ''}${isWrong ? ' is-wrong' : ''}${column?.type === 'textarea' ? ' is-long' : ''}${align === 'left' ? '' : ` is-${align}`}`}
          rows={1}
          autoComplete="off"
          spellCheck={false}
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-activedescendant={cell && !editing ? cellElementId(idPrefix, cell) : (headId ?? undefined)}
          maxLength={column?.maxLength}
          {...(column?.type === 'inputNumber' ? { inputMode: 'decimal' as const } : {})}
          onFocus={() => {
            // Fetched before it is needed: letters typed meanwhile would have to wait.
            void fetchEditor()
            on.onFocus()
          }}
          onInput={(event) => {
            if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing))
              typed(event.currentTarget)
          }}
          onCompositionStart={() => {
            if (!control.editing && takesTyping) control.begin('typing')
          }}
          onCompositionEnd={(event) => typed(event.currentTarget)}
          onKeyDown={key}
          onBlur={() => {
            if (isText && !control.commit()) on.onRefused(table.openCell.refused?.problem ?? '')
          }}
          onCopy={(event) => {
            if (control.editing) return
            event.preventDefault()
            on.onCopy(event.clipboardData, false)
          }}
          onCut={(event) => {
            if (control.editing) return
            event.preventDefault()
            on.onCopy(event.clipboardData, true)
          }}
          onPaste={(event) => {
            if (control.editing) {
              // A click opens the cell, and the next thing people do is to paste a part of a sheet.
              const isSheet =
                isUntouched(event.currentTarget.value) && holdsCells(event.clipboardData, column?.type)
              if (!isSheet) return
              control.cancel()
            }
            event.preventDefault()
            on.onPaste(event.clipboardData)
          }}
        />
        {problem !== null && (
          <span className={`et-bubble${box?.isLow ? ' is-above' : ''}`} role="tooltip">
            {problem}
          </span>
        )}
        {editing && !isText && column && row && editor === 'open' && (
          <div
            className="et-opened"
            role="presentation"
            onKeyDownCapture={(event) => {
              if (isComposing(event.nativeEvent)) return
              const text = openText(event)
              if (event.key === 'Delete' && isOpenUntouched(event)) {
                event.stopPropagation()
                control.close()
                on.onKey(event)
              } else if (takeTableKey(event, text === '' && row ? table.text(row, column) : text))
                event.stopPropagation()
            }}
            onPasteCapture={(event) => {
              if (!isOpenUntouched(event) || !holdsCells(event.clipboardData, column.type)) return
              event.preventDefault()
              event.stopPropagation()
              control.close()
              on.onPaste(event.clipboardData)
            }}
          >
            <Suspense fallback={<span className="et-waiting">加载中…</span>}>
              <OpenedEditor
                key={`${row.id}\n${column.key}\n${editing.seed}`}
                context={context}
                column={column}
                row={row}
                control={control}
                seed={editing.seed}
                onMove={on.onMove}
              />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

function OpenedEditor({
  context,
  column,
  row,
  control,
  seed,
  onMove,
}: {
  readonly context: TableContext
  readonly column: Column
  readonly row: Row
  readonly control: EditingControl
  readonly seed: string
  onMove: Props['onMove']
}) {
  return (
    <OpenEditor
      context={context}
      column={column}
      row={row}
      seed={seed}
      onClose={control.close}
      onDone={(step) => {
        control.close()
        if (step !== 0) onMove(0, 0, step)
      }}
    />
  )
}

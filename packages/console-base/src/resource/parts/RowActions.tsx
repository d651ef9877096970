import { Dropdown, Popconfirm } from 'antd'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ComponentProps, RefObject } from 'react'
import type { ListRow } from '../list-row.ts'
import type { RowAction } from '../row-action.ts'
import { questionOf, runAction, startRowAction } from '../run-action.ts'
import type { ResourceList } from '../use-resource-list.ts'

interface Props {
  readonly row: ListRow
  /** The list as it is when something is done. */
  listNow(): ResourceList
  /** What the signed-in person may do. */
  readonly actions: readonly RowAction[]
}

/**
 * First links, then 更多 with the rest (5-screens.md §1); what may not be done is not there. Menus and questions are made
 * when they are first asked for: a page of a list has dozens of them.
 */
export const RowActions = memo(function RowActions({ row, listNow, actions }: Props) {
  const usable = actions.filter((action) => action.when?.(row) ?? true)
  // A menu with a single entry is a detour.
  const links = usable.length <= 2 ? usable : usable.filter((action) => action.primary)
  const more = usable.filter((action) => !links.includes(action))
  const box = useRef<HTMLSpanElement>(null)
  // Another row in this place: no key that is pressed now may reach it by the focus of the one before.
  useLayoutEffect(() => {
    const span = box.current
    return () => {
      const focused = document.activeElement
      if (focused instanceof HTMLElement && span?.contains(focused)) focused.blur()
    }
  }, [row.id])
  return (
    <span className="row-actions" ref={box}>
      {links.map((action) => (
        <RowLink key={action.key} action={action} row={row} listNow={listNow} />
      ))}
      {more.length > 0 && <More actions={more} row={row} listNow={listNow} />}
    </span>
  )
})

interface OneProps {
  readonly row: ListRow
  listNow(): ResourceList
  readonly action: RowAction
}

/**
 * Whether a menu or question was asked for, and stands open: of this row alone, since the place is given to the rows of
 * the next page. null = never asked for.
 */
function useAsked(row: ListRow): readonly [boolean | null, (isOpen: boolean) => void] {
  const [asked, setAsked] = useState<{ readonly id: string; readonly isOpen: boolean } | null>(null)
  return [asked?.id === row.id ? asked.isOpen : null, (isOpen) => setAsked({ id: row.id, isOpen })]
}

function RowLink({ action, row, listNow }: OneProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isAsked, setAsked] = useAsked(row)
  useFocusBack(button, isAsked !== null)
  const text = questionOf(action, row)
  const run = () => runAction(() => action.run(row, listNow()))
  const look = { ref: button, type: 'button', className: lookOf(action), children: action.label } as const
  if (!text) return <button {...look} onClick={() => void run()} />
  if (isAsked === null) return <button {...look} onClick={() => setAsked(true)} />
  return (
    <Popconfirm
      title={text}
      okText="确定"
      cancelText="取消"
      open={isAsked}
      onOpenChange={setAsked}
      onConfirm={run}
    >
      <button {...look} />
    </Popconfirm>
  )
}

const lookOf = (action: RowAction): string => (action.danger ? 'row-link row-link-danger' : 'row-link')

/** How long the pointer stands on 更多 before its menu opens, ms: that of antd's own. */
const hoverMs = 150

function More({ actions, row, listNow }: Omit<OneProps, 'action'> & { actions: readonly RowAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useAsked(row)
  const [clicked, setClicked] = useState<string | null>(null)
  // A menu that goes away under the pointer would open again, above the dialog that was asked for, and take its Escape.
  const isChosen = useRef(false)
  const comeAnew = (): void => {
    isChosen.current = false
  }
  useFocusBack(button, clicked === row.id)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (isOpen === null) {
    return (
      <MoreButton
        ref={button}
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'mouse') timer.current = setTimeout(() => setOpen(true), hoverMs)
        }}
        onPointerLeave={() => clearTimeout(timer.current)}
        onClick={() => {
          // Else it would open the menu again after an entry was chosen quickly.
          clearTimeout(timer.current)
          setClicked(row.id)
          setOpen(true)
        }}
      />
    )
  }
  return (
    <Dropdown
      trigger={['hover', 'click']}
      open={isOpen}
      onOpenChange={(next) => setOpen(next && !isChosen.current)}
      menu={{
        items: actions.map((action) => ({
          key: action.key,
          label: action.label,
          danger: action.danger ?? false,
          onClick: () => {
            isChosen.current = true
            setOpen(false)
            // The entry goes away; what opens now gives the focus back to the button.
            button.current?.focus()
            startRowAction(action, row, listNow())
          },
        })),
      }}
    >
      <MoreButton ref={button} onPointerEnter={comeAnew} onPointerDown={comeAnew} onKeyDown={comeAnew} />
    </Dropdown>
  )
}

function MoreButton(props: ComponentProps<'button'>) {
  return (
    <button {...props} type="button" className={['row-link', props.className].filter(Boolean).join(' ')}>
      更多
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M1.5 3.5 6 8l4.5-4.5" />
      </svg>
    </button>
  )
}

/** The button that was pressed is made anew below its menu or question, and keeps the focus. */
function useFocusBack(button: RefObject<HTMLButtonElement | null>, isPressed: boolean): void {
  useEffect(() => {
    if (isPressed) button.current?.focus()
  }, [button, isPressed])
}

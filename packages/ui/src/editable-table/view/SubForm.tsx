import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Row, RowId } from '../model/row.ts'
import { openRetried } from './open-retried.ts'
import { besideClick, type PopoverPlace } from './popover-place.ts'

export interface SubFormState {
  readonly id: RowId
  /** The element that was pressed. */
  readonly anchor: HTMLElement
  readonly content: ((row: Row) => ReactNode) | null
}

/** 子表: a form for one row, under it where there is room for 350 px, else above; 96 % of the table wide. */
export function SubForm({
  state,
  row,
  frame,
  ...on
}: {
  readonly state: SubFormState
  readonly row: Row | null
  readonly frame: RefObject<HTMLElement | null>
  onClose(): void
  onFailure(): void
}) {
  const onClose = useEffectEvent(on.onClose)
  const onFailure = useEffectEvent(on.onFailure)
  const [place, setPlace] = useState<PopoverPlace | null>(null)
  useLayoutEffect(() => {
    const open = (): boolean => {
      const table = frame.current?.getBoundingClientRect()
      if (!table || !state.anchor.isConnected) return false
      setPlace(besideClick(state.anchor.getBoundingClientRect(), table, window.innerHeight))
      return true
    }
    return openRetried(open, () => {
      onFailure()
      onClose()
    })
  }, [state, frame])
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    window.addEventListener('keydown', key)
    return () => window.removeEventListener('keydown', key)
  }, [])
  if (!place || !row || !state.content) return null
  return createPortal(
    <div className="et-subform" role="dialog" aria-label="子表" style={place}>
      <header>
        子表
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label="关闭子表"
          onClick={on.onClose}
        />
      </header>
      {state.content(row)}
    </div>,
    document.body,
  )
}

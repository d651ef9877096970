import { Alert, Modal } from 'antd'
import type { ModalProps } from 'antd'
import { useState, type ReactNode } from 'react'
import './modal.css'
import { useBusyQuestion, type BusyWords } from './use-busy-question.tsx'
import { useDrag } from './use-drag.ts'
import { useFocusBack } from './use-focus-back.ts'

export interface AppModalProps extends ModalProps {
  /** Offers the full-screen toggle; `full` opens it that way. */
  readonly fullscreen?: boolean | 'full'
  /** Only read: nothing in it takes the focus, so the keyboard scrolls the body itself. */
  readonly reading?: boolean
  /** Its header drags it about, unless it fills the window. */
  readonly draggable?: boolean
  /**
   * 确定 also closes it, as 关闭 does (2-data-entry.md §2). Off for a dialog that closes itself when what was asked is
   * done, e.g. a form when it was stored.
   */
  readonly okClose?: boolean
  /** 确定 turns while something runs; whoever closes the dialog meanwhile is asked. */
  readonly confirmLoading?: boolean
  /** What is asked of him, where it is not about sending. */
  readonly busyWords?: BusyWords
  /** Why it cannot be sent yet. It stands beside the buttons: at the end of a long body nobody would see it. */
  readonly problem?: string
}

/**
 * The dialog of every page: full-screen toggle in the header, footer 关闭 and 确定, a body that scrolls within the
 * window.
 */
export function AppModal({
  fullscreen = false,
  reading = false,
  problem = '',
  draggable = false,
  okClose = true,
  confirmLoading = false,
  busyWords,
  title,
  className,
  width,
  ...props
}: AppModalProps) {
  useFocusBack()
  const { open = false, onOk, onCancel, okButtonProps } = props
  const { close, question } = useBusyQuestion(confirmLoading, onCancel, busyWords)
  const [full, setFull] = useState(fullscreen === 'full')
  // One that stays while it is closed opens again as it is set.
  const [wasOpen, setWasOpen] = useState(open)
  if (wasOpen !== open) {
    setWasOpen(open)
    if (open) setFull(fullscreen === 'full')
  }
  const { style, onPointerDown } = useDrag()
  const isDragged = draggable && !full
  const heading =
    fullscreen || draggable ? (
      <span
        className={['app-modal-title', isDragged ? 'app-modal-handle' : ''].join(' ')}
        {...(isDragged ? { onPointerDown } : {})}
      >
        {title}
        {fullscreen && (
          <button
            type="button"
            className="app-modal-toggle"
            aria-label={full ? '退出全屏' : '全屏'}
            onClick={() => setFull(!full)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path
                d={full ? 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5' : 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5'}
              />
            </svg>
          </button>
        )}
      </span>
    ) : (
      title
    )
  // What stands beside the page leaves the page to the pointer and to the keyboard.
  const beside =
    props.mask === false
      ? { classNames: { wrapper: 'app-modal-beside' }, focusable: { trap: false }, scrollLock: false }
      : {}
  return (
    <>
      <Modal
        // A dialog with these transitions that is open while its tab is hidden breaks the tab when it comes back
        // (the focus handle is rebuilt before the panel's), so they are off; CSS animates instead.
        transitionName=""
        maskTransitionName=""
        cancelText="关闭"
        okText="确定"
        mask={{ closable: false }}
        centered
        destroyOnHidden
        {...(reading ? { bodyProps: { tabIndex: 0 } } : {})}
        {...(problem ? { footer: withProblem(problem) } : {})}
        {...beside}
        {...(isDragged ? { modalRender: (panel: ReactNode) => <div style={style}>{panel}</div> } : {})}
        {...props}
        // Not `confirmLoading`: with that, the library does not close at all, and says nothing either.
        okButtonProps={{ ...okButtonProps, loading: confirmLoading }}
        onCancel={close}
        {...(okClose
          ? {
              onOk: (event) => {
                onOk?.(event)
                onCancel?.(event)
              },
            }
          : {})}
        title={heading}
        width={full ? '100%' : (width ?? 800)}
        className={['app-modal', full ? 'app-modal-full' : '', className ?? ''].join(' ')}
      />
      {question}
    </>
  )
}

const withProblem = (problem: string) => (buttons: ReactNode) => (
  <>
    <Alert className="app-modal-problem" type="error" showIcon title={problem} />
    {buttons}
  </>
)

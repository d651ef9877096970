import { Modal } from 'antd'
import { useState, type MouseEvent, type KeyboardEvent, type ReactNode } from 'react'

type CloseEvent = MouseEvent | KeyboardEvent | globalThis.KeyboardEvent

/** What is asked of somebody who closes a dialog while it is busy. */
export interface BusyWords {
  readonly title: string
  readonly text: ReactNode
  readonly okText: string
  readonly cancelText: string
}

const sending: BusyWords = {
  title: '正在提交，确定关闭吗？',
  text: '关闭后提交仍会继续，但看不到结果，请稍后刷新核对。',
  okText: '仍要关闭',
  cancelText: '继续等待',
}

/**
 * Closes at once while nothing runs, and asks before while something does. What was asked goes away with what ran: a
 * dialog that stays, e.g. after a refusal, asks nothing more.
 */
export function useBusyQuestion<E extends CloseEvent>(
  isBusy: boolean,
  onClose: ((event: E) => void) | undefined,
  words = sending,
): { close(event: E): void; readonly question: ReactNode } {
  const [asked, setAsked] = useState<E | null>(null)
  if (asked && !isBusy) setAsked(null)
  return {
    close: (event) => (isBusy ? setAsked(event) : onClose?.(event)),
    question: asked && isBusy && (
      <Modal
        open
        centered
        transitionName=""
        maskTransitionName=""
        mask={{ closable: false }}
        width={440}
        className="app-modal"
        title={words.title}
        okText={words.okText}
        cancelText={words.cancelText}
        okButtonProps={{ danger: true }}
        onOk={() => onClose?.(asked)}
        onCancel={() => setAsked(null)}
      >
        {words.text}
      </Modal>
    ),
  }
}

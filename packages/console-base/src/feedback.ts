import type { MessageInstance } from 'antd/es/message/interface'
import type { HookAPI as ModalApi } from 'antd/es/modal/useModal'
import type { NotificationInstance } from 'antd/es/notification/interface'
import { RequestFailure, failureText, refusedRules } from './request/failure.ts'

/** Toasts, notifications and confirm dialogs, usable outside a component; set once by the shell. */
export interface Feedback {
  readonly message: MessageInstance
  readonly notification: NotificationInstance
  readonly modal: ModalApi
}

let current: Feedback | null = null

export function setFeedback(feedback: Feedback): void {
  current = feedback
}

export function feedback(): Feedback {
  if (!current) throw new Error('feedback() is called before the shell is mounted')
  return current
}

/**
 * Tells the person why something failed, unless the error catalogue already has. A refusal with rules lists every
 * rule that said no, so that "why not?" is always answered.
 */
export function showFailure(error: unknown): void {
  if (error instanceof RequestFailure && (error.shown || error.kind === 'aborted')) return
  const failed = refusedRules(error).filter((rule) => !rule.pass)
  if (failed.length === 0) {
    void feedback().message.warning(failureText(error))
    return
  }
  feedback().modal.warning({
    title: failureText(error),
    content: failed.map((rule) => `${rule.id} ${rule.text}`).join('\n'),
    styles: { body: { whiteSpace: 'pre-line' } },
    okText: '知道了',
  })
}

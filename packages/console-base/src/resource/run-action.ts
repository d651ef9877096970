import { feedback, showFailure } from '../feedback.ts'

/** Does something for a click and tells when it fails; a surprise rises to the error boundary's reporter. */
export async function runAction(action: () => void | Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    showFailure(error)
  }
}

/** Asks 提示-like, then does it; the dialog shows that it works. */
export function confirmAction(
  ask: { title: string; content: string },
  action: () => void | Promise<void>,
): void {
  feedback().modal.confirm({ ...ask, okText: '确定', cancelText: '取消', onOk: () => runAction(action) })
}

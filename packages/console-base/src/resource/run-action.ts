import { feedback, showFailure } from '../feedback.ts'
import type { ListRow } from './list-row.ts'
import type { RowAction } from './row-action.ts'
import type { ResourceList } from './use-resource-list.ts'

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

/** Does something with a row; what is to be asked before it comes as a dialog: the entry it would hang on is gone. */
export function startRowAction(action: RowAction, row: ListRow, list: ResourceList): void {
  const text = questionOf(action, row)
  if (text) confirmAction({ title: '提示', content: text }, () => action.run(row, list))
  else void runAction(() => action.run(row, list))
}

/** What is asked before something is done with a row, if anything. */
export function questionOf(action: RowAction, row: ListRow): string | undefined {
  return action.question?.(row) ?? action.confirm
}

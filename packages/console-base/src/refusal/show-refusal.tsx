import { RequestFailure } from '../request/failure.ts'
import { feedback } from '../feedback.ts'
import { Refusal } from './Refusal.tsx'
import { refusalOf } from './refusal-model.ts'

/** What a page knows of a refusal beyond what the server says of it. */
export interface Explained {
  readonly title: string
  readonly said: readonly string[]
}

/**
 * Tells why a call was refused, with every rule. Gives true when the person wants the same press sent again, which is
 * offered only while its outcome is unknown.
 */
export async function showRefusal(error: unknown, explained: Explained | null = null): Promise<boolean> {
  if (error instanceof RequestFailure && (error.shown || error.kind === 'aborted')) return false
  if (!(error instanceof RequestFailure)) throw error
  const model = refusalOf(error)
  const dialog = {
    title: explained?.title ?? model.title,
    content: <Refusal model={model} said={explained?.said ?? []} />,
    width: 560,
    // See AppModal: transitions break a dialog that is open while its tab is hidden.
    transitionName: '',
    maskTransitionName: '',
  }
  if (!model.outcomeUnknown) {
    await new Promise<void>((resolve) =>
      feedback().modal.warning({
        ...dialog,
        okText: '知道了',
        onOk: () => resolve(),
        onCancel: () => resolve(),
      }),
    )
    return false
  }
  return new Promise((resolve) =>
    feedback().modal.confirm({
      ...dialog,
      okText: '重试',
      cancelText: '稍后查看',
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    }),
  )
}

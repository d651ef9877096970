import { RequestFailure } from '../request/failure.ts'
import { feedback } from '../feedback.ts'
import { Refusal } from './Refusal.tsx'
import { refusalOf } from './refusal-model.ts'

/** What a page knows of a refusal beyond what the server says of it. */
export interface Explained {
  readonly title: string
  readonly said: readonly string[]
}

/** How often a press that goes again by itself does, while a connection seems to be there, ms. */
const againMs = 5_000

/**
 * Tells why a call was refused, with every rule. Gives true when the same press is to be sent again, which is offered only
 * while its outcome is unknown. With `urgent`, what is said then, it goes again by itself as well, as soon as there is a
 * connection: for what stops work, which may come twice and must not be lost.
 */
export async function showRefusal(
  error: unknown,
  explained: Explained | null = null,
  urgent: Explained | null = null,
): Promise<boolean> {
  if (error instanceof RequestFailure && (error.shown || error.kind === 'aborted')) return false
  if (!(error instanceof RequestFailure)) throw error
  const model = refusalOf(error)
  const said = (model.outcomeUnknown ? urgent : null) ?? explained
  const dialog = {
    title: said?.title ?? model.title,
    content: <Refusal model={model} said={said?.said ?? []} />,
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
  return new Promise((resolve) => {
    const answer = (isAgain: boolean) => {
      window.removeEventListener('online', again)
      clearInterval(timer)
      resolve(isAgain)
    }
    const asked = feedback().modal.confirm({
      ...dialog,
      okText: '重试',
      cancelText: '稍后查看',
      onOk: () => answer(true),
      onCancel: () => answer(false),
    })
    const again = () => {
      asked.destroy()
      answer(true)
    }
    const timer = urgent ? setInterval(() => navigator.onLine && again(), againMs) : undefined
    if (urgent) window.addEventListener('online', again)
  })
}

import type { FailureKind } from './failure.ts'

/** What the console does with a failed call before the caller hears of it (1-shell.md §8). */
export type Reaction =
  /** Notification 系统提示 with a text, 4 s. */
  | { readonly show: 'notification'; readonly title: string; readonly text: string }
  /** Modal 登录已过期 with the button 重新登录. */
  | { readonly show: 'expired' }
  /** Nothing here: the caller shows it where it belongs. */
  | { readonly show: 'nothing' }

/** The marker of an expired token in the message of a 500 (4-api.md §2.6); a 401 says the same by its status. */
const expiredMarker = 'Token失效'

const fixedTexts: Readonly<Record<string, string>> = {
  timeout: '网络超时',
  forbidden: '拒绝访问',
  notFound: '很抱歉，资源未找到!',
  offline: '网络连接不可用，请检查网络后重试',
  server: '服务器暂时无法处理请求，请稍后重试',
}

/** Sorts an HTTP answer that is not a 2xx. `signedIn`: an expired token is news only to someone who holds one. */
export function kindOf(answer: { status: number; message: string; signedIn: boolean }): FailureKind {
  const { status, message, signedIn } = answer
  if (status === 401) return signedIn ? 'expired' : 'server'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'notFound'
  if (status === 504) return 'timeout'
  if (status === 500 && signedIn && message.includes(expiredMarker)) return 'expired'
  return 'server'
}

/** The text of a failure: fixed for the rows of the catalogue, the server's message for all others. */
export function textOf(kind: FailureKind, serverMessage: string): string {
  if (kind === 'server' || kind === 'business' || kind === 'expired')
    return serverMessage || (fixedTexts[kind] ?? '操作失败，请稍后重试')
  return fixedTexts[kind] ?? serverMessage
}

export function reactionTo(kind: FailureKind, serverMessage: string): Reaction {
  if (kind === 'expired') return { show: 'expired' }
  if (kind === 'business' || kind === 'aborted') return { show: 'nothing' }
  return { show: 'notification', title: '系统提示', text: textOf(kind, serverMessage) }
}

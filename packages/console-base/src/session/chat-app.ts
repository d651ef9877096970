/** The enterprise chat app whose browser this is, by its name as a login provider; null in any other browser. */
export function chatAppOf(userAgent: string): 'dingtalk' | 'wechat_enterprise' | null {
  if (/dingtalk/i.test(userAgent)) return 'dingtalk'
  return /wxwork/i.test(userAgent) ? 'wechat_enterprise' : null
}

/** Whether the page is shown inside a workplace chat app. */
export const isChatApp = (userAgent: string): boolean => chatAppOf(userAgent) !== null

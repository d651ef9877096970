import type { Explained } from '@suoan/console-base/refusal/show-refusal.tsx'

/** What is said when nobody knows whether a stop has arrived; it goes again by itself meanwhile (decision 1039). */
export const stopLost: Explained = {
  title: '网络中断，停止可能没有送达',
  said: [
    '请立即当面喊停，或用对讲机、电话通知全体人员离开。',
    '请不要关闭此页面：网络一恢复就自动再次发送，不会执行两遍。',
  ],
}

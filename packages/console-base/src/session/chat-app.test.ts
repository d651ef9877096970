import { expect, it } from 'vitest'
import { chatAppOf } from './chat-app.ts'

it.each([
  ['Mozilla/5.0 (Linux; Android 13) MicroMessenger/7.0.1 wxwork/4.1.8', 'wechat_enterprise'],
  ['Mozilla/5.0 (iPhone) AliApp(DingTalk/7.0.40)', 'dingtalk'],
  ['Mozilla/5.0 (Linux; Android 13) MicroMessenger/8.0.1', null],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0', null],
])('%s is the browser of %s', (userAgent, app) => expect(chatAppOf(userAgent)).toBe(app))

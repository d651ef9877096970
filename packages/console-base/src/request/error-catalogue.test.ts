import { describe, expect, it } from 'vitest'
import { kindOf, reactionTo } from './error-catalogue.ts'

const note = (text: string) => ({ show: 'notification', title: '系统提示', text })

describe('the error catalogue (1-shell.md §8)', () => {
  it.each([
    ['403 says 拒绝访问', 403, '', true, note('拒绝访问')],
    ['404 says the resource was not found', 404, '', true, note('很抱歉，资源未找到!')],
    ['504 is a network timeout', 504, '', true, note('网络超时')],
    [
      '500 with the token marker while signed in opens the expired dialog',
      500,
      'Token失效，请重新登录',
      true,
      { show: 'expired' },
    ],
    [
      '500 with the token marker while signed out shows the message',
      500,
      'Token失效，请重新登录',
      false,
      note('Token失效，请重新登录'),
    ],
    ['401 while signed in opens the expired dialog', 401, 'token非法无效!', true, { show: 'expired' }],
    ['401 while signed out shows the message', 401, '用户名或密码错误', false, note('用户名或密码错误')],
    ['another status shows the message of the server', 502, '网关错误', true, note('网关错误')],
    [
      'another status without a message still says what to do',
      500,
      '',
      true,
      note('服务器暂时无法处理请求，请稍后重试'),
    ],
  ] as const)('%s', (_, status, message, signedIn, reaction) => {
    expect(reactionTo(kindOf({ status, message, signedIn }), message)).toEqual(reaction)
  })

  it('leaves business failures to the caller', () => {
    expect(reactionTo('business', '编码已存在')).toEqual({ show: 'nothing' })
  })
  it('stays silent when the person cancelled', () => {
    expect(reactionTo('aborted', '')).toEqual({ show: 'nothing' })
  })
  it('tells a lost connection apart from a timeout', () => {
    expect(reactionTo('offline', '')).toEqual(note('网络连接不可用，请检查网络后重试'))
  })
})

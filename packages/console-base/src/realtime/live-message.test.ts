import { describe, expect, it } from 'vitest'
import { readLiveMessage, staleKeys } from './live-message.ts'

describe('a frame of the notice channel', () => {
  it('names the resource whose queries are stale', () => {
    const message = readLiveMessage('{"cmd":"resource","resource":"position","ids":["1","2"],"msgTxt":""}')
    expect(message).toEqual({ cmd: 'resource', resource: 'position', ids: ['1', '2'], text: '', msgId: null })
    expect(message && staleKeys(message)).toEqual([['resource', 'position'], ['position']])
  })
  it('renews ticket pages too when a lock has moved', () => {
    expect(staleKeys({ cmd: 'resource', resource: 'lock', ids: [], text: '', msgId: null })).toContainEqual([
      'resource',
      'work',
    ])
  })
  it.each(['user', 'topic'])('with the command %s makes the bell look again and carries its words', (cmd) => {
    const message = readLiveMessage(JSON.stringify({ cmd, msgId: 'a1', msgTxt: '3号柜锁未关闭' }))
    expect(message).toMatchObject({ text: '3号柜锁未关闭', msgId: 'a1' })
    expect(message && staleKeys(message)).toEqual([['notices']])
  })
  it('makes nothing stale when it answers a beat', () => {
    expect(staleKeys({ cmd: 'heartcheck', resource: null, ids: [], text: '', msgId: null })).toEqual([])
  })
  it.each(['HeartBeat', '[]', '{"cmd":1}', 'null', ''])('is ignored when it reads %s', (text) => {
    expect(readLiveMessage(text)).toBeNull()
  })
})

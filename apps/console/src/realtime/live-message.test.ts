import { describe, expect, it } from 'vitest'
import { readLiveMessage, staleKeys } from './live-message.ts'

describe('a frame of the notice channel', () => {
  it('names the resource whose queries are stale', () => {
    const message = readLiveMessage('{"cmd":"resource","resource":"lock","ids":["1","2"],"msgTxt":""}')
    expect(message).toEqual({ cmd: 'resource', resource: 'lock', ids: ['1', '2'] })
    expect(message && staleKeys(message)).toEqual([['resource', 'lock'], ['lock']])
  })
  it('makes nothing stale when it answers a beat', () => {
    expect(staleKeys({ cmd: 'heartcheck', resource: null, ids: [] })).toEqual([])
  })
  it.each(['HeartBeat', '[]', '{"cmd":1}', 'null', ''])('is ignored when it reads %s', (text) => {
    expect(readLiveMessage(text)).toBeNull()
  })
})

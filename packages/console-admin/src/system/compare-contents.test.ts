import { describe, expect, it } from 'vitest'
import { compareContents } from './compare-contents.ts'

describe('two versions of a row', () => {
  it('differ in the fields that changed, came or went', () => {
    expect(compareContents('{"name":"a","x":1,"gone":true}', '{"name":"b","x":1,"new":[1]}')).toEqual([
      { code: 'name', old: 'a', recent: 'b', differs: true },
      { code: 'x', old: '1', recent: '1', differs: false },
      { code: 'gone', old: 'true', recent: '', differs: true },
      { code: 'new', old: '', recent: '[1]', differs: true },
    ])
  })
  it('are compared as a whole when they cannot be read', () => {
    expect(compareContents('{', '{}')).toEqual([{ code: '内容', old: '{', recent: '', differs: true }])
  })
})

import { RequestFailure } from '@suoan/console-base/request/failure.ts'
import { expect, it } from 'vitest'
import { staleWords } from './stale-words.ts'

const refused = (code: number, result: unknown) =>
  new RequestFailure('business', '数据已被他人修改，请刷新后重试', 200, {
    success: false,
    code,
    message: '',
    result,
    timestamp: 0,
  })

const row = { event: 'start', transId: 'ASK', actorName: '钱工', at: '2026-12-01 09:00:05', changes: [] }
const working = { revision: 9, workStatus: 20, execPhase: 20, voidFlag: 0 }

it('LO-4090 says what the ticket is now, who did what since, and that nothing typed is lost', () => {
  const since = [row, { ...row, transId: 'T27', actorName: '许可' }]
  const { title, said } = staleWords(refused(4090, { ...working, since })) ?? { title: '', said: [] }
  expect(title).toBe('工作票现在是“执行中 · 作业中”，您的操作没有执行（LO-4090）')
  expect(said.slice(0, 2)).toEqual(['12-01 09:00 钱工：申请开工', '12-01 09:00 许可：开工'])
  expect(said.at(-1)).toContain('您填写的内容还在')
})

it('LO-4090 calls a void ticket void', () => {
  expect(staleWords(refused(4090, { ...working, voidFlag: 1, since: [] }))?.title).toContain('已作废')
})

it('leaves every other failure to its own words', () => {
  expect(staleWords(refused(4201, working))).toBe(null)
  expect(staleWords(refused(4090, null))).toBe(null)
})

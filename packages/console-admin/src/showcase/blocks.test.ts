import { expect, it } from 'vitest'
import { blocks, findBlocks } from './blocks.ts'

it('every block says what it is and for what', () => {
  expect(blocks.length).toBeGreaterThan(0)
  for (const { title, summary, keywords } of blocks) {
    expect(title).toMatch(/\p{Script=Han}/u)
    expect(summary).toMatch(/\p{Script=Han}.*。$/u)
    expect(keywords.length).toBeGreaterThan(0)
  }
})

it.each(['cron', '表达式', ' CRON-editor ', '定时'])('the cron block is found by %s', (typed) =>
  expect(findBlocks(blocks, typed).map(({ key }) => key)).toContain('cron-editor'),
)

it('nothing typed is all of them, and nothing like it is none', () => {
  expect(findBlocks(blocks, '')).toEqual(blocks)
  expect(findBlocks(blocks, '没有这样的组件')).toEqual([])
})

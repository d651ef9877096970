import { expect, it } from 'vitest'
import { emptyText } from './choice-props.ts'

it.each([
  ['while it loads', { isLoading: true, keyword: '阀' }, '加载中…'],
  ['when nothing was found', { isLoading: false, keyword: '阀' }, '没有查询到任何数据'],
  ['before anything is typed', { isLoading: false, keyword: '' }, '请输入搜索内容'],
])('a search says what it waits for: %s (1-shell.md §8)', (_, state, text) =>
  expect(emptyText(state)).toBe(text),
)

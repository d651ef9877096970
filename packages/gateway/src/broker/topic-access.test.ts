import { describe, expect, it } from 'vitest'
import { filterCovers, filterWithin } from './topic-access.ts'

describe('topic filters', () => {
  it.each([
    ['lo/v1/0/LK4/down/#', 'lo/v1/0/LK4/down/cmd', true],
    ['lo/v1/0/LK4/down', 'lo/v1/0/LK4/down/cmd', false],
    ['lo/v1/0/GW1/child/+/down/#', 'lo/v1/0/GW1/child/LK1/down/cmd', true],
    ['lo/v1/0/GW1/child/+/down/cmd', 'lo/v1/0/GW1/child/LK1/down/grant', false],
    ['lo/v1/0/LK4/down/cmd', 'lo/v1/0/LK4/down', false],
  ])('%s covers %s: %s', (filter, topic, covers) => {
    expect(filterCovers(filter, topic)).toBe(covers)
  })

  it.each([
    ['a/down/cmd', 'a/down/#', true],
    ['a/down/#', 'a/down/#', true],
    ['a/down/+', 'a/down/#', true],
    ['a/#', 'a/down/#', false],
    ['+/down/#', 'a/down/#', false],
    ['a/child/+/down/#', 'a/child/+/down/#', true],
    ['a/child/x/down/cmd', 'a/child/+/down/#', true],
    ['a/child/#', 'a/child/+/down/#', false],
    ['a/down', 'a/down/#', false],
  ])('%s lies within %s: %s', (filter, allowed, within) => {
    expect(filterWithin(filter, allowed)).toBe(within)
  })
})

import { expect, it } from 'vitest'
import { quorumText } from './quorum-text.ts'

it('says how many have to agree', () => {
  expect(['ANY', 'ALL', 'N:2', '', '?'].map(quorumText)).toEqual([
    '任一人通过',
    '全部通过',
    '2 人通过',
    '',
    '?',
  ])
})

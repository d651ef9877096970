import { describe, expect, it } from 'vitest'
import {
  bellTabs,
  firstTab,
  isBellHidden,
  pollInterval,
  pollMs,
  priorityLook,
  soundOf,
  totalOf,
} from './bell-model.ts'

describe('what is heard (1-shell.md §2.7, §4)', () => {
  const look = { before: 2, now: 2, hasNews: false, sinceSound: 60_000 }
  it('is an alert on a higher count of unclosed locks only, not at the first look', () => {
    const counts = [
      [undefined, 3],
      [2, 3],
      [3, 3],
      [3, 2],
      [0, 1],
    ] as const
    expect(counts.map(([before, now]) => soundOf({ ...look, before, now }))).toEqual([
      null,
      'alert',
      null,
      null,
      'alert',
    ])
  })
  it('is a chime for a new notice, and the alert alone when the notice tells of an open lock', () => {
    expect(soundOf({ ...look, hasNews: true })).toBe('chime')
    expect(soundOf({ ...look, now: 3, hasNews: true })).toBe('alert')
  })
  it('is not heard twice when a poll has seen the lock before the notice comes', () => {
    expect(soundOf({ ...look, hasNews: true, sinceSound: 400 })).toBeNull()
  })
})

it('stops polling when the list has failed', () => {
  expect([pollInterval(false), pollInterval(true)]).toEqual([pollMs, false])
})

it('is hidden for role number 4 and nobody else', () => {
  expect([4, 1, 12, null].map(isBellHidden)).toEqual([true, false, false, false])
})

it('shows three tabs keyed 3, 1, 2 with their totals; more of the third leads to the unclosed locks', () => {
  const tabs = bellTabs({
    anntMsgList: [],
    anntMsgTotal: 1,
    sysMsgList: [],
    sysMsgTotal: 2,
    warringMsgList: [
      {
        id: 'w1',
        titile: '柜锁已开启15分钟未关闭',
        msgContent: '',
        sender: '系统',
        sendTime: '2026-12-01 13:15:00',
        createTime: '2026-12-01 13:15:00',
        priority: 'L',
        openType: 'component',
        openPage: 'isps/userUncloseLock',
        busId: 'W1',
      },
    ],
    warringMsgTotal: 3,
  })
  expect(tabs.map(({ key, title, total }) => [key, title, total])).toEqual([
    ['3', '未关锁警告', 3],
    ['1', '通知', 1],
    ['2', '系统消息', 2],
  ])
  expect(tabs.map(({ key }) => totalOf(tabs, key))).toEqual([3, 1, 2])
  expect(tabs.slice(1).map(({ more }) => more)).toEqual(['/isps/userAnnouncement', '/isps/userAnnouncement'])
  expect(tabs[0]).toMatchObject({ more: '/isps/userUncloseLock', items: [{ id: 'w1' }] })
  expect(bellTabs(undefined).map(({ total }) => total)).toEqual([0, 0, 0])
})

it('opens at locks left open, else at the first tab with something unread', () => {
  const tabs = (...totals: number[]) =>
    bellTabs(undefined).map((tab, index) => ({ ...tab, total: totals[index] ?? 0 }))
  expect([firstTab(tabs(1, 1, 2)), firstTab(tabs(0, 0, 2)), firstTab(tabs(0, 0, 0))]).toEqual(['3', '2', '1'])
})

it('names priorities in words', () => {
  expect(['H', 'M', 'L', null].map((priority) => priorityLook(priority).text)).toEqual([
    '紧急消息',
    '重要消息',
    '一般消息',
    '一般消息',
  ])
})

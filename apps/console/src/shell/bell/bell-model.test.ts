import { expect, it } from 'vitest'
import {
  bellTabs,
  firstTab,
  isBellHidden,
  pollInterval,
  pollMs,
  priorityLook,
  shouldSound,
} from './bell-model.ts'

it('sounds on a higher count of unclosed locks only', () => {
  expect(shouldSound(undefined, 3)).toBe(false)
  expect([shouldSound(2, 3), shouldSound(3, 3), shouldSound(3, 2), shouldSound(0, 1)]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

it('stops polling when the list has failed', () => {
  expect([pollInterval(false), pollInterval(true)]).toEqual([pollMs, false])
})

it('is hidden for role number 4 and nobody else', () => {
  expect([4, 1, 12, null].map(isBellHidden)).toEqual([true, false, false, false])
})

it('shows three tabs with their totals; more of the third leads to the unclosed locks', () => {
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
    ['1', '通知', 1],
    ['2', '系统消息', 2],
    ['3', '未关锁警告', 3],
  ])
  expect(tabs[2]).toMatchObject({ more: '/isps/userUncloseLock', items: [{ id: 'w1' }] })
  expect(bellTabs(undefined).map(({ total }) => total)).toEqual([0, 0, 0])
})

it('opens at locks left open, else at the first tab with something unread', () => {
  const tabs = (...totals: number[]) =>
    bellTabs(undefined).map((tab, index) => ({ ...tab, total: totals[index] ?? 0 }))
  expect([firstTab(tabs(1, 2, 1)), firstTab(tabs(0, 2, 0)), firstTab(tabs(0, 0, 0))]).toEqual(['3', '2', '1'])
})

it('names priorities in words', () => {
  expect(['H', 'M', 'L', null].map((priority) => priorityLook(priority).text)).toEqual([
    '紧急消息',
    '重要消息',
    '一般消息',
    '一般消息',
  ])
})

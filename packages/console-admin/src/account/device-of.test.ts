import { expect, it } from 'vitest'
import { deviceOf } from './device-of.ts'

it('an Edge on Windows is not called Chrome', () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0 Safari/537.36 Edg/141.0'
  expect(deviceOf(agent)).toBe('Edge · Windows')
})

it('a workplace chat app is named before its engine', () => {
  expect(deviceOf('Mozilla/5.0 (Linux; Android 15) Chrome/130 Mobile MicroMessenger/8.0')).toBe(
    '微信 · Android',
  )
})

it('nothing said is an unknown device', () => {
  expect(deviceOf(null)).toBe('未知设备')
  expect(deviceOf('curl/8')).toBe('未知设备')
})

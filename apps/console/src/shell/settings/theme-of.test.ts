import { theme } from 'antd'
import { expect, it } from 'vitest'
import { themeOf } from './theme-of.ts'

const settings = { colour: '#1890ff', density: 'middle' } as const
const durationsOf = (isStill: boolean): readonly string[] => {
  const token = theme.getDesignToken(themeOf(settings, false, isStill))
  return [token.motionDurationFast, token.motionDurationMid, token.motionDurationSlow]
}

it('moves a little, and not at all for whoever asked his system for less motion', () => {
  expect(durationsOf(false)).toEqual(['0.1s', '0.15s', '0.15s'])
  expect(durationsOf(true)).toEqual(['0s', '0s', '0s'])
})

import { theme } from 'antd'
import { describe, expect, it } from 'vitest'
import { contrast, leastContrast, readableShade } from './readable.ts'
import { palette } from '@suoan/console-base/settings/settings.ts'
import { presets, themeOf } from './theme-of.ts'

it('measures contrast as WCAG 2.1 does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

it('keeps a colour that can be read, and takes the end when no shade can', () => {
  expect(readableShade('#000080', '#000000', ['#ffffff'])).toBe('#000080')
  expect(readableShade('#202020', '#000000', ['#000000'])).toBe('#000000')
})

describe.each(palette)('$name', ({ value }) => {
  const at = (isDark: boolean) => theme.getDesignToken(themeOf({ colour: value, density: 'middle' }, isDark))
  it('can be read under white words and as words in the light (WCAG 1.4.3)', () => {
    const { colorPrimary, colorLink, colorError } = at(false)
    for (const words of [colorPrimary, colorLink, colorError])
      expect(contrast(words, '#ffffff')).toBeGreaterThanOrEqual(leastContrast)
    expect(contrast(colorPrimary, '#e6f4ff')).toBeGreaterThanOrEqual(leastContrast)
  })
  it('can be read as words, and under dark words, in the dark', () => {
    const { colorPrimary, colorLink, colorError } = at(true)
    for (const words of [colorPrimary, colorLink, colorError]) {
      expect(contrast(words, '#1f1f1f')).toBeGreaterThanOrEqual(leastContrast)
      expect(contrast(words, '#000000')).toBeGreaterThanOrEqual(leastContrast)
    }
  })
})

it.each([false, true])('the words of a tag can be read on its colour (dark: %s)', (isDark) => {
  const tokens = theme.getDesignToken(themeOf({ colour: palette[0].value, density: 'middle' }, isDark))
  for (const name of presets)
    expect([name, contrast(tokens[`${name}7`], tokens[`${name}1`])]).toEqual([
      name,
      expect.toSatisfy((found: number) => found >= leastContrast),
    ])
})

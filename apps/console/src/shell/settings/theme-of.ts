import type { GlobalToken, ThemeConfig } from 'antd'
import { theme } from 'antd'
import { readableShade } from './readable.ts'
import type { Settings } from '@suoan/console-base/settings/settings.ts'

type Algorithm = Extract<NonNullable<ThemeConfig['algorithm']>, (...args: never) => unknown>
type MapToken = ReturnType<Algorithm>

/**
 * The chosen colour in the shade that can be read (WCAG 2.1 AA): in the light, dark enough under white words and as
 * words on its own soft ground; in the dark, light enough as words, so its buttons carry dark ones.
 */
const readable =
  (isDark: boolean): Algorithm =>
  (seed, map) => {
    // The algorithm before this one has always made a map.
    if (!map) throw new Error('the readable shades stand after the algorithm of the theme')
    const end = isDark ? '#ffffff' : '#000000'
    const cards = isDark ? ['#141414', '#1f1f1f', '#262626'] : ['#ffffff', '#f5f5f5']
    // What is next to do stands on a soft ground, with its buttons.
    const grounds = [...cards, isDark ? '#15395b' : '#e6f4ff']
    const primary = readableShade(seed.colorPrimary, end, grounds)
    const soft = isDark ? {} : { colorPrimaryHover: primary, colorLinkHover: primary }
    return {
      ...map,
      ...tagWords(map, end),
      ...soft,
      colorPrimary: primary,
      colorPrimaryText: primary,
      colorLink: primary,
      colorError: readableShade(map.colorError, end, grounds),
      colorTextTertiary: isDark ? 'rgb(255 255 255 / 62%)' : 'rgb(0 0 0 / 62%)',
    }
  }

/** Colours that a tag may be of (`<Tag color="purple">`). */
export const presets = [
  'blue',
  'purple',
  'cyan',
  'green',
  'magenta',
  'red',
  'orange',
  'yellow',
  'volcano',
  'geekblue',
  'lime',
  'gold',
] as const

/** The words of a tag stand on the first shade of its colour, in the seventh. */
function tagWords(map: MapToken, end: '#000000' | '#ffffff'): Partial<MapToken> {
  return Object.fromEntries(
    presets.map((name) => [`${name}7`, readableShade(map[`${name}7`], end, [map[`${name}1`]])]),
  )
}

/**
 * The component library's theme for these settings.
 * @param isStill the system asks for less motion: nothing slides or fades (WCAG 2.1, 2.3.3)
 */
export function themeOf(
  { colour, density }: Pick<Settings, 'colour' | 'density'>,
  isDark: boolean,
  isStill = false,
): ThemeConfig {
  return {
    // Styles come from antd.css in one cacheable file; colours and sizes are variables in it.
    zeroRuntime: true,
    algorithm: [
      isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
      ...(density === 'compact' ? [theme.compactAlgorithm] : []),
      readable(isDark),
    ],
    token: {
      colorPrimary: colour,
      motion: !isStill,
      // Long enough to show where something went (look, rule 11). What is given here stands above what `motion` sets.
      motionDurationMid: isStill ? '0s' : '0.15s',
      motionDurationSlow: isStill ? '0s' : '0.15s',
      // `--radius` and `--radius-l` of the tokens.
      borderRadius: 4,
      borderRadiusLG: 8,
      colorTextPlaceholder: isDark ? 'rgb(255 255 255 / 55%)' : 'rgb(0 0 0 / 58%)',
    },
    ...(isDark ? { components: { Button: { primaryColor: '#000000', dangerColor: '#000000' } } } : {}),
  }
}

/** What our own style sheets take from the theme (docs/design-language.md). */
export function variablesOf(
  token: GlobalToken,
  colour: string,
  isDark: boolean,
): Readonly<Record<string, string>> {
  return {
    // Under white words, in the light and in the dark; words take the strong one.
    '--primary': readableShade(colour, '#000000', ['#ffffff']),
    '--primary-strong': token.colorPrimary,
    '--primary-soft': token.colorPrimaryBg,
    '--bg-page': isDark ? token.colorBgLayout : '#f0f2f5',
    '--bg-card': token.colorBgContainer,
    '--bg-raised': token.colorBgElevated,
    '--bg-soft': token.colorFillQuaternary,
    '--line': token.colorBorderSecondary,
    '--line-strong': token.colorBorder,
    '--text': token.colorText,
    '--text-2': token.colorTextSecondary,
  }
}

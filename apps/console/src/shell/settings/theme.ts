import type { ThemeConfig } from 'antd'
import { theme } from 'antd'
import { useEffect, useMemo } from 'react'
import { useSettings } from '@suoan/console-base/settings/settings-store.ts'
import { themeOf, variablesOf } from './theme-of.ts'
import { useIsDark } from '@suoan/console-base/settings/use-is-dark.ts'
import { useMedia } from '@suoan/console-base/settings/use-media.ts'

/** The system asks for less motion: nothing slides, fades or turns (WCAG 2.1, 2.3.3). */
export const useIsStill = (): boolean => useMedia('(prefers-reduced-motion: reduce)')

export function useTheme(): ThemeConfig {
  const colour = useSettings((settings) => settings.colour)
  const density = useSettings((settings) => settings.density)
  const isDark = useIsDark()
  const isStill = useIsStill()
  return useMemo(() => themeOf({ colour, density }, isDark, isStill), [colour, density, isDark, isStill])
}

/** Our own style sheets take their colours from these variables, which follow the theme. */
export function useThemeVariables(): void {
  const { token } = theme.useToken()
  const isDark = useIsDark()
  const colourWeak = useSettings((settings) => settings.colourWeak)
  const colour = useSettings((settings) => settings.colour)
  useEffect(() => {
    const root = document.documentElement
    for (const [name, value] of Object.entries(variablesOf(token, colour, isDark)))
      root.style.setProperty(name, value)
    root.style.colorScheme = isDark ? 'dark' : 'light'
    root.classList.toggle('dark', isDark)
    root.classList.toggle('colour-weak', colourWeak)
  }, [token, isDark, colourWeak, colour])
}

import { theme } from 'antd'
import { useMemo } from 'react'

/** Colours and lines of a chart in the theme that is worn. */
export function useAxes() {
  const { token } = theme.useToken()
  return useMemo(
    () => ({
      grid: { left: 8, right: 16, top: 40, bottom: 8, containLabel: true },
      text: { color: token.colorText },
      axis: {
        axisLabel: { color: token.colorTextSecondary },
        axisLine: { lineStyle: { color: token.colorBorder } },
        splitLine: { lineStyle: { color: token.colorSplit } },
      },
      primary: token.colorPrimary,
    }),
    [token],
  )
}

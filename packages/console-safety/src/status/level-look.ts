import { alarmLevel } from '@suoan/domain/dictionaries'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'

/** Level of a warning or an alarm: words, icon and colour together. */
export function levelLook(level: unknown): Look {
  const value = Number(level ?? 0)
  if (value >= alarmLevel.urgent) return { text: '3级 紧急', icon: 'alert', tone: 'error' }
  if (value === alarmLevel.important) return { text: '2级 重要', icon: 'warn', tone: 'warning' }
  return value === alarmLevel.notice
    ? { text: '1级 提示', icon: 'late', tone: 'processing' }
    : { text: '未通知', icon: 'none', tone: 'default' }
}

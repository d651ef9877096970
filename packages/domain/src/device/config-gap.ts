import { gasSilentMin } from '../work-ticket/index.ts'

/** Longest period of a gas detector's readings, seconds: one that is lost must not look like a detector gone silent. */
const gasTelemetryMaxSec = (gasSilentMin.warn * 60) / 2

/**
 * Why a device of this kind may not be set so (§5.9), in Chinese; null = it may. A gas detector is what warns whoever
 * stands beside it, and what continuous monitoring hears (GB 30871 §5.3): it is neither muted nor slowed from afar.
 */
export function configGap(kind: string, config: Readonly<Record<string, unknown>>): string | null {
  if (kind !== 'GAS') return null
  if (config['buzzer'] === 0)
    return '气体检测仪的蜂鸣器提醒现场人员气体超限，不能远程关闭，请去掉蜂鸣器一项或改为“开”'
  const { telemetrySec } = config
  if (typeof telemetrySec === 'number' && telemetrySec > gasTelemetryMaxSec)
    return `气体检测仪的遥测周期最长 ${gasTelemetryMaxSec} 秒，否则连续监测中断而无人察觉，请改短遥测周期`
  return null
}

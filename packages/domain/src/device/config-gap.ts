import { gasSilentMin } from '../work-ticket/index.ts'

/** Longest period of a gas detector's readings, seconds: one that is lost must not look like a detector gone silent. */
const gasTelemetryMaxSec = (gasSilentMin.warn * 60) / 2

/** Longest heartbeat of what is always on line, seconds (3-domain.md §5.3): behind it presence is believed too long. */
const onLineHeartbeatSec = 600

/**
 * Why a device of this kind may not be set so (§5.9), in Chinese; null = it may. A gas detector is what warns whoever
 * stands beside it, and what continuous monitoring hears (GB 30871 §5.3): it is neither muted nor slowed from afar. What is heard
 * less often than it is waited for looks lost, or is believed to be there: `lockHeartbeatSec` is the shortest heartbeat of the
 * types of the locks it is meant for, null where there are none.
 */
export function configGap(
  kind: string,
  config: Readonly<Record<string, unknown>>,
  lockHeartbeatSec: number | null,
): string | null {
  const { telemetrySec, heartbeatSec } = config
  const most = kind === 'LOCK' ? (lockHeartbeatSec ?? onLineHeartbeatSec) : onLineHeartbeatSec
  if (typeof heartbeatSec === 'number' && heartbeatSec > most)
    return kind === 'LOCK'
      ? `所选锁具的类型按 ${most} 秒判断是否在线，心跳周期不能更长，请改短心跳周期，或分批选择类型`
      : `心跳周期最长 ${most} 秒，否则失联的设备长时间仍被当作在线，请改短心跳周期`
  if (kind !== 'GAS') return null
  if (config['buzzer'] === 0)
    return '气体检测仪的蜂鸣器提醒现场人员气体超限，不能远程关闭，请去掉蜂鸣器一项或改为“开”'
  if (typeof telemetrySec === 'number' && telemetrySec > gasTelemetryMaxSec)
    return `气体检测仪的遥测周期最长 ${gasTelemetryMaxSec} 秒，否则连续监测中断而无人察觉，请改短遥测周期`
  return null
}

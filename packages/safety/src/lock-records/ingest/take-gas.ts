import type { DeviceMessage } from '@suoan/contract/device'
import { gasCodeOf } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { noteClock, type Taking } from './taking.ts'
import { timeOfEvent } from './time-of-event.ts'

/** Far beyond every range of measurement; what a broken sensor says still has to be stored. */
const MOST = 999_999

/** Readings of a gas detector: kept, to be judged by whoever works with them (G14). */
export function takeGas(
  message: Extract<DeviceMessage, { kind: 'gas' }>,
  { device, results }: Pick<Taking, 'device' | 'results'>,
): void {
  const { body, recvTs } = message
  const earlier = device.skews
  for (const { id, gas, value, unit, ts, hist } of body.readings) {
    const time = timeOfEvent({ ts: body.ts, tq: body.tq, recvTs }, ts, earlier)
    noteClock(device, time, { ts: body.ts, recvTs }, results)
    results.readings.push({
      id: newId(),
      tenant_id: device.tenantId,
      device_sn: device.sn,
      reading_id: id,
      gas_code: gasCodeOf(gas),
      value: Math.max(-MOST, Math.min(MOST, value)),
      unit,
      // Nothing was measured after it arrived.
      occur_time: new Date(Math.min(time.occurTime, recvTs)).toISOString(),
      recv_time: new Date(recvTs).toISOString(),
      time_quality: time.timeQuality,
      historical: hist ? 1 : 0,
    })
  }
}

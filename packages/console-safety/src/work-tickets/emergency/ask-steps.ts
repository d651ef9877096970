import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import type { HeldLock } from './HeldLockSelect.tsx'

/** What the wizard of T47 collects. */
export interface Ask {
  readonly held: HeldLock | null
  readonly reason: string
  readonly ownerAbsent: string
  readonly contacts: readonly { key: number; time: string; channel: string; outcome: string }[]
  readonly areaChecked: boolean
  readonly areaPhoto: string
}

/** An empty request with two lines for tries, as of `now` (epoch ms). */
export function firstAsk(held: HeldLock | null, now: number): Ask {
  const time = wireTimeOf(Math.floor(now / 60_000) * 60_000)
  const line = (key: number) => ({ key, time, channel: '', outcome: '' })
  return {
    held,
    reason: '',
    ownerAbsent: '',
    contacts: [line(0), line(1)],
    areaChecked: false,
    areaPhoto: '',
  }
}

/** What a step still misses, in words; '' when it is complete. The server asks the same again (T47). */
export function askProblem(step: number, ask: Ask): string {
  if (step === 0) return ask.held ? '' : '请选择要拆的个人锁'
  if (step === 1) {
    if (ask.reason.trim() === '') return '请填写拆锁原因'
    if (ask.ownerAbsent.trim() === '') return '请填写锁主不在场的依据'
    const full = ask.contacts.filter((row) => row.time && row.channel && row.outcome.trim() !== '')
    return full.length < 2 ? `请完整填写至少 2 次联系，现有 ${full.length} 次` : ''
  }
  if (!ask.areaChecked) return '请确认现场无人'
  return ask.areaPhoto ? '' : '请拍摄现场无人的照片'
}

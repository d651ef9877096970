import { contactsGap } from '@suoan/domain/work-ticket'
import { shanghaiMoment } from '@suoan/kit/shanghai'
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

/** An empty request with two lines for tries; when they were, whoever tried says. */
export function firstAsk(held: HeldLock | null): Ask {
  const line = (key: number) => ({ key, time: '', channel: '', outcome: '' })
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
export function askProblem(step: number, ask: Ask, now: number): string {
  if (step === 0) return ask.held ? '' : '请选择要拆的个人锁'
  if (step === 1) {
    if (ask.reason.trim() === '') return '请填写拆锁原因'
    if (ask.ownerAbsent.trim() === '') return '请填写锁主不在场的依据'
    const full = ask.contacts.filter((row) => row.time && row.channel && row.outcome.trim() !== '')
    if (full.length < 2) return `请完整填写至少 2 次联系，现有 ${full.length} 次`
    return (
      contactsGap(
        full.map((row) => ({ ...row, at: shanghaiMoment(row.time) })),
        now,
      ) ?? ''
    )
  }
  if (!ask.areaChecked) return '请确认现场无人'
  return ask.areaPhoto ? '' : '请拍摄现场无人的照片'
}

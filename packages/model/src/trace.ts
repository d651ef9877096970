import type { CounterExample } from './walk.ts'

/** A counter-example as people read it, step by step; empty when there is none. */
export function traceText(found: CounterExample | null): string {
  if (found === null) return ''
  const steps = found.trace.map((step, place) => `  ${place + 1}. ${step}`)
  return [`反例（${found.scene}）${found.id}：${found.text}`, ...steps].join('\n')
}

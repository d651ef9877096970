import { patternOf, type Field, type Resource } from '@suoan/contract'

/** A value for a field that its own description accepts; `n` makes it different from the others. */
export function sampleValue(
  field: Field,
  n: number,
  dictValue: (code: string) => string | undefined,
): unknown {
  const digits = String(n).padStart(4, '0')
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'secret':
    case 'file': {
      const candidates = [
        `样例${digits}`,
        `S${digits}`,
        `s${digits}`,
        `name${digits}@example.com`,
        `1380000${digits}`,
        digits,
        '1',
        'ANY',
        'true',
        `/page${digits}`,
      ]
      const fits = candidates.find(
        (text) => text.length <= (field.max ?? 255) && (patternOf(field)?.test(text) ?? true),
      )
      if (fits === undefined)
        throw new Error(`no sample fits “${field.label}”; name one in the suite's own drafts`)
      return fits
    }
    case 'code':
      return `C-${digits}`
    case 'integer':
    case 'decimal':
      return Math.min(field.to ?? n, Math.max(field.from ?? 0, n))
    case 'flag':
      return 1
    case 'boolean':
      return true
    case 'dict':
    case 'dicts':
      return dictValue(field.dict ?? '') ?? '1'
    case 'dictNumber':
      return Number(dictValue(field.dict ?? '') ?? 1)
    case 'region':
      return '320506'
    case 'date':
      return '2026-03-02'
    case 'dateTime':
      return '2026-03-02 09:30:00'
    case 'json': {
      const candidates = [{ n }, [], {}, { WORK: [] }, [{ week: 1, times: [{ s: '08:00', e: '17:00' }] }]]
      return candidates.find((value) => (field.check?.(value) ?? null) === null)
    }
    case 'ref':
    case 'refs':
      return undefined
    default:
      return field.kind satisfies never
  }
}

/** Every field of a form with a value, references left out. */
export function sampleDraft(
  resource: Resource,
  n: number,
  dictValue: (code: string) => string | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => !field.derived && !field.hidden)
      .map(([name, field]) => [name, sampleValue(field, n, dictValue)])
      .filter(([, value]) => value !== undefined),
  )
}

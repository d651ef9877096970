import { measureTemplate, type TemplateMeasure } from '@suoan/contract'

/** A line as it is edited: its words may still be missing. */
export type TemplateLine = Omit<TemplateMeasure, 'content'> & { readonly content: string }

/** The stored text as lines to edit; one that is still empty stays. */
export function readTemplate(text: string): readonly TemplateLine[] {
  if (text.trim() === '') return []
  try {
    const stored: unknown = JSON.parse(text)
    if (!Array.isArray(stored)) return []
    return stored.flatMap((line: unknown): TemplateLine[] => {
      const read = measureTemplate.safeParse([line]).data?.[0]
      if (read) return [read]
      const written = typeof line === 'object' && line !== null ? line : {}
      const rest = measureTemplate.safeParse([{ ...written, content: '…' }]).data?.[0]
      return [{ must: 0, controlRank: null, ...rest, content: '' }]
    })
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

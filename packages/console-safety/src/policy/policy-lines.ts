import {
  jsonLines,
  parts,
  type JsonCodec,
  type LineRow,
} from '@suoan/console-base/editable-table/json-lines.ts'

const measure = { content: parts.text, must: parts.flag, controlRank: parts.numberChoice } as const
export type MeasureRow = LineRow<typeof measure>
/** 安全措施模板: a text alone is a measure that is offered. */
export const measureLines = jsonLines(measure, { bare: 'content' })

/** What one role has to hold; several certificates are joined by commas. */
export interface CertRow {
  readonly id: string
  readonly roleTag: string | null
  readonly certTypes: string | null
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** 资质要求: stored by role, a row each. */
export const certLines: JsonCodec<CertRow> = {
  read(stored) {
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null
    const rows = Object.entries(stored).map(([roleTag, certs]: [string, unknown]) =>
      isTexts(certs) ? { roleTag, certTypes: certs.length === 0 ? null : certs.join(',') } : null,
    )
    return rows.every((row) => row !== null) ? rows : null
  },
  write: (rows) =>
    rows.length === 0
      ? undefined
      : Object.fromEntries(
          rows.map(({ roleTag, certTypes }) => [roleTag ?? '', certTypes?.split(',').filter(Boolean) ?? []]),
        ),
}

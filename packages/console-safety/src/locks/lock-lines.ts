import { parts, jsonLines, type JsonCodec } from '@suoan/console-base/editable-table/json-lines.ts'

/** `properties`, `events` and `functions` of a thing model. */
export type ThingKind = 'properties' | 'events' | 'functions'
export const thingKinds: readonly { readonly value: ThingKind; readonly text: string }[] = [
  { value: 'properties', text: '属性' },
  { value: 'events', text: '事件' },
  { value: 'functions', text: '功能' },
]

/** A line of any kind; what the kind does not have is empty. */
export interface ThingRow {
  readonly id: string
  readonly kind: ThingKind
  readonly identifier: string
  readonly name: string
  readonly dataType: string | null
  readonly unit: string
  readonly min: number | null
  readonly max: number | null
  readonly access: string | null
  readonly level: string | null
  readonly desc: string
}

const named = { identifier: parts.text, name: parts.text } as const
const described = { desc: parts.note } as const
const lines = {
  properties: jsonLines({
    ...named,
    dataType: parts.choice,
    unit: parts.note,
    min: parts.number,
    max: parts.number,
    access: parts.choice,
    ...described,
  }),
  events: jsonLines({ ...named, level: parts.choice, ...described }),
  functions: jsonLines({ ...named, ...described }),
} as const
const isKind = (name: string): name is ThingKind => Object.hasOwn(lines, name)

export const blankThing: Omit<ThingRow, 'id'> = {
  kind: 'properties',
  identifier: '',
  name: '',
  dataType: null,
  unit: '',
  min: null,
  max: null,
  access: null,
  level: null,
  desc: '',
}

/** 物模型: lines of the three kinds in one table, each kind in its order. */
export const thingLines: JsonCodec<ThingRow> = {
  read(stored) {
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null
    const kinds = Object.entries(stored)
    const rows = kinds.map(([kind, list]: [string, unknown]) =>
      isKind(kind)
        ? (lines[kind].read(list)?.map((line) => ({ ...blankThing, ...line, kind })) ?? null)
        : null,
    )
    if (!rows.every((each) => each !== null)) return null
    return thingKinds.flatMap(({ value }) => rows.flat().filter(({ kind }) => kind === value))
  },
  write(rows) {
    if (rows.length === 0) return undefined
    const of = (kind: ThingKind) => rows.filter((row) => row.kind === kind)
    const [properties, events, functions] = [
      lines.properties.write(of('properties')),
      lines.events.write(of('events')),
      lines.functions.write(of('functions')),
    ]
    return {
      ...(properties === undefined ? {} : { properties }),
      ...(events === undefined ? {} : { events }),
      ...(functions === undefined ? {} : { functions }),
    }
  },
}

/** One stretch of a weekday. */
export interface WeekRow {
  readonly id: string
  /** ISO weekday, as the choice of a list. */
  readonly week: string | null
  readonly from: string
  readonly to: string
}

/** A time as people type it (`8:00`, `8：00`) as it is stored; what is none stays as typed. */
const clockText = (typed: string): string => {
  const [whole, hour = '', minute] = /^(\d{1,2}):(\d{2})$/.exec(typed.normalize('NFKC').trim()) ?? []
  return whole === undefined ? typed : `${hour.padStart(2, '0')}:${minute}`
}

const times = jsonLines({ s: parts.text, e: parts.text })

/** 周期计划: a row for each stretch; stretches of a day are stored together. */
export const weekLines: JsonCodec<WeekRow> = {
  read(stored) {
    if (!Array.isArray(stored)) return null
    const days = stored.map((day: unknown) => {
      if (typeof day !== 'object' || day === null) return null
      if (Object.keys(day).some((name) => name !== 'week' && name !== 'times')) return null
      const week = parts.numberChoice.read('week' in day ? day.week : undefined)
      const stretches = times.read('times' in day ? day.times : undefined)
      if (week === undefined || stretches === null) return null
      return stretches.map(({ s, e }) => ({ week, from: s, to: e }))
    })
    return days.every((day) => day !== null) ? days.flat() : null
  },
  write(rows) {
    if (rows.length === 0) return undefined
    const days = new Map<string | null, WeekRow[]>()
    for (const row of rows) days.set(row.week, [...(days.get(row.week) ?? []), row])
    return Array.from(days, ([week, stretches]) => ({
      week: parts.numberChoice.write(week),
      times: stretches.map(({ from, to }) => ({ s: clockText(from), e: clockText(to) })),
    }))
  },
}

/** One means by which a lock recognises a person. */
export interface CredentialRow {
  readonly id: string
  readonly means: string | null
  readonly key: string
}
export const credentialMeans = [
  { value: 'card', text: '卡号摘要' },
  { value: 'key', text: '智能钥匙' },
  { value: 'slot', text: '锁内序号' },
] as const

/** 凭证引用: stored as `means:key`. */
export const credentialLines: JsonCodec<CredentialRow> = {
  read(stored) {
    if (!Array.isArray(stored)) return null
    const rows = stored.map((each: unknown) => {
      const [whole, means, key] = typeof each === 'string' ? (/^(card|key|slot):(.*)$/s.exec(each) ?? []) : []
      return whole === undefined || means === undefined ? null : { means, key: key ?? '' }
    })
    return rows.every((row) => row !== null) ? rows : null
  },
  write: (rows) =>
    rows.length === 0 ? undefined : rows.map(({ means, key }) => `${means ?? ''}:${key.trim()}`),
}

import type { z } from 'zod'
import type { RowRecord } from '../db/compile.ts'
import type { Tx } from '../context.ts'

/** What a value is asked for. */
export interface FillAsk {
  readonly tenantId: number
  readonly ruleCode: string
  /** What the form or the draft holds so far. */
  readonly form: RowRecord
  /** Department code of who asks, '' when there is none. */
  readonly orgCode: string
  /** Epoch ms. */
  readonly now: number
}

/** What making a value may use. */
export interface FillCall<P> extends Omit<FillAsk, 'ruleCode'> {
  readonly tx: Tx
  readonly params: P
  /** The next number of a sequence of this rule, from 1, gap-free: one sequence per `scope`. */
  next(scope: string): Promise<number>
}

/** A way to make values, by code: a rule names it and gives its parameters. */
export interface FillKind<P = unknown> {
  /** What the rule stores, e.g. `SequenceRule`. */
  readonly name: string
  /** Chinese. */
  readonly title: string
  readonly params: z.ZodType<P>
  /** What each parameter means, Chinese; the keys of `params`. */
  readonly help: Readonly<Record<string, string>>
  /** Parameters to begin with. */
  readonly example: Readonly<Record<string, unknown>>
  make(call: FillCall<P>): Promise<string>
}

/** The next value of a rule of the tenant; null where it has no rule of this code. Refuses with reasons for people. */
export type FillValue = (tx: Tx, ask: FillAsk) => Promise<string | null>

/** Who keeps the rules that fields name by `fillRule`, and the ways to make values: the engine knows none of them. */
export interface FillRules {
  use(fill: FillValue): void
  readonly next: FillValue
  /** Throws when the name is taken. */
  declare<P>(kind: FillKind<P>): void
  readonly kinds: ReadonlyMap<string, FillKind>
}

/** Without rules, so that values must be typed, until a feature brings them. */
export function createFillRules(): FillRules {
  let current: FillValue | undefined
  const kinds = new Map<string, FillKind>()
  return {
    use: (fill) => {
      current = fill
    },
    next: async (...which) => (await current?.(...which)) ?? null,
    declare: (kind) => {
      if (kinds.has(kind.name)) throw new Error(`the fill rule class ${kind.name} is declared twice`)
      // Parameters are read by the kind's own schema before it sees them.
      kinds.set(kind.name, kind)
    },
    kinds,
  }
}

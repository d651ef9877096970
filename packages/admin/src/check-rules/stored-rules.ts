import type { FailedCheck } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import { runSql, type Queryable } from '@suoan/platform/db/run-sql'
import { fail } from '@suoan/platform/fail'
import { firstFailure, LONGEST_VALUE, readEntries, type Reading } from './rule-entries.ts'

/** What a rule says of a value. */
export type Verdict =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'passed' }
  /** `message` is what a person is told. */
  | { readonly kind: 'failed'; readonly message: string; readonly failure: FailedCheck }

type Rules = ReadonlyMap<string, Reading>

/** Another node's change is seen after at most this long. */
const KEEP_MS = 30_000

/**
 * The check rules of a server's tenants, read once and kept: an import asks them of every row. Whoever is inside a
 * transaction passes it, so that nobody waits for a second connection.
 */
export function storedRules(ctx: Context) {
  const byTenant = new Map<number, { readonly until: number; readonly rules: Rules }>()
  // Counts changes: what was read before one is not kept after it.
  let generation = 0
  const forget = (): void => {
    generation += 1
    byTenant.clear()
  }
  ctx.broadcasts.on('resource.changed', ({ resource }) => {
    if (resource === 'checkRule') forget()
  })
  ctx.broadcasts.on('broadcasts.missed', forget)

  const rulesOf = async (db: Queryable, tenantId: number): Promise<Rules> => {
    const kept = byTenant.get(tenantId)
    if (kept && kept.until > performance.now()) return kept.rules
    const startedIn = generation
    const rows = await runSql<{ code: string; json: string | null }>(
      db,
      'select rule_code as code, rule_json as json from sys_check_rule where tenant_id = $1',
      [tenantId],
    )
    const rules = new Map(rows.map(({ code, json }) => [code, readEntries(json)]))
    if (startedIn === generation) byTenant.set(tenantId, { until: performance.now() + KEEP_MS, rules })
    return rules
  }

  return {
    /** Throws `BAD_INPUT` for a value too long to be tested, and for a rule that cannot be read. */
    async judge(db: Queryable, tenantId: number, ruleCode: string, value: string): Promise<Verdict> {
      const reading = (await rulesOf(db, tenantId)).get(ruleCode)
      if (!reading) return { kind: 'unknown' }
      if (value.length > LONGEST_VALUE)
        throw fail('BAD_INPUT', { detail: `被校验的值最多 ${LONGEST_VALUE} 个字符，请缩短后重试` })
      if (!reading.ok)
        throw fail('BAD_INPUT', { detail: `${reading.reason}。请联系系统管理员修改该校验规则` })
      const failure = firstFailure(reading.entries, value)
      if (!failure) return { kind: 'passed' }
      return { kind: 'failed', message: failure.message || '该值不符合校验规则，请修改', failure }
    },
  }
}

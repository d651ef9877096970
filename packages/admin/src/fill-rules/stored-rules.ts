import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { fail } from '@suoan/platform/fail'
import { issuesText } from '@suoan/platform/http/parse-input'
import type { FillAsk, FillKind, FillRules } from '@suoan/platform/resource/fill-rules'

/** A rule that can be run: a way to make values with parameters that its schema has read. */
export interface RunnableRule {
  readonly kind: FillKind
  readonly params: unknown
}

/** Reads what a rule stores. Throws `BAD_INPUT` for a class that is not there and for parameters that do not fit it. */
export function readRule(
  kinds: FillRules['kinds'],
  ruleClass: string,
  ruleParams: string | null,
): RunnableRule {
  // Clients of the family store the whole name of a Java class.
  const kind = kinds.get(ruleClass.slice(ruleClass.lastIndexOf('.') + 1).trim())
  if (!kind)
    throw fail('BAD_INPUT', {
      detail: `规则实现类“${ruleClass}”不存在，可用：${[...kinds.keys()].join('、')}`,
    })
  const parsed = kind.params.safeParse(objectOf(ruleParams))
  if (!parsed.success) throw fail('BAD_INPUT', { detail: `规则参数：${issuesText(parsed.error.issues)}` })
  return { kind, params: parsed.data }
}

function objectOf(text: string | null): unknown {
  if (text === null || text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw fail('BAD_INPUT', { detail: '请输入JSON字符串' })
    throw error
  }
  if (Array.isArray(value)) throw fail('BAD_INPUT', { detail: '只能传递JSON对象，不能传递JSON数组' })
  if (typeof value !== 'object' || value === null) throw fail('BAD_INPUT', { detail: '只能传递JSON对象' })
  return value
}

/**
 * The next value of a rule of the tenant, null without such a rule. Its sequence stays locked until the caller's
 * transaction ends: a number that is not stored is given again, so there is no gap and no duplicate.
 */
export async function nextValue(kinds: FillRules['kinds'], tx: Tx, ask: FillAsk): Promise<string | null> {
  const { ruleCode, ...about } = ask
  const [rule] = await runSql<{ ruleClass: string; ruleParams: string | null }>(
    tx,
    `select rule_class as "ruleClass", rule_params as "ruleParams" from sys_fill_rule
     where tenant_id = $1 and rule_code = $2 and del_flag = 0`,
    [ask.tenantId, ruleCode],
  )
  if (!rule) return null
  const { kind, params } = readRule(kinds, rule.ruleClass, rule.ruleParams)
  return await kind.make({
    ...about,
    tx,
    params,
    next: (scope) => nextNumber(tx, ask.tenantId, ruleCode, scope),
  })
}

async function nextNumber(tx: Tx, tenantId: number, ruleCode: string, scope: string): Promise<number> {
  const { rows } = await sql<{ lastNo: string }>`
    insert into sys_fill_sequence (tenant_id, rule_code, scope, last_no)
    values (${tenantId}, ${ruleCode}, ${scope}, 1)
    on conflict (tenant_id, rule_code, scope) do update set last_no = sys_fill_sequence.last_no + 1
    returning last_no`.execute(tx)
  return Number(rows[0]?.lastNo)
}

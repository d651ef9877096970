import { codeText, isFilled, patternOf, type Field } from '@suoan/contract'
import { compile, type RowRecord } from '../db/compile.ts'
import { runSql } from '../db/run-sql.ts'
import { failFields, type FieldProblem } from '../fail.ts'
import { engineOf } from './engine.ts'
import type { HookCall } from './hooks.ts'
import type { MountedResource } from './mounted-resource.ts'

/** So many numbers that people have typed before are passed over; then somebody must look at the rule. */
const MOST_TAKEN = 100

/**
 * Makes what is empty and has a fill rule, in place, in the transaction that stores the row: a number is taken only by a
 * row that is there. Throws for a required field that no rule of the tenant fills, and for a value that its field refuses.
 */
export async function fillEmpty(
  { ctx, resource }: MountedResource,
  values: RowRecord,
  { tx, scope, actor, now }: Pick<HookCall, 'tx' | 'scope' | 'actor' | 'now'>,
): Promise<void> {
  const problems: FieldProblem[] = []
  for (const [name, field] of Object.entries(resource.fields)) {
    const { fillRule: ruleCode, label } = field
    if (ruleCode === undefined || !isFilled(field) || (values[name] ?? '') !== '') continue
    const column = compile(resource).columns.get(name)?.column
    let made: string | null = null
    for (let tried = 0; ; tried += 1) {
      const ask = { tenantId: scope.tenantId, ruleCode, form: values, orgCode: actor.orgCode, now }
      made = await engineOf(ctx).fillRules.next(tx, ask)
      if (made === null || !field.unique || column === undefined) break
      const taken = await runSql(
        tx,
        `select 1 from ${resource.table} where tenant_id = $1 and ${column} = $2 limit 1`,
        [scope.tenantId, made],
      )
      if (taken.length === 0) break
      if (tried === MOST_TAKEN) {
        problems.push({
          field: name,
          text: `“${label}”：编码规则“${ruleCode}”接下来的 ${MOST_TAKEN} 个编号都已被使用，请自行填写，或修改规则的前缀`,
        })
        break
      }
    }
    const misfit = made === null ? null : misfitOf(field, made)
    if (misfit !== null)
      problems.push({
        field: name,
        text: `“${label}”：编码规则“${ruleCode}”生成的“${made}”${misfit}，请自行填写，或修改规则`,
      })
    if (made !== null) values[name] = made
    else if (field.required)
      problems.push({ field: name, text: `“${label}”不能为空（没有编码规则“${ruleCode}”，不能自动编号）` })
  }
  if (problems.length > 0) throw failFields(problems)
}

function misfitOf(field: Field, value: string): string | null {
  if (value.length > (field.max ?? 255)) return `超过 ${field.max ?? 255} 个字`
  if (field.kind === 'code' && !codeText.test.test(value)) return codeText.message
  const pattern = patternOf(field)
  return pattern && !pattern.test(value) ? pattern.message : null
}

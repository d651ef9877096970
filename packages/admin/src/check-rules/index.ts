import { checkRule, checkRuleEndpoints } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { defineHooks, engineOf, mountResource } from '@suoan/platform/resource'
import { readEntries } from './rule-entries.ts'
import { storedRules } from './stored-rules.ts'

const refuseUnreadable = ({ ruleJson }: { ruleJson?: string | null }): void => {
  const reading = readEntries(ruleJson ?? null)
  if (!reading.ok) throw fail('BAD_INPUT', { detail: reading.reason })
}
const hooks = defineHooks(checkRule, { beforeAdd: refuseUnreadable, beforeEdit: refuseUnreadable })

/**
 * 系统校验规则 and the call that tests a value with one (4-api.md §7.9). Whatever is saved or imported into a field that
 * names a rule is judged by the same one, in the same words.
 */
export const checkRules: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, checkRule, hooks)
  const rules = storedRules(ctx)
  engineOf(ctx).valueRules.use(async (...which) => {
    const verdict = await rules.judge(...which)
    return verdict.kind === 'failed' ? verdict.message : null
  })
  bind(checkRuleEndpoints.check, async ({ input, actor }) => {
    const verdict = await rules.judge(ctx.pool, actor.tenantId, input.ruleCode, decodedOnce(input.value))
    if (verdict.kind === 'passed') return answered(null, '')
    return verdict.kind === 'unknown'
      ? answered(null, '该编码不存在', 500, false)
      : answered(verdict.failure, verdict.message, 500, false)
  })
}

/** The client encodes the value twice; what cannot be decoded again was encoded once. */
function decodedOnce(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return value
    throw error
  }
}

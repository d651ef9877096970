import { checkRule, checkRuleEndpoints } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import { anybody, dataScope } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { defineHooks, mountResource, resourceStore } from '@suoan/platform/resource'
import { firstFailure, LONGEST_VALUE, readEntries } from './rule-entries.ts'

const refuseUnreadable = ({ ruleJson }: { ruleJson?: string | null }): void => {
  const reading = readEntries(ruleJson ?? null)
  if (!reading.ok) throw fail('BAD_INPUT', { detail: reading.reason })
}
const hooks = defineHooks(checkRule, { beforeAdd: refuseUnreadable, beforeEdit: refuseUnreadable })

/** 系统校验规则 and the call that tests a value with one (4-api.md §7.9). */
export const checkRules: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, checkRule, hooks)
  bind(checkRuleEndpoints.check, async ({ input, actor }) => {
    const scope = await dataScope(ctx, actor, checkRule, anybody)
    const [rule] = await resourceStore(checkRule).list(ctx.pool, scope, eq('ruleCode', input.ruleCode), {
      limit: 1,
    })
    if (!rule) return answered(null, '该编码不存在', 500, false)
    const value = decodedOnce(input.value)
    if (value.length > LONGEST_VALUE)
      throw fail('BAD_INPUT', { detail: `被校验的值最多 ${LONGEST_VALUE} 个字符，请缩短后重试` })
    const reading = readEntries(typeof rule['ruleJson'] === 'string' ? rule['ruleJson'] : null)
    if (!reading.ok) throw fail('BAD_INPUT', { detail: `${reading.reason}。请联系系统管理员修改该校验规则` })
    const failure = firstFailure(reading.entries, value)
    if (!failure) return answered(null, '')
    return answered(failure, failure.message || '该值不符合校验规则，请修改', 500, false)
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

import { checkRuleEndpoints, duplicateEndpoints } from '@suoan/contract'
import { judgedRule, type FormRules } from '@suoan/ui/form-rules'
import { request } from '../../request/client.ts'
import { RequestFailure } from '../../request/failure.ts'

/** Rules of forms that the server answers. Both are asked when the input is left; what is empty passes. */
type Rule = FormRules[number]

interface Duplicate {
  /** Table and column that may hold the value only once. */
  readonly table: string
  readonly field: string
  readonly label: string
  /** The row that is edited; its own value is none of somebody else. */
  readonly id?: string | undefined
}

/** No other row holds the value (4-api.md §7.23). When it cannot be asked, the save itself will tell. */
export const duplicateRule = ({ table, field, label, id }: Duplicate): Rule =>
  judgedRule(
    async (value) => {
      const query = { tableName: table, fieldName: field, fieldVal: String(value).trim(), dataId: id }
      const answer = await answerOf(duplicateEndpoints.check.path, query)
      return answer?.includes('已存在') ? `${label}已存在!` : null
    },
    { validateTrigger: 'onBlur' },
  )

/**
 * A rule that the plant maintains under 系统校验规则 (4-api.md §7.9); a code that nobody maintains refuses nothing.
 * @param stored what the field held when it was opened: that passes
 */
export const checkRuleRule = (ruleCode: string, stored?: unknown): Rule =>
  judgedRule(
    async (value) => {
      if (value === stored) return null
      // Encoded by itself, and once more on the way.
      const query = { ruleCode, value: encodeURIComponent(String(value).trim()) }
      const answer = await answerOf(checkRuleEndpoints.check.path, query)
      return answer === unknownRule ? null : answer
    },
    { validateTrigger: 'onBlur' },
  )

const unknownRule = '该编码不存在'

/** What the server says against it; null where it agrees or cannot be asked. */
async function answerOf(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  try {
    await request({ method: 'GET', path, query, quiet: true })
    return null
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    return error.kind === 'business' ? error.message : null
  }
}

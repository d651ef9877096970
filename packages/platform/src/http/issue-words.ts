import type { z } from 'zod'

/**
 * What is wrong with one value of a request, in words for whoever sent it: no type name, pattern or spelling of the
 * schema library. Said where a schema brings no words of its own.
 */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return '不能为空，请填写'
      return `应为${kinds[issue.expected] ?? '其他内容'}，请检查后重新填写`
    case 'invalid_value':
      return `只能是 ${issue.values.map((each) => (each === '' ? '空' : String(each))).join('、')}${issue.values.length > 1 ? ' 之一' : ''}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return '不能为空，请填写'
      return issue.origin in sizes
        ? `至少 ${issue.minimum} ${sizes[issue.origin]}`
        : `不能${issue.inclusive === false ? '小于或等于' : '小于'} ${issue.minimum}`
    case 'too_big':
      return issue.origin in sizes
        ? `最多 ${issue.maximum} ${sizes[issue.origin]}`
        : `不能${issue.inclusive === false ? '大于或等于' : '大于'} ${issue.maximum}`
    case 'not_multiple_of':
      return `必须是 ${issue.divisor} 的倍数`
    case 'unrecognized_keys':
      return `不能包含 ${issue.keys.slice(0, 5).join('、')}`
    default:
      return '格式不正确，请检查后重新填写'
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  int: '整数',
  nan: '数字',
  boolean: '是或否（true 或 false）',
  array: '列表',
  object: '一组字段',
  record: '一组字段',
  date: '日期',
}

/** What is counted of a value that has a length. */
const sizes: Readonly<Record<string, string>> = { string: '个字符', array: '项', set: '项' }

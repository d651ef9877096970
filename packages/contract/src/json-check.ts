import type { z } from 'zod'

/** Where in a value something is wrong: indexes of lists and names of properties, from the outside in. */
export type JsonPath = readonly PropertyKey[]

/** Words for a property, and for a line of a list. */
const placeBy =
  (titles: Readonly<Record<string, string>>) =>
  (path: JsonPath): string =>
    path
      .map((part) =>
        typeof part === 'number' ? `第 ${part + 1} 行` : `“${titles[String(part)] ?? String(part)}”`,
      )
      .join('')

/**
 * The `check` of a JSON field (`FieldOptions`) from the shape of its content: the first thing that does not fit, with its
 * place in words. `titles` names the properties as the columns of the table do, or words a whole path.
 * @example checkOf(z.array(z.strictObject({ content: z.string().min(1) })), { content: '措施' }) // 第 3 行“措施”：请填写
 */
export function checkOf(
  shape: z.ZodType,
  titles: Readonly<Record<string, string>> | ((path: JsonPath) => string) = {},
): (value: unknown) => string | null {
  const place = typeof titles === 'function' ? titles : placeBy(titles)
  return (value) => {
    const [issue] = shape.safeParse(value, { error: wordsOf }).error?.issues ?? []
    return issue ? [place(issue.path), issue.message].filter(Boolean).join('：') : null
  }
}

/** What an issue says to people where the shape has no words of its own. */
function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? '请填写' : '内容的类型不对，请重新填写'
    case 'too_small':
      if (issue.origin === 'string') return '请填写'
      return issue.origin === 'number' ? `不能小于 ${issue.minimum}` : `至少 ${issue.minimum} 项`
    case 'too_big':
      if (issue.origin === 'string') return `最多 ${issue.maximum} 个字`
      return issue.origin === 'number' ? `不能大于 ${issue.maximum}` : `最多 ${issue.maximum} 项`
    case 'invalid_value':
      return '不在可选范围内，请重新选择'
    case 'unrecognized_keys':
      return `不能有“${issue.keys.join('、')}”`
    default:
      return '格式不正确，请检查后重新填写'
  }
}

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
    return issue ? sayAt(place(issue.path), issue.message) : null
  }
}

/** A place and what is wrong there, as one sentence. */
export const sayAt = (place: string, words: string): string => [place, words].filter(Boolean).join('：')

/** What is wrong with a value, in words that stand after its place. */
export const jsonWords = {
  missing: '请填写',
  kind: '内容的类型不对，请重新填写',
  tooFew: (least: number | bigint): string => `至少 ${least} 项`,
  tooMany: (most: number | bigint): string => `最多 ${most} 项`,
  tooSmall: (least: number | bigint): string => `不能小于 ${least}`,
  tooLarge: (most: number | bigint): string => `不能大于 ${most}`,
  tooLong: (most: number | bigint): string => `最多 ${most} 个字`,
  foreign: (names: readonly string[]): string => `不能有“${names.join('、')}”`,
}

/** What an issue says to people where the shape has no words of its own. */
function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? jsonWords.missing : jsonWords.kind
    case 'too_small':
      if (issue.origin === 'string') return jsonWords.missing
      return (issue.origin === 'number' ? jsonWords.tooSmall : jsonWords.tooFew)(issue.minimum)
    case 'too_big':
      if (issue.origin === 'string') return jsonWords.tooLong(issue.maximum)
      return (issue.origin === 'number' ? jsonWords.tooLarge : jsonWords.tooMany)(issue.maximum)
    case 'invalid_value':
      return '不在可选范围内，请重新选择'
    case 'unrecognized_keys':
      return jsonWords.foreign(issue.keys)
    default:
      return '格式不正确，请检查后重新填写'
  }
}

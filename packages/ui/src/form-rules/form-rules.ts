import { jsonProblemText } from '@suoan/kit/json-text'
import { judgeOf, named, type PatternName } from '@suoan/kit/pattern'
import type { FormItemProps } from 'antd'
import { boundWords, chosenCount } from './words.ts'

export type FormRules = NonNullable<FormItemProps['rules']>

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** A rule that is asked only of what is not empty; `judge` answers why a value is refused, or null. */
export const judgedRule = (
  judge: (value: unknown) => string | null | Promise<string | null>,
  part: { readonly validateTrigger?: string | string[] } = {},
): FormRules[number] => ({
  ...part,
  validator: async (_, value: unknown) => {
    const problem = isEmpty(value) ? null : await judge(value)
    if (problem !== null) throw new Error(problem)
  },
})

/** A text that is JSON; blanks alone are none. Says the line and the column of the first fault. */
export const jsonRule: FormRules[number] = judgedRule((value) =>
  String(value).trim() === '' ? null : jsonProblemText(String(value)),
)

/** The names of the one table of patterns, in its order. */
export const patternNames: readonly PatternName[] = Object.keys(named).filter((name): name is PatternName =>
  Object.hasOwn(named, name),
)

/**
 * A pattern of the one table of them (`@suoan/kit/pattern`, 2-data-entry.md §5) by its name, or an expression of one's
 * own, as a rule. What does not compile refuses nothing but says so.
 */
export function patternRule(pattern: PatternName | RegExp, message?: string): FormRules[number] {
  const judge = judgeOf(pattern)
  return judgedRule((value) =>
    'objection' in judge
      ? `校验规则不是有效的正则表达式，请联系管理员：${judge.objection}`
      : judge.test(String(value))
        ? null
        : (message ?? judge.message),
  )
}

/** 最小长度N位字符 and 最大长度N位字符, counted in characters as people see them. */
export function lengthRules({
  min,
  max,
}: {
  readonly min?: number | undefined
  readonly max?: number | undefined
}): FormRules {
  return [
    ...(min === undefined
      ? []
      : [judgedRule((value) => ([...String(value)].length < min ? boundWords.tooShort(min) : null))]),
    ...(max === undefined
      ? []
      : [judgedRule((value) => ([...String(value)].length > max ? boundWords.tooLong(max) : null))]),
  ]
}

/** 最少选择N项 and 最多选择N项, of a list or of a text with separators. Nothing chosen is for `required` to refuse. */
export function countRules({
  least,
  most,
  separator,
}: {
  readonly least?: number | undefined
  readonly most?: number | undefined
  readonly separator?: string
}): FormRules {
  const rule = (fails: (count: number) => boolean, words: string) =>
    judgedRule((value) => (fails(chosenCount(value, separator)) ? words : null))
  return [
    ...(least === undefined ? [] : [rule((count) => count < least, boundWords.tooFewChosen(least))]),
    ...(most === undefined ? [] : [rule((count) => count > most, boundWords.tooManyChosen(most))]),
  ]
}

/** The rules with a name of their own (2-data-entry.md §5 “Form rules”). */
export const namedRules = {
  mobile: [{ required: true, message: '请输入手机号' }, patternRule('m', '请输入正确手机号')],
  userName: [
    { required: true, message: '请输入用户名' },
    patternRule(/^\w+$/, '只允许字母、数字、下划线'),
    // The bounds are 4 and 18; the specification fixes the words.
    judgedRule((value) => {
      const { length } = [...String(value)]
      return length < 4 || length > 18 ? '长度为6到18个字符' : null
    }),
  ],
  email: [patternRule('e', '邮箱格式不正确')],
} as const satisfies Record<string, FormRules>

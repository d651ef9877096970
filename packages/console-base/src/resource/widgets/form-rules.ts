import { codeText, isFilled, patternOf, type Field, type Resource } from '@suoan/contract'
import {
  countRules,
  jsonRule,
  judgedRule,
  lengthRules,
  patternRule,
  type FormRules,
} from '@suoan/ui/form-rules'
import { checkRuleRule, duplicateRule } from './server-rules.ts'

export type FieldRules = FormRules

/** What is edited: the row's id, and what the field held when the form was opened. */
interface Edited {
  readonly id: string | undefined
  readonly stored: unknown
}

const verbOf = (kind: Field['kind']): string =>
  kind === 'file' ? '请上传' : choosing.includes(kind) ? '请选择' : '请输入'

const choosing: readonly Field['kind'][] = ['dict', 'dicts', 'dictNumber', 'ref', 'refs', 'date', 'dateTime']

/** The rules of a field in a form, as its description says them. The server checks all of them again. */
export function formRules(
  resource: Resource,
  name: string,
  field: Field,
  { id, stored }: Edited,
): FieldRules {
  const verb = verbOf(field.kind)
  const rules: FieldRules = []
  const isText =
    field.kind === 'text' || field.kind === 'code' || field.kind === 'longText' || field.kind === 'secret'
  // An empty secret of an edit means "unchanged".
  const isAsked = field.required && !isMade(field, id)
  if (isAsked && !(field.kind === 'secret' && id))
    rules.push({ required: true, message: `${verb}${field.label}!` })
  if (isText && isAsked) rules.push({ whitespace: true, message: `${verb}${field.label}!` })
  if (isText) rules.push(...lengthRules(field))
  rules.push(...countRules({ least: field.leastChosen, most: field.mostChosen }))
  if (field.kind === 'code') rules.push(patternRule(codeText.test, codeText.message))
  const pattern = patternOf(field)
  if (pattern) rules.push(judgedRule((value) => (pattern.test(String(value)) ? null : pattern.message)))
  if (field.kind === 'json') rules.push(jsonRule)
  const { check } = field
  if (check) {
    // A half-written line is no mistake yet, and what is stored already is let alone (decision 0670).
    rules.push({
      validateTrigger: [],
      validator: async (_, value: unknown) => {
        const problem = value === stored || isEmpty(value) ? null : check(contentOf(field, value))
        if (problem !== null) throw new Error(problem)
      },
    })
  }
  if (field.unique)
    rules.push(
      duplicateRule({
        table: resource.table,
        field: columnOf(name, field),
        label: field.takenAs ?? field.label,
        id,
      }),
    )
  // What is stored already was right by the rule of its day.
  if (field.checkRule) rules.push(checkRuleRule(field.checkRule, stored))
  return rules
}

/** Whether the server makes the value of a new row where none is typed. */
export const isMade = (field: Field, id: string | undefined): boolean => id === undefined && isFilled(field)

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
/** JSON stands in a form as text; one that cannot be read has been refused before. */
const contentOf = ({ kind }: Field, value: unknown): unknown =>
  kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value

const columnOf = (name: string, { column }: Field): string =>
  column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

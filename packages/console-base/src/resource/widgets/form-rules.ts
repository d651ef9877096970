import type { Field, Resource } from '@suoan/contract'
import type { FormItemProps } from 'antd'
import { request } from '../../request/client.ts'
import { RequestFailure } from '../../request/failure.ts'

export type FieldRules = NonNullable<FormItemProps['rules']>

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
  if (field.required && !(field.kind === 'secret' && id))
    rules.push({ required: true, message: `${verb}${field.label}!` })
  if (isText && field.required) rules.push({ whitespace: true, message: `${verb}${field.label}!` })
  if (isText && field.min) rules.push({ min: field.min, message: `最小长度${field.min}位字符` })
  if (isText && field.max) rules.push({ max: field.max, message: `最大长度${field.max}位字符` })
  if (field.pattern) rules.push({ pattern: field.pattern.test, message: field.pattern.message })
  if (field.kind === 'json') rules.push({ validator: (_, value: unknown) => checkJson(value) })
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
  if (field.unique) {
    rules.push({
      validateTrigger: 'onBlur',
      validator: (_, value: unknown) => checkUnique(resource, name, field, value, id),
    })
  }
  return rules
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
/** JSON stands in a form as text; one that cannot be read has been refused before. */
const contentOf = ({ kind }: Field, value: unknown): unknown =>
  kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value

function checkJson(value: unknown): Promise<void> {
  if (typeof value !== 'string' || !value.trim()) return Promise.resolve()
  try {
    JSON.parse(value)
    return Promise.resolve()
  } catch (error) {
    return Promise.reject(new Error(`JSON 格式不正确：${error instanceof Error ? error.message : ''}`))
  }
}

/** `/sys/duplicate/check` (4-api.md §7.23); when it cannot be asked, the save itself will tell. */
async function checkUnique(
  resource: Resource,
  name: string,
  field: Field,
  value: unknown,
  id: string | undefined,
) {
  if (value === undefined || value === null || value === '') return
  const column = field.column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const query = { tableName: resource.table, fieldName: column, fieldVal: String(value).trim(), dataId: id }
  try {
    await request({ method: 'GET', path: '/sys/duplicate/check', query, quiet: true })
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    if (error.kind === 'business' && error.message.includes('已存在'))
      throw new Error(`${field.label}已存在!`, { cause: error })
  }
}

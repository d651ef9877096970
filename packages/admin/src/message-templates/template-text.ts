import { messageEvent, variablesOf, type MessageVariable, commonVariables } from '@suoan/contract'
import { brokenPlace, fillPlaces, placesOf } from '@suoan/kit/text-template'
import { z } from 'zod'
import { escapeHtml } from '../message-queue/index.ts'

/** The parts of a template that make a text. */
export interface TemplateText {
  readonly templateName: string
  readonly templateContent: string
  /** `2` is rich text. */
  readonly templateType: string
  readonly templateVars: string | null
  readonly event: string | null
}

/** A variable with its kind: `number` and `time` are checked where the value is given. */
interface Declared extends MessageVariable {
  readonly type: 'text' | 'number' | 'time'
}

const declaredShape = z
  .array(
    z.object({
      name: z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_.]{0,63}$/, '变量名要以字母或下划线开头，只含字母、数字、点和下划线'),
      label: z.string().max(50).default(''),
      type: z.enum(['text', 'number', 'time'], 'type 只能是 text、number 或 time').default('text'),
      required: z.boolean().default(true),
    }),
  )
  .max(50, '最多 50 个变量')

/** The variables a template may use: of its event, or those it declares, or else whatever its text names. */
export function schemaOf(template: TemplateText): Declared[] | string {
  const isOfEvent = template.event !== null && template.event !== ''
  if (isOfEvent) {
    if (messageEvent(template.event ?? '') === undefined) return `本版程序没有业务事件“${template.event}”`
    return variablesOf(template.event ?? '').map((each) => ({ ...each, type: 'text' as const }))
  }
  const common = commonVariables
    .filter(({ name }) => name === 'receiver' || name === 'time')
    .map((each) => ({ ...each, type: 'text' as const }))
  if (template.templateVars === null || template.templateVars.trim() === '') {
    const named = placesOf(`${template.templateName}\n${template.templateContent}`)
    return [
      ...common,
      ...named
        .filter((name) => !common.some((each) => each.name === name))
        .map((name): Declared => ({ name, label: name, sample: '', type: 'text' })),
    ]
  }
  const read = declaredShape.safeParse(parsed(template.templateVars))
  if (!read.success)
    return `变量说明不对：${read.error.issues[0]?.message ?? ''}。格式如 [{"name":"lockName","label":"锁具","type":"text","required":true}]`
  const own = read.data.map(({ name, label, type, required }): Declared => ({
    name,
    label: label || name,
    sample: '',
    type,
    optional: !required,
  }))
  const twice = own.find(({ name }, index) => own.findIndex((each) => each.name === name) !== index)
  if (twice) return `变量“${twice.name}”声明了两次`
  return [...common.filter(({ name }) => !own.some((each) => each.name === name)), ...own]
}

/** What is wrong with a template as it stands; null when nothing is. */
export function objectionTo(template: TemplateText): string | null {
  const text = `${template.templateName}\n${template.templateContent}`
  const broken = brokenPlace(text)
  if (broken !== null)
    return `变量“${broken}”写得不对：变量写作 \${变量名}，变量名只含字母、数字、点和下划线，并以字母或下划线开头`
  const schema = schemaOf(template)
  if (typeof schema === 'string') return schema
  const unknown = placesOf(text).filter((name) => !schema.some((each) => each.name === name))
  if (unknown.length === 0) return null
  const known = schema.map(({ name, label }) => `${name}（${label}）`).join('、')
  const where = template.event ? `业务事件“${messageEvent(template.event)?.title ?? ''}”` : '变量说明'
  return `${where}里没有变量 ${unknown.map((name) => `\${${name}}`).join('、')}，可用的变量：${known}`
}

/** A message made from a template, or why it cannot be. */
export type Made =
  | { readonly ok: true; readonly title: string; readonly content: string; readonly isHtml: boolean }
  | {
      readonly ok: false
      readonly reason: string
      readonly missing: readonly { name: string; label: string }[]
    }

/**
 * Fills a template. Values of rich text are escaped; what a value contains is text in any case. `reason` names every
 * missing variable by label and name, and every value that is not of its kind.
 */
export function makeMessage(template: TemplateText, values: Readonly<Record<string, unknown>>): Made {
  const schema = schemaOf(template)
  if (typeof schema === 'string') return { ok: false, reason: schema, missing: [] }
  const wrong = schema.flatMap(({ name, label, type }) => objectionToValue(label, name, type, values))
  if (wrong.length > 0) return { ok: false, reason: wrong.join('；'), missing: [] }
  const optional = new Set(schema.filter((each) => each.optional).map(({ name }) => name))
  const isHtml = template.templateType === '2'
  const title = fillPlaces(template.templateName, values, { optional })
  const content = fillPlaces(template.templateContent, values, {
    optional,
    ...(isHtml ? { escape: escapeHtml } : {}),
  })
  if (title.ok && content.ok) return { ok: true, title: title.text, content: content.text, isHtml }
  const names = [...new Set([...(title.ok ? [] : title.missing), ...(content.ok ? [] : content.missing)])]
  const missing = names.map((name) => ({
    name,
    label: schema.find((each) => each.name === name)?.label ?? name,
  }))
  return {
    ok: false,
    missing,
    reason: `缺少变量：${missing.map(({ name, label }) => (name === label ? name : `${label}（${name}）`)).join('、')}`,
  }
}

function objectionToValue(
  label: string,
  name: string,
  type: Declared['type'],
  values: Readonly<Record<string, unknown>>,
): string[] {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined || value === null || value === '') return []
  if (typeof value === 'object') return [`变量${label}（${name}）要是文字或数字，不能是列表或对象`]
  if (type === 'number' && !Number.isFinite(Number(value)))
    return [`变量${label}（${name}）要是数字，现在是“${String(value)}”`]
  if (type === 'time' && Number.isNaN(Date.parse(String(value).replace(' ', 'T'))))
    return [`变量${label}（${name}）要是时间，例如 2026-03-02 08:30:00，现在是“${String(value)}”`]
  return []
}

/** JSON text as a value; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Values from JSON text: an object. Null where it is something else. */
export function valuesOf(text: string | null | undefined): Readonly<Record<string, unknown>> | null {
  if (text === null || text === undefined || text.trim() === '') return {}
  const value = parsed(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null
}

import { isFilled, type Field, type FieldKind } from '@suoan/contract'
import { PassThrough } from 'node:stream'
import { actorOf } from '../http/access.ts'
import type { Context } from '../context.ts'
import { engineOf } from './engine.ts'
import type { VerbHandler } from './mounted-resource.ts'
import { scopeFor } from './scope.ts'
import { exampleMark, guideHeading } from './sheet-headings.ts'
import { sheetFields, type SheetField } from './sheet-columns.ts'
import { importLimits } from './sheet-reader.ts'
import { sheetMediaType } from './sheet-writer.ts'
import { columnLetters } from './sheet-xml.ts'
import { writeWorkbook, type BookCell, type BookSheet, type CellChoices } from './workbook.ts'

/** The tab with the values that the lists of the first one offer. */
const OPTIONS = '选项'
/** Title, hint and headings stay in view. */
const HEAD_LINES = 3

/**
 * `importTemplate` (decision 0740): an .xlsx to be filled in and imported. Headings as `importExcel` looks for them, what is
 * required with a star, a note on each, a list to choose from where the values are a dictionary's, and one line as an
 * example, which an import passes over.
 */
export const importTemplate: VerbHandler = async ({ ctx, resource, compiled, hooks }, request, reply) => {
  await scopeFor(ctx, actorOf(request), resource, 'import')
  const fields = sheetFields(compiled, hooks).filter(({ field }) => !field.derived)
  const options = await optionsOf(ctx, fields)
  const sink = new PassThrough()
  writeWorkbook(templateSheets(resource.title, fields, options, targetOf(ctx)), sink).then(
    () => sink.end(),
    (error: unknown) =>
      sink.destroy(error instanceof Error ? error : new Error('template writing failed', { cause: error })),
  )
  reply
    .header('content-type', sheetMediaType.xlsx)
    .header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(`${resource.title}导入模板`)}.xlsx`,
    )
  return await reply.send(sink)
}

/** The texts that a field may hold, by its name; fields that hold anything are not there. */
type Options = ReadonlyMap<string, readonly string[]>

async function optionsOf(ctx: Context, fields: readonly SheetField[]): Promise<Options> {
  const { dictionaries } = engineOf(ctx)
  const found = new Map<string, readonly string[]>()
  for (const { name, field } of fields) {
    if (field.kind === 'flag' || field.kind === 'boolean') found.set(name, ['是', '否'])
    if (field.dict === undefined) continue
    const items = (await dictionaries.items(field.dict)) ?? []
    const texts = [...new Set(items.filter(({ isEnabled }) => isEnabled).map(({ text }) => text.trim()))]
    if (texts.length > 0) found.set(name, texts)
  }
  return found
}

/** What a reference refers to, in words. */
type Target = (field: Field) => { readonly title: string; readonly label: string } | undefined

const targetOf =
  (ctx: Context): Target =>
  (field) => {
    const target = field.resource === undefined ? undefined : engineOf(ctx).resource(field.resource)
    return target && { title: target.title, label: target.fields[target.label]?.label ?? target.title }
  }

/** The sheets of a template. */
function templateSheets(
  title: string,
  fields: readonly SheetField[],
  options: Options,
  target: Target,
): BookSheet[] {
  const cell = (value: string, look: BookCell['look'], note?: string): BookCell => ({ value, look, note })
  const rows: BookCell[][] = [
    [cell(`${title}导入模板`, 'title')],
    [
      cell(
        `带 * 的列必填；各列的要求见表头上的批注；第 ${HEAD_LINES + 1} 行是示例，导入时会忽略，请从第 ${HEAD_LINES + 2} 行开始填写。`,
        'hint',
      ),
    ],
    [
      ...fields.map(({ name, heading, field }) =>
        cell(
          isAsked(field) ? `*${heading}` : heading,
          isAsked(field) ? 'required' : 'heading',
          noteOf(field, options.get(name) ?? [], target(field)),
        ),
      ),
      cell(guideHeading, 'heading', '本列只作说明，导入时会忽略。'),
    ],
    [
      ...fields.map(({ name, heading, field }) =>
        cell(exampleOf(field, heading, options.get(name) ?? [], target(field)), 'example'),
      ),
      cell(exampleMark, 'example'),
    ],
  ]
  const listed = fields.flatMap(({ name, heading, field }, column) => {
    const texts = options.get(name)
    // Several values in one cell fit no list of the program; their note names them.
    return texts === undefined || field.kind === 'dicts' ? [] : [{ column, heading, texts }]
  })
  const sheet: BookSheet = {
    name: '导入',
    widths: [...fields.map(({ heading }) => Math.min(40, Math.max(14, heading.length * 2 + 6))), 30],
    frozen: HEAD_LINES,
    rows,
    choices: listed.map(({ column, heading, texts }, index): CellChoices => ({
      column,
      from: HEAD_LINES + 2,
      to: importLimits.rows + HEAD_LINES + 1,
      // A range and not a list in the rule itself: that one ends at 255 characters.
      formula: `${OPTIONS}!$${columnLetters(index)}$1:$${columnLetters(index)}$${texts.length}`,
      refusal: `请从“${heading}”的下拉列表中选择，或清空该单元格。`.slice(0, 220),
    })),
  }
  if (listed.length === 0) return [sheet]
  const longest = Math.max(...listed.map(({ texts }) => texts.length))
  const lists: BookSheet = {
    name: OPTIONS,
    isHidden: true,
    widths: listed.map(() => 20),
    rows: Array.from({ length: longest }, (_, line) =>
      listed.map(({ texts }) => ({ value: texts[line] ?? null, look: 'plain' as const })),
    ),
  }
  return [sheet, lists]
}

const kindWords: Readonly<Record<FieldKind, string>> = {
  text: '文本',
  code: '编码：大写字母、数字、横线和下划线',
  longText: '文本，可多行',
  integer: '整数',
  decimal: '数字',
  flag: '从下拉列表选择：是、否',
  boolean: '从下拉列表选择：是、否',
  dict: '从下拉列表选择',
  dicts: '可填多个，用英文逗号分隔',
  dictNumber: '从下拉列表选择',
  ref: '',
  refs: '',
  region: '省/市/区，例如 江苏省/苏州市/吴中区，也可以填六位行政区划代码',
  date: '日期，格式 2026-01-31',
  dateTime: '时间，格式 2026-01-31 08:00:00',
  json: '',
  file: '已上传文件的路径，一般留空',
  secret: '',
}

/** Values that a note names before it says how many more there are. */
const MOST_NAMED = 20

const isAsked = (field: Field): boolean => field.required === true && !isFilled(field)

function noteOf(field: Field, texts: readonly string[], target: ReturnType<Target>): string {
  const named = texts.slice(0, MOST_NAMED).join('、')
  const more = texts.length > MOST_NAMED ? ` 等 ${texts.length} 项` : ''
  const isDict = field.dict !== undefined
  return [
    isAsked(field) ? '必填。' : isFilled(field) ? '选填，不填时自动编号。' : '选填。',
    target
      ? `填写${target.title}的“${target.label}”${field.kind === 'refs' ? '，多个用英文逗号分隔' : ''}。`
      : `${kindWords[field.kind]}${isDict && named !== '' ? `：${named}${more}` : ''}。`,
    lengthOf(field),
    rangeOf(field),
    field.unique === true ? '不能与其他记录重复。' : '',
    field.help ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function lengthOf({ kind, min, max }: Field): string {
  const isText = kind === 'text' || kind === 'code' || kind === 'longText'
  if (!isText || max === undefined) return ''
  return min === undefined ? `最多 ${max} 个字。` : `${min} 到 ${max} 个字。`
}

function rangeOf({ kind, from, to }: Field): string {
  if (kind !== 'integer' && kind !== 'decimal') return ''
  if (from !== undefined && to !== undefined) return `在 ${from} 到 ${to} 之间。`
  return from === undefined ? (to === undefined ? '' : `不超过 ${to}。`) : `不小于 ${from}。`
}

function exampleOf(
  field: Field,
  heading: string,
  texts: readonly string[],
  target: ReturnType<Target>,
): string {
  if (target) return `（${target.title}的${target.label}）`
  if (field.kind === 'dicts') return texts.slice(0, 2).join(',')
  const [first] = texts
  if (first !== undefined) return first
  return (
    fixedExamples[field.kind]?.(field) ?? (field.pattern || field.kind === 'file' ? '' : `示例${heading}`)
  )
}

const fixedExamples: Readonly<Partial<Record<FieldKind, (field: Field) => string>>> = {
  code: () => 'A-001',
  integer: ({ from }) => String(Math.ceil(from ?? 1)),
  decimal: ({ from }) => String(from ?? 1.5),
  region: () => '江苏省/苏州市/吴中区',
  date: () => '2026-01-31',
  dateTime: () => '2026-01-31 08:00:00',
}

import { shanghaiTime } from '@suoan/kit/shanghai'
import { z } from 'zod'
import { fail } from '@suoan/platform/fail'
import type { FillKind } from '@suoan/platform/resource/fill-rules'
import { nextCategoryCode } from '../categories/index.ts'
import { nextOrgCode } from '../departments/index.ts'

/** What may stand in a made code beside its number. */
const part = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\x21-\x7E]*$/, '只能用半角字母、数字和符号')

const dates = { yyyy: 4, yyyyMM: 6, yyyyMMdd: 8 } as const

const sequenceParams = z.strictObject({
  prefix: part(20).default(''),
  date: z.enum(['', 'yyyy', 'yyyyMM', 'yyyyMMdd']).default(''),
  by: z
    .string()
    .max(40)
    .regex(/^[A-Za-z]\w*$/, '应为表单字段的名称')
    .optional(),
  separator: part(1).default(''),
  digits: z.number().int().min(1).max(12).default(4),
  start: z.number().int().min(0).max(999_999_999).default(1),
})

const dayOf = (now: number, form: keyof typeof dates): string =>
  shanghaiTime(now).slice(0, 10).replaceAll('-', '').slice(0, dates[form])

/** Prefix, date and a number that begins anew with each of them: `LK-0001`, `WK202601150001`. */
const sequence: FillKind<z.output<typeof sequenceParams>> = {
  name: 'SequenceRule',
  title: '流水号',
  params: sequenceParams,
  help: {
    prefix: '前缀，最多 20 个字符，例如 LK-',
    date: '前缀后的日期：yyyy、yyyyMM、yyyyMMdd，不填则没有；日期一换，从头编号',
    by: '再取表单中这一项的值（例如 areaCode），每个值各编各的号',
    separator: '各部分之间的分隔符，一个字符',
    digits: '流水号至少几位，不足补 0，默认 4',
    start: '从几开始，默认 1',
  },
  example: { prefix: 'LK-', date: '', digits: 4 },
  async make({ params, form, now, next }) {
    const { prefix, date, by, separator, digits, start } = params
    const head = [prefix, date === '' ? '' : dayOf(now, date), by === undefined ? '' : partOf(form, by)]
    const scope = head.filter((each) => each !== '').join(separator)
    const number = String(start + (await next(scope)) - 1).padStart(digits, '0')
    return [scope, number].filter((each) => each !== '').join(separator)
  },
}

function partOf(form: Readonly<Record<string, unknown>>, by: string): string {
  const value = form[by]
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (text === '') throw fail('BAD_INPUT', { detail: `自动编号需要表单中的“${by}”，请先填写` })
  if (text.length > 60 || !/^[\x21-\x7E]+$/.test(text))
    throw fail('BAD_INPUT', { detail: `表单中的“${by}”含有不能用于编号的字符，请检查` })
  return text
}

const orderParams = z.strictObject({ prefix: part(20).default('CN') })

const orderNumber: FillKind<z.output<typeof orderParams>> = {
  name: 'OrderNumberRule',
  title: '单号：前缀 + 日期 + 4 位流水号',
  params: orderParams,
  help: { prefix: '前缀，例如 WK' },
  example: { prefix: 'WK' },
  async make({ params, now, next }) {
    const scope = `${params.prefix}${dayOf(now, 'yyyyMMdd')}`
    return `${scope}${String(await next(scope)).padStart(4, '0')}`
  },
}

const idOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const none = z.strictObject({})

const orgCode: FillKind<z.output<typeof none>> = {
  name: 'OrgCodeRule',
  title: '机构编码：上级编码 + 一位字母两位数字',
  params: none,
  help: {},
  example: {},
  make: ({ tx, tenantId, form }) => nextOrgCode(tx, tenantId, idOf(form['parentId'])),
}

const categoryCode: FillKind<z.output<typeof none>> = {
  name: 'CategoryCodeRule',
  title: '分类编码：上级编码 + 一位字母两位数字',
  params: none,
  help: {},
  example: {},
  make: ({ tx, tenantId, form }) => nextCategoryCode(tx, tenantId, idOf(form['pid']) || '0'),
}

/** The ways to make values that administration knows (4-api.md §7.9); safety adds its own. */
export const declareKinds = (declare: <P>(kind: FillKind<P>) => void): void => {
  declare(sequence)
  declare(orderNumber)
  declare(orgCode)
  declare(categoryCode)
}

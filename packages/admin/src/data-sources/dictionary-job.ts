import { dictionaryItem } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import type { JobCall } from '@suoan/platform/jobs'
import type { ReadRows } from './reader.ts'

/** Choices that a person can still find his way in; one more is read to know that there are more. */
const MOST = 5_000
const MOST_SAID = 50

/** A table, view or column by its plain name: nothing of it can be anything but a name (security.md V1, V7). */
const name = (what: string) =>
  z
    .string()
    .max(128, '名称最多 128 个字符')
    .regex(
      /^[A-Za-z_\u4E00-\u9FFF][\w\u4E00-\u9FFF]*$/,
      `${what}只能用字母、数字、下划线和汉字，不能以数字开头`,
    )

const parameters = z.object({
  source: z.string().min(1, '请填写数据源编码').max(100).describe('数据源编码（多数据源管理）'),
  table: z
    .string()
    .max(260)
    .regex(
      /^[A-Za-z_\u4E00-\u9FFF][\w\u4E00-\u9FFF]*(?:\.[A-Za-z_\u4E00-\u9FFF][\w\u4E00-\u9FFF]*)?$/,
      '表名只能写“表名”或“模式名.表名”',
    )
    .describe('数据源中的表或视图'),
  valueColumn: name('列名').describe('作为字典项“数据值”的列'),
  textColumn: name('列名').describe('作为字典项“名称”的列'),
  dictionary: z.string().min(1, '请填写字典编码').max(100).describe('要更新的字典编码（数据字典）'),
})
type Parameters = z.output<typeof parameters>

/** 从数据源更新字典: choices of forms that a neighbouring system keeps (ERP, HR) follow it (decision 0977). */
export function followDictionaries(ctx: Context, read: ReadTable): void {
  ctx.jobs.declare({
    name: 'jobs.DictionaryFromSource',
    title: '从数据源更新字典',
    description:
      '从数据源的一张表或视图读取“数据值”和“名称”，写入一个字典：新的添加，改名的更新，数据源中没有了的停用。手工维护和系统自带的字典项不改动；读不到数据时什么也不改。最多 5,000 项。',
    parameters,
    timeoutSeconds: 120,
    minIntervalSeconds: 60,
    needs: ['system:dataSource:list', 'system:dict:item:edit'],
    run: (call) => updateDictionary(call, read),
  })
}

/** Reads at most so many rows of a source (`readFrom`). */
type ReadTable = (
  ctx: Context,
  sourceCode: string,
  statement: string,
  values: readonly never[],
  mostRows: number,
) => Promise<ReadRows>

async function updateDictionary(
  { ctx: judged, parameters: asked, say }: JobCall<Parameters>,
  read: ReadTable,
): Promise<string> {
  const { rows, isCut } = await read(
    judged,
    asked.source,
    `select ${asked.valueColumn} as item_value, ${asked.textColumn} as item_text from ${asked.table}`,
    [],
    MOST + 1,
  )
  if (isCut || rows.length > MOST)
    throw fail('REFUSED', { detail: `“${asked.table}”超过 ${MOST} 行，字典没有改动；请改用行数较少的视图` })
  const items = usable(rows, say)
  // A view that broke at the source must not empty the choices of the plant.
  if (items.size === 0)
    throw fail('REFUSED', { detail: `“${asked.table}”中没有可用的字典项，字典没有改动；请检查表和列` })
  return await inTransaction(judged, async (tx, emit) => {
    const done = await writeItems(tx, asked, items, judged.clock.now())
    if (done.added + done.renamed + done.stopped > 0)
      emit('dictionary.changed', { dictCode: asked.dictionary })
    const kept = done.kept === 0 ? '' : `，手工维护或系统自带的 ${done.kept} 项未改动`
    return `读取 ${items.size} 项：新增 ${done.added}，更新 ${done.renamed}，停用 ${done.stopped}${kept}`
  })
}

/** Texts by value; what no dictionary item may be is said and left out. */
function usable(
  rows: readonly Readonly<Record<string, unknown>>[],
  say: (line: string) => void,
): Map<string, string> {
  const { itemValue, itemText } = dictionaryItem.fields
  const items = new Map<string, string>()
  let left = 0
  for (const row of rows) {
    const [value, text] = [plainText(row['item_value']), plainText(row['item_text'])]
    const objection =
      value === '' || text === ''
        ? '数据值或名称为空'
        : value.length > (itemValue.max ?? 0) || text.length > (itemText.max ?? 0)
          ? '数据值或名称超过 100 个字符'
          : items.has(value)
            ? '数据值重复'
            : itemValue.check?.(value)
    if (!objection) items.set(value, text)
    else if (++left <= MOST_SAID) say(`未读入“${value.slice(0, 40)} ${text.slice(0, 40)}”：${objection}`)
  }
  if (left > MOST_SAID) say(`另有 ${left - MOST_SAID} 行未读入`)
  return items
}

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value).replaceAll('\0', '').trim()
    : ''

interface Written {
  readonly added: number
  readonly renamed: number
  readonly stopped: number
  readonly kept: number
}

/** Only items that came from this source are changed or stopped: their author says so. */
async function writeItems(
  tx: Tx,
  { source, dictionary }: Parameters,
  items: ReadonlyMap<string, string>,
  now: number,
): Promise<Written> {
  const { rows: found } = await sql<{ id: string; type: number | null }>`
    select id, type from sys_dict where dict_code = ${dictionary} and del_flag = 0 for update`.execute(tx)
  const [dict] = found
  if (!dict) throw fail('REFUSED', { detail: `字典“${dictionary}”不存在，请先在“数据字典”中添加` })
  // Numbers are states of the program; a plant has no further ones.
  if (dict.type === 1)
    throw fail('REFUSED', { detail: `字典“${dictionary}”的值是系统使用的数字，不能从数据源更新` })
  const author = `数据源 ${source}`.slice(0, 50)
  const at = new Date(now)
  const { rows: held } = await sql<{ itemValue: string; own: boolean; order: number | null }>`
    select item_value, coalesce(create_by, '') = ${author} as own, sort_order as "order"
    from sys_dict_item where dict_id = ${dict.id} for update`.execute(tx)
  const known = new Map(held.map(({ itemValue, own }) => [itemValue, own]))
  const last = Math.max(0, ...held.map(({ order }) => order ?? 0))
  const added = [...items].filter(([value]) => !known.has(value))
  await sql`
    insert into sys_dict_item (id, dict_id, item_text, item_value, sort_order, status, create_by, create_time)
    select id, ${dict.id}::text, "text", "value", sort, 1, ${author}::text, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(
      added.map(([value, text], index) => ({ id: newId(), value, text, sort: last + index + 1 })),
    )}::jsonb) as given(id text, "value" text, "text" text, sort integer)`.execute(tx)
  const { rows: renamed } = await sql`
    update sys_dict_item i set item_text = given.text, status = 1, revision = revision + 1, update_by = ${author},
      update_time = ${at}
    from jsonb_to_recordset(${JSON.stringify([...items].filter(([value]) => known.get(value)).map(([value, text]) => ({ value, text })))}::jsonb)
      as given("value" text, "text" text)
    where i.dict_id = ${dict.id} and i.create_by = ${author} and i.item_value = given.value
      and (i.item_text <> given.text or i.status is distinct from 1)
    returning i.id`.execute(tx)
  const { rows: stopped } = await sql`
    update sys_dict_item set status = 0, revision = revision + 1, update_by = ${author}, update_time = ${at}
    where dict_id = ${dict.id} and create_by = ${author} and status is distinct from 0
      and item_value <> all(${[...items.keys()]}::text[])
    returning id`.execute(tx)
  return {
    added: added.length,
    renamed: renamed.length,
    stopped: stopped.length,
    kept: [...items.keys()].filter((value) => known.get(value) === false).length,
  }
}

import { messageEvent, messageTemplate } from '@suoan/contract'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { cleanHtml } from '../notices/index.ts'
import { objectionTo, valuesOf, type TemplateText } from './template-text.ts'

interface Written {
  id?: string | undefined
  templateName?: string | null | undefined
  templateContent?: string | null | undefined
  templateType?: string | null | undefined
  templateVars?: string | null | undefined
  templateTestJson?: string | null | undefined
  event?: string | null | undefined
  useStatus?: string | null | undefined
}

/** What templates respect beside plain CRUD (5-screens.md §7.2): readable places, clean HTML, and none changed in use. */
export const templateHooks = defineHooks(messageTemplate, {
  async beforeAdd(draft, call) {
    clean(draft, draft, call)
    refuseWrong(draft)
    await refuseSecond(draft, null, call)
  },
  async beforeEdit(draft, before, call) {
    if (before.useStatus === '1' && changesText(draft, before))
      throw fail('REFUSED', { detail: '此模板已被应用，禁止编辑!' })
    const next = { ...before, ...draft }
    clean(draft, next, call)
    refuseWrong({ ...next, ...draft })
    await refuseSecond(next, before.id, call)
  },
  beforeDelete(rows) {
    const used = rows.find(({ useStatus }) => useStatus === '1')
    if (used) throw fail('REFUSED', { detail: `该模板已被应用禁止删除!（${used.templateName}）` })
  },
})

const texts = [
  'templateCode',
  'templateName',
  'templateType',
  'templateContent',
  'templateTestJson',
  'templateVars',
  'event',
] as const

/** The client sends the whole row to switch it off: only what differs is a change. */
const changesText = (
  draft: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): boolean => texts.some((name) => draft[name] !== undefined && (draft[name] ?? '') !== (before[name] ?? ''))

/** Stored HTML is clean HTML (security.md V18). */
function clean(draft: Written, next: Written, { ctx }: HookCall): void {
  if (next.templateType === '2' && typeof draft.templateContent === 'string')
    draft.templateContent = cleanHtml(ctx, draft.templateContent).html
}

function refuseWrong(next: Written): void {
  const objection = objectionTo(textOf(next))
  if (objection !== null) throw fail('BAD_INPUT', { detail: objection })
  if (valuesOf(next.templateTestJson) === null)
    throw fail('BAD_INPUT', { detail: '测试数据不是正确的 JSON 对象，例如 {"lockName":"3号泵开关柜"}' })
}

/** A template's text parts with what may be absent. */
export const textOf = (row: Written): TemplateText => ({
  templateName: row.templateName ?? '',
  templateContent: row.templateContent ?? '',
  templateType: row.templateType ?? '1',
  templateVars: row.templateVars ?? null,
  event: row.event || null,
})

/** One template in use for an event: nobody has to guess which of two is sent. */
async function refuseSecond(next: Written, id: string | null, { tx, scope }: HookCall): Promise<void> {
  if (next.useStatus !== '1' || !next.event) return
  await sql`select pg_advisory_xact_lock(hashtext(${`message-template/${scope.tenantId}/${next.event}`}))`.execute(
    tx,
  )
  const { rows } = await sql<{ templateName: string; templateCode: string }>`
    select template_name, template_code from sys_sms_template
    where tenant_id = ${scope.tenantId} and event = ${next.event} and use_status = '1' and id is distinct from ${id}`.execute(
    tx,
  )
  const [other] = rows
  if (other)
    throw fail('REFUSED', {
      detail: `业务事件“${messageEvent(next.event)?.title ?? next.event}”已在用模板“${other.templateName}”（${other.templateCode}），请先停用它`,
    })
}

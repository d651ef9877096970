import type { Resource } from '@suoan/contract'
import { looserFields, type SettingValues } from '@suoan/domain/work-ticket'
import { sql, type RawBuilder } from 'kysely'
import { fail } from '@suoan/platform/fail'
import type { HookCall } from '@suoan/platform/resource'

/** Named in a refusal. */
const mostNumbers = 5

/** The labels of the fields that an edit loosens, as they are read (`“类型”、“区域”`); null when it loosens none. */
export function looserChange(
  { name, fields }: Resource,
  before: SettingValues,
  draft: SettingValues,
): string | null {
  const looser = looserFields(name, before, draft)
  return looser.length === 0 ? null : looser.map((each) => `“${fields[each]?.label ?? each}”`).join('、')
}

/** How the tickets that rely on a row of a setting are found. */
interface Reliance {
  /** Of the ticket known as `w`, of the same tenant: is it one that works, or is asked, under this row? */
  readonly reliedOnBy: (row: SettingValues) => RawBuilder<unknown>
  /** Rows without which just as much is asked. */
  readonly isFree?: (row: SettingValues) => boolean
  /** The fields that are asked; all that have a stricter way without it. */
  readonly fields?: readonly string[]
}

/** What an edit and a deletion of a setting ask: over the tickets that rely on it, it only gets stricter (decision 0589). */
export interface StrictHooks {
  readonly beforeEdit: (draft: SettingValues, before: SettingValues, call: HookCall) => Promise<void>
  readonly beforeDelete: (rows: readonly SettingValues[], call: HookCall) => Promise<void>
}

/** Refuses what would ask less of tickets that rely on the row, by `domain/work-ticket/strictness.ts`, and names them. */
export function strictWhileReliedOn(
  resource: Resource,
  { reliedOnBy, isFree = () => false, fields }: Reliance,
): StrictHooks {
  const nameOf = (row: SettingValues) => `${resource.title}“${String(row[resource.label] ?? row['id'])}”`
  return {
    async beforeEdit(draft, before, call) {
      const asked = Object.entries(draft).filter(([name]) => fields?.includes(name) ?? true)
      const looser = looserChange(resource, before, Object.fromEntries(asked))
      if (looser === null || isFree(before)) return
      const numbers = await ticketsUnder([before], reliedOnBy, call)
      if (numbers !== null)
        throw fail('IN_USE', {
          detail: `工作票 ${numbers} 正依据${nameOf(before)}，${looser}只能从严修改；请在这些作业结束后再放宽`,
        })
    },
    async beforeDelete(rows, call) {
      const bound = rows.filter((row) => !isFree(row))
      const numbers = await ticketsUnder(bound, reliedOnBy, call)
      if (numbers !== null)
        throw fail('IN_USE', {
          detail: `工作票 ${numbers} 正依据${bound.slice(0, mostNumbers).map(nameOf).join('、')}，不能删除；请在这些作业结束后再试`,
        })
    },
  }
}

/** Numbers of the tickets under any of these rows, as people read them; null when there are none. */
async function ticketsUnder(
  rows: readonly SettingValues[],
  reliedOnBy: Reliance['reliedOnBy'],
  { tx, actor }: Pick<HookCall, 'tx' | 'actor'>,
): Promise<string | null> {
  if (rows.length === 0) return null
  const found = await sql<{ workNo: string }>`
    select coalesce(w.work_no, w.id) as work_no from lo_work w where w.tenant_id = ${actor.tenantId}
      and (${sql.join(rows.map(reliedOnBy), sql` or `)}) order by 1 limit ${mostNumbers + 1}`.execute(tx)
  if (found.rows.length === 0) return null
  const named = found.rows.slice(0, mostNumbers).map(({ workNo }) => workNo)
  return `${named.join('、')}${found.rows.length > mostNumbers ? ' 等' : ''}`
}

import type { InputOf, procedureEndpoints } from '@suoan/contract'
import { inspectResult, nextInspection, procedureStatus } from '@suoan/domain/procedure'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { withVersion, type Call } from './versions.ts'

const yearMs = 365 * 86_400_000

/**
 * Writes down the inspection of the effective version: found right, it is due again in a year; to be revised, no ticket begins
 * with it until a new version is effective; stopped, it ends.
 */
export function inspectProcedure(
  call: Call,
  { id, result, note }: InputOf<(typeof procedureEndpoints)['inspect']>,
): Promise<void> {
  return withVersion(call, id, '检查', async ({ tx, row, now, change }) => {
    if (row['status'] !== procedureStatus.effective)
      throw fail('REFUSED', { detail: '只检查生效的版本，请刷新列表' })
    if (result !== inspectResult.fits && note === '')
      throw fail('BAD_INPUT', { detail: '请在检查说明中写明发现了什么' })
    const equipId = String(row['equipId'])
    const used = await usedBy(tx, equipId, call.actor.userId, now)
    if (used !== null)
      throw fail('REFUSED', {
        detail: `您在工作票 ${used} 中按此程序作业，检查须由不使用它的人进行，请另请他人`,
      })
    await change(row, {
      inspectTime: shanghaiTime(now),
      inspectBy: call.actor.userId,
      inspectResult: result,
      inspectNote: note || null,
      ...(result === inspectResult.fits
        ? { nextInspect: nextInspection(shanghaiTime(now).slice(0, 10)) }
        : {}),
      ...(result === inspectResult.stop ? { status: procedureStatus.ended } : {}),
    })
    if (result === inspectResult.stop)
      await sql`update lo_equip set procedure_id = null where id = ${equipId}`.execute(tx)
  })
}

/**
 * A ticket of the last year in which somebody worked by a procedure of the equipment, null for none: it is inspected by an
 * authorised person other than its users (3-domain.md §3.2, S1).
 */
async function usedBy(tx: Tx, equipId: string, userId: string, now: number): Promise<string | null> {
  const { rows } = await sql<{ workNo: string }>`
    select w.work_no from lo_work w join lo_procedure v on v.id = w.procedure_id and v.equip_id = ${equipId}
    where w.del_flag = 0 and w.create_time > ${new Date(now - yearMs)} and (w.leader_id = ${userId}
      or exists (select 1 from lo_work_person p where p.work_id = w.id and p.user_id = ${userId}
        and p.role_tag in ('LEAD', 'WORK', 'ISO', 'VERIFY')))
    order by w.create_time desc limit 1`.execute(tx)
  return rows[0]?.workNo ?? null
}

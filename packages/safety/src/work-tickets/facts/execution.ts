import type { RoleTag } from '@suoan/domain/dictionaries'
import type { ExtensionFact, HandoverFact, TestRunFact } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '@suoan/platform/context'
import type { WorkRow } from '../ticket-row.ts'
import { loadIncoming, type RulesOf } from './people.ts'

const testRun = z.object({
  pointIds: z.array(z.string()),
  userIds: z.array(z.string()),
  until: z.number(),
})

/** The set that is lifted for a test; what cannot be read is none, and none is lifted only when no item says so (G11). */
export function readTestRun(work: Pick<WorkRow, 'testRun'>): TestRunFact | null {
  return testRun
    .nullable()
    .catch(null)
    .parse(work.testRun ?? null)
}

/** Handovers that wait for the incoming or for the last sign (T34). */
export async function loadHandovers(tx: Tx, work: WorkRow, certRules: RulesOf): Promise<HandoverFact[]> {
  const { rows } = await sql<{
    handoverId: string
    roleTag: RoleTag
    fromUserId: string
    fromName: string | null
    toUserId: string
    state: 0 | 1
    acceptTime: Date | null
    holdsPost: boolean
  }>`
    select h.id as handover_id, h.role_tag, h.from_user_id, f.realname as from_name, h.to_user_id, h.state, h.accept_time,
      (h.role_tag <> 'PERMIT' or exists (select 1 from sys_user_role ur join sys_role r on r.id = ur.role_id
        where ur.user_id = h.to_user_id and r.role_code = 'PERMIT' and r.tenant_id = ${work.tenantId})) as holds_post
    from lo_work_handover h left join sys_user f on f.id = h.from_user_id
    where h.work_id = ${work.id} and h.state in (0, 1) and h.del_flag = 0 order by h.create_time, h.id`.execute(
    tx,
  )
  return Promise.all(
    rows.map(async ({ acceptTime, fromName, ...row }) => ({
      ...row,
      fromName: fromName ?? '',
      acceptedAt: acceptTime?.getTime() ?? null,
      incoming: await loadIncoming(tx, work, certRules, row.toUserId, row.roleTag),
    })),
  )
}

/** The extension that waits for a decision: the oldest, so that a second one finds it (G25). */
export async function loadExtension(tx: Tx, workId: string): Promise<ExtensionFact | null> {
  const row = await tx
    .selectFrom('loWorkExtend')
    .select(['id', 'newEnd', 'askBy', 'askTime'])
    .where('workId', '=', workId)
    .where('result', '=', 0)
    .where('delFlag', '=', 0)
    .orderBy('askTime')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row?.newEnd) return null
  return {
    extendId: row.id,
    newEnd: row.newEnd.getTime(),
    askBy: row.askBy ?? '',
    askTime: row.askTime?.getTime() ?? 0,
  }
}

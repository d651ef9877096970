import { itemState } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** A proven point that must be proven again, since energy can build up there (3-domain.md §3.2 reaccumulate). */
export interface ReVerification {
  readonly pointCode: string
  readonly reVerifyDue: Date
}

/** The mandatory points of a ticket that must be proven again, the earliest first (G12). */
export async function reVerifications(tx: Tx, workId: string): Promise<ReVerification[]> {
  const { rows } = await sql<ReVerification>`
    select p.point_code, i.re_verify_due from lo_work_point i join lo_point p on p.id = i.point_id
    where i.work_id = ${workId} and i.mandatory = 1 and i.state = ${itemState.verified} and i.del_flag = 0
      and i.re_verify_due is not null order by i.re_verify_due, p.point_code`.execute(tx)
  return rows
}

import type { AlarmType } from '@suoan/domain/alarm'
import { gasState, itemState } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { saysBadAir } from '../gas-readings.ts'
import { ticketIn } from '../ticket-sets.ts'

/** What an alarm speaks of. */
interface About {
  readonly tenantId: number
  readonly alarmType: AlarmType
  readonly sourceKind: string
  readonly sourceSn: string
  readonly workId: string | null
}

/**
 * Why an alarm of bad air (A14) or of a point that is not as its ticket says (A17) cannot be closed yet, Chinese: while that
 * lasts it keeps work from starting (G16, R11), and no word ends it. Null when it is over. `now` epoch ms.
 */
export async function whatLasts(tx: Tx, about: About, now: number): Promise<string | null> {
  if (about.alarmType === 'A14') return about.workId === null ? badAirAt(tx, about, now) : badAirOf(tx, about)
  return about.alarmType === 'A17' && about.workId !== null ? doubtfulPoint(tx, about) : null
}

/** A detector's own alarm; one that is disabled or deleted says nothing any more. */
async function badAirAt(tx: Tx, { tenantId, sourceSn }: About, now: number): Promise<string | null> {
  const { rows } = await sql`select 1 from lo_device where tenant_id = ${tenantId} and device_sn = ${sourceSn}
    and del_flag = 0 and status not in (3, 5)`.execute(tx)
  if (rows.length === 0 || !(await saysBadAir(tx, tenantId, sourceSn, now))) return null
  return `检测仪 ${sourceSn} 最近的读数仍不合格，请通风处置，读数合格后报警自动恢复`
}

async function badAirOf(tx: Tx, { workId }: About): Promise<string | null> {
  const { rows } = await sql<{ workNo: string | null }>`select w.work_no from lo_work w
    where w.id = ${workId} and w.gas_state = ${gasState.failed} and ${ticketIn('live')}`.execute(tx)
  const [work] = rows
  return work
    ? `工作票 ${work.workNo ?? ''} 的气体检测仍不合格，请通风处置并重新检测，合格后报警自动恢复`
    : null
}

async function doubtfulPoint(tx: Tx, { workId, sourceSn }: About): Promise<string | null> {
  const { rows } = await sql<{ workNo: string | null; pointCode: string | null }>`
    select w.work_no, p.point_code from lo_work_point i join lo_work w on w.id = i.work_id
    left join lo_point p on p.id = i.point_id
    where i.work_id = ${workId} and i.point_id = ${sourceSn} and i.state = ${itemState.abnormal} and i.del_flag = 0
      and ${ticketIn('live')}`.execute(tx)
  const [item] = rows
  if (!item) return null
  return `工作票 ${item.workNo ?? ''} 的隔离点 ${item.pointCode ?? ''} 仍为异常，请重新上锁、挂牌并验证，验证通过后报警自动恢复`
}

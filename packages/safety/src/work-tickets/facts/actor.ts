import type { RoleTag } from '@suoan/domain/dictionaries'
import type { ActorFact } from '@suoan/domain/work-ticket'
import { sql, type Kysely } from 'kysely'
import type { Actor, Tx } from '@suoan/platform/context'
import { askNamed } from '@suoan/platform/db/named-statements'
import type { Database } from '@suoan/platform/db/schema'
import { mustAcknowledge } from '../../must-acknowledge.ts'
import type { WorkRow } from '../ticket-row.ts'

/** Posts that act on any ticket of their scope; every other tag comes from the ticket itself (3-domain.md §2). */
const postTags: readonly RoleTag[] = ['ISSUE', 'PERMIT', 'SAFETY', 'ADMIN']

/** The caller's tags on this ticket and those of his post; `work` null for somebody about to write a new one. */
export async function loadActor(tx: Tx, work: WorkRow | null, actor: Actor): Promise<ActorFact> {
  const [{ named, mustAck }, ofTerritory] =
    work === null
      ? [{ named: [], mustAck: false }, false]
      : await Promise.all([standingOn(tx, work, actor), ownsTerritory(tx, work, actor)])
  const tags = new Set<RoleTag>([
    ...named,
    ...postTags.filter((tag) => actor.roleCodes.includes(tag)),
    ...(ofTerritory ? (['DEPT'] as const) : []),
  ])
  return {
    userId: actor.userId,
    name: actor.realname,
    roleTags: [...tags],
    isDepartmentEditor: work !== null && editsForDepartment(work, actor),
    isSystem: false,
    mustAck,
  }
}

/** His tags on the ticket, and whether he has a removed lock to acknowledge first, wherever that was (T49). */
async function standingOn(
  tx: Tx,
  work: WorkRow,
  actor: Actor,
): Promise<{ readonly named: RoleTag[]; readonly mustAck: boolean }> {
  const { rows } = await sql<{ named: RoleTag[]; mustAck: boolean }>`
    select array(select distinct role_tag from lo_work_person
        where work_id = ${work.id} and user_id = ${actor.userId} and state = 1) as named,
      ${mustAcknowledge(sql`${actor.userId}`, work.tenantId)} as must_ack`.execute(tx)
  return rows[0] ?? { named: [], mustAck: false }
}

type Place = Pick<WorkRow, 'areaCode' | 'territoryDepartId' | 'sysOrgCode'>

const editsForDepartment = (work: Place, actor: Actor): boolean =>
  actor.roleCodes.includes('ISSUE') && work.sysOrgCode === actor.orgCode

/** Whether his post makes the ticket his business, whoever is named on it: his department's, or of his territory. */
export async function actsByPost(db: Kysely<Database>, work: Place, actor: Actor): Promise<boolean> {
  return editsForDepartment(work, actor) || (await ownsTerritory(db, work, actor))
}

/** DEPT: the manager of the area or of one above it, or whoever holds the post DEPT in the territory's department. */
async function ownsTerritory(db: Kysely<Database>, work: Place, actor: Actor): Promise<boolean> {
  const holdsPost = actor.roleCodes.includes('DEPT')
  const asked = sql<{ owns: boolean }>`
    select exists (select 1 from lo_area where ${work.areaCode ?? ''} like area_code || '%'
        and manager_id = ${actor.userId} and tenant_id = ${actor.tenantId} and del_flag = 0)
      or (${holdsPost} and exists (select 1 from sys_depart d, unnest(${[...actor.orgCodes]}::text[]) as own(code)
        where d.id = ${work.territoryDepartId} and own.code like d.org_code || '%')) as owns`
  return (await askNamed(db, asked))[0]?.owns === true
}

/** A timer or a device event acts. */
export const systemActor: ActorFact = {
  userId: 'SYSTEM',
  name: '系统',
  roleTags: [],
  isDepartmentEditor: false,
  isSystem: true,
}

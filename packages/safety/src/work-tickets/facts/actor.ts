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
  if (work === null) return actorFact(null, actor, undefined, null)
  const [fact] = await loadActors(tx, work, [actor])
  if (!fact) throw new Error('loadActors answered nothing about the person it was asked for')
  return fact
}

/** The same of several people on one ticket, in the order they are given; two statements however many they are. */
export async function loadActors(tx: Tx, work: WorkRow, actors: readonly Actor[]): Promise<ActorFact[]> {
  const [standings, territory] = await Promise.all([
    standingsOn(
      tx,
      work,
      actors.map(({ userId }) => userId),
    ),
    loadTerritory(tx, work),
  ])
  return actors.map((actor) => actorFact(work, actor, standings.get(actor.userId), territory))
}

function actorFact(
  work: Place | null,
  actor: Actor,
  standing: Standing | undefined,
  territory: Territory | null,
): ActorFact {
  const tags = new Set<RoleTag>([
    ...(standing?.named ?? []),
    ...postTags.filter((tag) => actor.roleCodes.includes(tag)),
    ...(territory !== null && ownsTerritory(territory, actor) ? (['DEPT'] as const) : []),
  ])
  return {
    userId: actor.userId,
    name: actor.realname,
    roleTags: [...tags],
    isDepartmentEditor: work !== null && editsForDepartment(work, actor),
    isSystem: false,
    mustAck: standing?.mustAck ?? false,
  }
}

/** His tags on the ticket, and whether he has a removed lock to acknowledge first, wherever that was (T49). */
interface Standing {
  readonly named: readonly RoleTag[]
  readonly mustAck: boolean
}

/** By user id. */
async function standingsOn(
  tx: Tx,
  work: WorkRow,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  const asked = sql<{ id: string; named: RoleTag[]; mustAck: boolean }>`
    select asked.id, array(select distinct role_tag from lo_work_person
        where work_id = ${work.id} and user_id = asked.id and state = 1) as named,
      ${mustAcknowledge(sql`asked.id`, work.tenantId)} as must_ack
    from unnest(${[...userIds]}::text[]) as asked(id)`
  return new Map((await askNamed(tx, asked)).map(({ id, ...standing }) => [id, standing]))
}

type Place = Pick<WorkRow, 'areaCode' | 'territoryDepartId' | 'sysOrgCode' | 'tenantId'>

const editsForDepartment = (work: Place, actor: Actor): boolean =>
  actor.roleCodes.includes('ISSUE') && work.sysOrgCode === actor.orgCode

/** Whose the place of a ticket is: those who manage its area or one above it, and the department it belongs to. */
export interface Territory {
  readonly managerIds: readonly string[]
  /** `org_code`; null where the ticket names no department. */
  readonly departCode: string | null
}

/** One statement, whoever is judged by the answer afterwards. */
export async function loadTerritory(db: Kysely<Database>, work: Place): Promise<Territory> {
  const asked = sql<Territory>`
    select array(select manager_id from lo_area where ${work.areaCode ?? ''} like area_code || '%'
        and manager_id is not null and tenant_id = ${work.tenantId} and del_flag = 0) as manager_ids,
      (select org_code from sys_depart where id = ${work.territoryDepartId}) as depart_code`
  return (await askNamed(db, asked))[0] ?? { managerIds: [], departCode: null }
}

/** Whether his post makes the ticket his business, whoever is named on it: his department's, or of his territory. */
export const actsByPost = (work: Place, territory: Territory, actor: Actor): boolean =>
  editsForDepartment(work, actor) || ownsTerritory(territory, actor)

/** DEPT: the manager of the area or of one above it, or whoever holds the post DEPT in the territory's department. */
const ownsTerritory = ({ managerIds, departCode }: Territory, actor: Actor): boolean =>
  managerIds.includes(actor.userId) ||
  (departCode !== null &&
    actor.roleCodes.includes('DEPT') &&
    actor.orgCodes.some((code) => code.startsWith(departCode)))

/** A timer or a device event acts. */
export const systemActor: ActorFact = {
  userId: 'SYSTEM',
  name: '系统',
  roleTags: [],
  isDepartmentEditor: false,
  isSystem: true,
}

import type { OfflineOpInput } from '@suoan/contract'
import { execPhase } from '@suoan/domain/dictionaries'
import { factsAgainst, overtakenBy, type LaterFact, type OfflineCall } from '@suoan/domain/offline'
import { sql, type RawBuilder } from 'kysely'
import type { Scene } from '../ticket-command.ts'

type Args = OfflineOpInput['args']

/** Why what was signed at `at` (epoch ms) is history (Chinese): the ticket knows something newer of the same. Null when it is not. */
export async function overtaken(
  scene: Scene,
  call: OfflineCall,
  args: Args,
  at: number,
): Promise<string | null> {
  const facts = factsAgainst(call, args)
  if (facts.length === 0) return null
  const { rows } = await sql<{ fact: LaterFact; at: Date | null }>`${sql.join(
    facts.map((fact) => sql`select ${fact}::text as fact, (${newest[fact](scene, args)}) as at`),
    sql` union all `,
  )}`.execute(scene.tx)
  const later = Object.fromEntries(rows.map((row) => [row.fact, row.at?.getTime() ?? null]))
  return overtakenBy(call, args, at, later)
}

const text = (args: Args, name: string): string => {
  const value = args[name]
  return typeof value === 'string' ? value : ''
}
const list = (args: Args, name: string): string[] => {
  const value = args[name]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** The moment an audit row speaks of: the stamp of what was signed without a network (`occurredAt`), else when it was written. */
const spokenAt = sql`case when t.diff -> 'offline' ->> 'capsuleId' is not null and t.diff -> 'offline' ->> 'hlc' ~ '^[0-9]{1,13}-'
  then least(to_timestamp(split_part(t.diff -> 'offline' ->> 'hlc', '-', 1)::bigint / 1000.0), t.server_time)
  else t.server_time end`

/** When events of these names last spoke of the point, as the chain of the ticket has them. */
const atPoint = (
  { work }: Scene,
  args: Args,
  events: readonly string[],
) => sql`select max(${spokenAt}) from lo_work_trans t
  where t.work_id = ${work.id} and t.tenant_id = ${work.tenantId} and t.event = any(${[...events]}::text[])
    and coalesce(t.diff -> 'said' ->> 'pointId', t.diff ->> 'pointId') = ${text(args, 'pointId')}`

const ofPerson = ({ work }: Scene, args: Args, column: 'inTime' | 'outTime') =>
  sql`select ${sql.ref(column)} from lo_work_person where work_id = ${work.id} and id = ${text(args, 'personId')}`

/** One value each: when it was last so of what the operation names. */
const newest: Readonly<Record<LaterFact, (scene: Scene, args: Args) => RawBuilder<unknown>>> = {
  entered: (scene, args) => ofPerson(scene, args, 'inTime'),
  left: (scene, args) => ofPerson(scene, args, 'outTime'),
  ownLockOff: ({ work }, args) => sql`select max(removed_time) from lo_point_hold
    where tenant_id = ${work.tenantId} and lock_id = ${text(args, 'lockId')}`,
  ownLockOn: ({ work }, args) => sql`select max(placed_time) from lo_point_hold
    where tenant_id = ${work.tenantId} and lock_id = ${text(args, 'lockId')}`,
  givenBack: ({ work }) => sql`select max(server_time) from lo_work_trans
    where work_id = ${work.id} and tenant_id = ${work.tenantId}
      and to_phase = any(${[execPhase.testRun, execPhase.releasing]}) and from_phase <> to_phase`,
  failed: (scene, args) => atPoint(scene, args, ['pointFail']),
  isolated: (scene, args) => atPoint(scene, args, ['pointOperate', 'pointLock']),
  proven: (scene, args) => atPoint(scene, args, ['pointVerify']),
  measureWrong: ({ work }, args) => sql`select max(${spokenAt}) from lo_work_trans t
    where t.work_id = ${work.id} and t.tenant_id = ${work.tenantId}
      and coalesce(t.diff -> 'said' ->> 'note', t.diff ->> 'note') = 'measureLapse'
      and coalesce(t.diff -> 'said' -> 'measureIds', t.diff -> 'measureIds') ?| ${list(args, 'measureIds')}::text[]`,
  briefed: ({ work, actor }, args) => sql`select max(brief_time) from lo_work_person
    where work_id = ${work.id} and state = 1 and (id = any(${list(args, 'personIds')}::text[])
      or (${!Object.hasOwn(args, 'personIds')}::boolean and user_id = ${actor.userId}))`,
  // That he was silent, or his terminal lost, is no word about where he is.
  atPost: ({ work }, args) => sql`select greatest(
      max(greatest(o.check_in_time, o.guard_seen_time)),
      max(o.away_since) filter (where o.away_why in ('FENCE', 'MOVED', 'SIGNOUT') and o.work_id = p.work_id))
    from lo_work_person p join lo_work_person o on o.tenant_id = p.tenant_id and o.user_id = p.user_id
      and o.role_tag = 'GUARD' and o.state = 1
    where p.work_id = ${work.id} and p.id = ${text(args, 'personId')} group by p.id`,
}

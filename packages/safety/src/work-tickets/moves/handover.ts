import { workExecutionEndpoints as execution, type InputOf } from '@suoan/contract'
import type { Position } from '@suoan/domain/place'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { mustExist } from '../draft/must-exist.ts'
import { takePost } from '../guard-post.ts'
import { just, type Scene, type TicketCommand } from '../ticket-command.ts'
import type { BindMove } from './bind-move.ts'
import { mustStandThere } from './crew.ts'
import { policyDemand, sign, type GivenSign } from './sign.ts'

/** Shift handover (T34, SC15): asked, accepted, walked, signed. */
export function bindHandover(bindMove: BindMove): void {
  bindMove(execution.handoverAsk, handoverAsk)
  bindMove(execution.handoverAccept, ({ handoverId, onSite, ...given }) =>
    just({ type: 'handoverAccept', handoverId }, { handoverId }, async (done) => {
      await keepSign(done, handoverId, 'signTo', given)
      await incomingGuard(done, handoverId, onSite ?? null)
    }),
  )
  bindMove(execution.handoverDone, ({ handoverId, checks, ...given }) =>
    just(
      { type: 'handoverDone', handoverId, checks },
      (done) => handoverWords(done, handoverId),
      async (done) => {
        await keepSign(done, handoverId, 'signFrom', given)
        await done.tx
          .updateTable('loWorkHandover')
          .set({ checklist: JSON.stringify(checks) })
          .where('id', '=', handoverId)
          .execute()
      },
    ),
  )
  bindMove(execution.handoverCancel, ({ handoverId }) =>
    just({ type: 'handoverCancel', handoverId }, (done) => handoverWords(done, handoverId)),
  )
}

/** The request stands before the guards look, so that the incoming is judged; it vanishes with a refusal. */
function handoverAsk(input: InputOf<typeof execution.handoverAsk>): TicketCommand {
  const handoverId = newId()
  return {
    prepare: async ({ tx, work, actor, now }) => {
      await mustExist(tx, work.tenantId, 'sys_user', [input.toUserId], '接班人')
      await tx
        .insertInto('loWorkHandover')
        .values({
          id: handoverId,
          tenantId: work.tenantId,
          workId: work.id,
          roleTag: input.roleTag,
          fromUserId: actor.userId,
          toUserId: input.toUserId,
          shiftFrom: input.shiftFrom ?? null,
          shiftTo: input.shiftTo ?? null,
          snapshot: JSON.stringify(await stateOf(tx, work.id)),
          remark: input.remark,
          state: 0,
          createBy: actor.userId,
          createTime: new Date(now),
        })
        .execute()
    },
    ...just({ type: 'handoverAsk', handoverId }, (done) => handoverWords(done, handoverId)),
  }
}

/**
 * Whoever takes a guardian over is at the post from now on, in his own session and inside the fence (G15), beside the
 * one who goes: nobody signs him in, and the other stays until he is seen there (G22).
 */
async function incomingGuard(scene: Scene, handoverId: string, position: Position | null): Promise<void> {
  const { tx, work, now } = scene
  const deal = await tx
    .selectFrom('loWorkHandover')
    .select(['roleTag', 'toUserId'])
    .where('id', '=', handoverId)
    .executeTakeFirstOrThrow()
  if (deal.roleTag !== 'GUARD') return
  await mustStandThere(scene, position)
  const personId = newId()
  await tx
    .insertInto('loWorkPerson')
    .values({
      id: personId,
      tenantId: work.tenantId,
      workId: work.id,
      userId: deal.toUserId,
      roleTag: 'GUARD',
      personSource: 1,
      onState: 0,
      mustAck: 0,
      state: 1,
      createTime: new Date(now),
    })
    .execute()
  await takePost(scene, personId)
}

async function keepSign(
  scene: Scene,
  handoverId: string,
  column: 'signTo' | 'signFrom',
  given: GivenSign,
): Promise<void> {
  const { tx, work } = scene
  const contentHash = work.contentHash ?? ''
  const demand = await policyDemand(scene, 'handover')
  const id = await sign(scene, { bizId: handoverId, role: 'HANDOVER', given, demand, contentHash })
  await tx
    .updateTable('loWorkHandover')
    .set({ [column]: id })
    .where('id', '=', handoverId)
    .execute()
}

/** What the shift takes over: points, people inside, newest gas, open sessions. */
async function stateOf(tx: Scene['tx'], workId: string): Promise<unknown> {
  const { rows } = await sql<{ state: unknown }>`
    select jsonb_build_object(
      'points', (select coalesce(jsonb_agg(jsonb_build_object('pointCode', p.point_code, 'state', i.state,
          'lockCode', l.lock_code) order by i.order_num), '[]') from lo_work_point i join lo_point p on p.id = i.point_id
          left join lo_lock l on l.id = i.actual_lock_id where i.work_id = ${workId}),
      'people', (select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(u.realname, p.person_name),
          'roleTag', p.role_tag, 'onState', p.on_state) order by p.role_tag, p.id), '[]')
          from lo_work_person p left join sys_user u on u.id = p.user_id where p.work_id = ${workId} and p.state = 1),
      'gas', (select coalesce(jsonb_agg(jsonb_build_object('gasCode', gas_code, 'pointDesc', point_desc, 'value', value,
          'pass', pass) order by gas_code, point_desc), '[]') from (select distinct on (gas_code, point_desc) *
          from lo_work_gas where work_id = ${workId} order by gas_code, point_desc, sample_time desc) g),
      'sessions', (select coalesce(jsonb_agg(l.lock_code order by l.lock_code), '[]') from lo_lock_onoff s
          join lo_work_lock x on x.lock_id = s.lock_id and x.work_id = ${workId}
          join lo_lock l on l.id = s.lock_id where s.state = 1)) as state`.execute(tx)
  return rows[0]?.state ?? null
}

async function handoverWords({ tx, work }: Pick<Scene, 'tx' | 'work'>, handoverId: string) {
  const { rows } = await sql<{ roleTag: string; fromName: string | null; toName: string | null }>`
    select h.role_tag, f.realname as from_name, t.realname as to_name from lo_work_handover h
    left join sys_user f on f.id = h.from_user_id left join sys_user t on t.id = h.to_user_id
    where h.id = ${handoverId} and h.work_id = ${work.id}`.execute(tx)
  const row = rows[0]
  return {
    handoverId,
    roleTag: row?.roleTag ?? '',
    fromName: row?.fromName ?? '',
    toName: row?.toName ?? '',
  }
}

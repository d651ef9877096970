import { workTicketEndpoints as tickets, type InputOf } from '@suoan/contract'
import type { RoleTag } from '@suoan/domain/dictionaries'
import { isTicketIn, type ActorFact, type TicketEvent } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { mustExist } from '../draft/must-exist.ts'
import { just, type Scene, type TicketCommand } from '../ticket-command.ts'
import { ticketOf } from '../ticket-row.ts'
import type { BindMove } from './bind-move.ts'
import { personalLockOff, personalLockOn } from './personal-lock.ts'
import { sign } from './sign.ts'

/** The people of a ticket: briefing, guardian at the post, newcomers, own locks, in and out (T26, T28, T29, T31, T42). */
export function bindCrew(bindMove: BindMove): void {
  bindMove(tickets.brief, brief)
  bindMove(tickets.guardIn, guardIn)
  bindMove(tickets.crewAdd, crewAdd)
  bindMove(tickets.personalLockOn, personalLockOn)
  bindMove(tickets.personalLockOff, personalLockOff)
  bindMove(tickets.personIn, ({ personId }) =>
    aboutPerson(personId, (userId) => ({ type: 'personIn', userId })),
  )
  bindMove(tickets.personOut, ({ personId }) => leaving(personId))
}

/** Notes are taken while the ticket lives in the field: approved or executing. */
export function mustBeLive({ work }: Scene): void {
  if (!isTicketIn('inField', ticketOf(work)))
    throw fail('REFUSED', { detail: '作业票未批准或已结束，不能登记，请先核对作业票状态' })
}

/** Refuses unless the person holds one of the tags on this ticket, naming who may. */
export function mustBe(actor: ActorFact, tags: readonly RoleTag[], who: string): void {
  if (!tags.some((tag) => actor.roleTags.includes(tag))) throw fail('REFUSED', { detail: `须由${who}操作` })
}

/** Each person briefed is signed for by the one who briefed him (G13). */
function brief({ personIds }: InputOf<typeof tickets.brief>): TicketCommand {
  return {
    prepare: async (scene) => {
      const { tx, work, actor, now } = scene
      mustBeLive(scene)
      mustBe(actor, ['LEAD', 'PERMIT'], '工作负责人或许可人')
      const wanted = [...new Set(personIds)]
      for (const personId of wanted) {
        const signId = await sign(scene, {
          bizId: personId,
          role: 'BRIEF',
          type: 'PIN',
          contentHash: work.contentHash ?? '',
        })
        const briefed = await tx
          .updateTable('loWorkPerson')
          .set({ briefTime: new Date(now), briefSignId: signId })
          .where('workId', '=', work.id)
          .where('id', '=', personId)
          .where('state', '=', 1)
          .executeTakeFirst()
        if (Number(briefed.numUpdatedRows) === 0) throw notListed()
      }
    },
    ...just(null, { note: 'brief', personIds }),
  }
}

function guardIn({ personId }: InputOf<typeof tickets.guardIn>): TicketCommand {
  return {
    prepare: async (scene) => {
      const { tx, work, actor, now } = scene
      mustBeLive(scene)
      mustBe(actor, ['GUARD', 'LEAD'], '监护人本人或工作负责人')
      const seen = await tx
        .updateTable('loWorkPerson')
        .set({ checkInTime: new Date(now), awaySince: null })
        .where('workId', '=', work.id)
        .where('id', '=', personId)
        .where('roleTag', '=', 'GUARD')
        .where('state', '=', 1)
        .executeTakeFirst()
      if (Number(seen.numUpdatedRows) === 0)
        throw fail('REFUSED', { detail: '此人不是本票的监护人，请核对名单' })
    },
    ...just(null, { note: 'guardIn', personId }),
  }
}

/** The new person stands on the list before the guards look, so that his certificates and duties are judged (G03, G04). */
function crewAdd({ userId, roleTag, personSource }: InputOf<typeof tickets.crewAdd>): TicketCommand {
  return {
    prepare: (scene) => addToCrew(scene, userId, roleTag, personSource),
    ...just({ type: 'crewChange', userId, roleTag, changesScope: false }, { userId, roleTag }),
  }
}

/** A line more on the ticket's list of people. */
export async function addToCrew(
  { tx, work, now }: Scene,
  userId: string,
  roleTag: string,
  personSource: number,
): Promise<void> {
  await mustExist(tx, work.tenantId, 'sys_user', [userId], '人员')
  const listed = await tx
    .selectFrom('loWorkPerson')
    .select('id')
    .where('workId', '=', work.id)
    .where('userId', '=', userId)
    .where('roleTag', '=', roleTag)
    .where('state', '=', 1)
    .executeTakeFirst()
  if (listed) throw fail('REFUSED', { detail: '此人已以该角色在本票名单中' })
  await tx
    .insertInto('loWorkPerson')
    .values({
      id: newId(),
      tenantId: work.tenantId,
      workId: work.id,
      userId,
      roleTag,
      personSource,
      onState: 0,
      mustAck: 0,
      state: 1,
      createTime: new Date(now),
    })
    .execute()
  await sql`update lo_work set people_count = (select count(distinct person_id)
    from lo_work_person where work_id = ${work.id} and state = 1) where id = ${work.id}`.execute(tx)
}

/** Who may say that somebody is out (T29): he himself, or those who count heads. Anybody else may not have seen him. */
function leaving(personId: string): TicketCommand {
  return {
    act: async ({ tx, work, actor }) => {
      const userId = await userOfPerson(tx, work.id, personId)
      if (userId !== actor.userId)
        mustBe(actor, ['GUARD', 'LEAD', 'PERMIT', 'SAFETY'], '本人、监护人、工作负责人、许可人或安全管理人员')
      return { event: { type: 'personOut', userId }, audit: { personId } }
    },
  }
}

function aboutPerson(personId: string, event: (userId: string) => TicketEvent): TicketCommand {
  return {
    act: async ({ tx, work }) => ({
      event: event(await userOfPerson(tx, work.id, personId)),
      audit: { personId },
    }),
  }
}

async function userOfPerson(tx: Tx, workId: string, personId: string): Promise<string> {
  const row = await tx
    .selectFrom('loWorkPerson')
    .select('personId')
    .where('id', '=', personId)
    .where('workId', '=', workId)
    .where((eb) => eb.or([eb('state', '=', 1), eb('onState', '=', 1)]))
    .executeTakeFirst()
  if (!row?.personId) throw notListed()
  return row.personId
}

const notListed = () => fail('REFUSED', { detail: '此人不在本票人员名单中，请先由工作负责人增加' })

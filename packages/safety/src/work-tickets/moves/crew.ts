import { workTicketEndpoints as tickets, type InputOf } from '@suoan/contract'
import type { RoleTag } from '@suoan/domain/dictionaries'
import type { Position } from '@suoan/domain/place'
import { isTicketIn, removalGap, shownPassGap, type ActorFact } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
import { newId } from '@suoan/kit/id'
import type { Updateable } from 'kysely'
import type { Database } from '@suoan/platform/db/schema'
import { fail } from '@suoan/platform/fail'
import { readBadge } from '../../external-people/index.ts'
import { countPeople } from '../count-people.ts'
import { externalColumns } from '../draft/external-columns.ts'
import { mustExist } from '../draft/must-exist.ts'
import { keepAccount } from '../keep-account.ts'
import { just, saidAt, type Scene, type TicketCommand } from '../ticket-command.ts'
import { ticketOf } from '../ticket-row.ts'
import type { BindMove } from './bind-move.ts'
import { takePost } from '../guard-post.ts'
import { hasFence, standsInside } from '../facts/fence.ts'
import { mustBeCertified } from './certified.ts'
import { badgeOf, isProvedBy, listedPerson, notListed } from './attended.ts'
import { personalLockOff, personalLockOn } from './personal-lock.ts'
import { policyDemand, sign, signByHand } from './sign.ts'

/** The people of a ticket: briefing, guardian at the post, newcomers, own locks, in and out (T26, T28, T29, T31, T42). */
export function bindCrew(bindMove: BindMove): void {
  bindMove(tickets.brief, brief)
  bindMove(tickets.briefConfirm, briefConfirm)
  bindMove(tickets.guardIn, guardIn)
  bindMove(tickets.crewAdd, crewAdd)
  bindMove(tickets.personalLockOn, personalLockOn)
  bindMove(tickets.personalLockOff, personalLockOff)
  bindMove(tickets.personIn, entering)
  bindMove(tickets.personOut, leaving)
}

/** Notes are taken while the ticket lives in the field: approved or executing. */
export function mustBeLive({ work }: Scene): void {
  if (!isTicketIn('inField', ticketOf(work)))
    throw fail('REFUSED', { detail: '工作票未批准或已结束，不能登记，请先核对工作票状态' })
}

/** Refuses unless the person holds one of the tags on this ticket, naming who may. */
export function mustBe(actor: ActorFact, tags: readonly RoleTag[], who: string): void {
  if (!tags.some((tag) => actor.roleTags.includes(tag))) throw fail('REFUSED', { detail: `须由${who}操作` })
}

/**
 * Who briefs says whom; who was briefed signs for himself (G13): in his own session (`briefConfirm`), by this very call
 * when he briefs himself, or, when he has no account, by hand on this screen. Until then he counts as not signed.
 */
function brief({ personIds, handwriting }: InputOf<typeof tickets.brief>): TicketCommand {
  return {
    prepare: async (scene) => {
      const { tx, work, actor } = scene
      mustBeLive(scene)
      mustBe(actor, ['LEAD', 'PERMIT'], '工作负责人或许可人')
      await mustBeCertified(scene, ['LEAD', 'PERMIT'])
      const drawn = new Map(handwriting.map(({ personId, image }) => [personId, image]))
      for (const personId of new Set([...personIds, ...drawn.keys()])) {
        const person = await briefed(tx, work.id, personId, {
          briefTime: new Date(saidAt(scene)),
          briefSignId: null,
        })
        const image = drawn.get(personId)
        if (image !== undefined && person.userId !== null)
          throw fail('REFUSED', {
            detail: `${person.name}有账号，须本人登录后确认交底，不能在他人屏幕上手写签名`,
          })
        const contentHash = work.contentHash ?? ''
        const signId =
          image !== undefined
            ? await signByHand(scene, {
                bizId: personId,
                role: 'BRIEF',
                personId,
                name: person.name,
                image,
                contentHash,
              })
            : person.userId === actor.userId
              ? await sign(scene, {
                  bizId: personId,
                  role: 'BRIEF',
                  given: {},
                  demand: 'SESSION',
                  contentHash,
                })
              : null
        if (signId !== null) await briefed(tx, work.id, personId, { briefSignId: signId })
      }
    },
    ...just(null, { note: 'brief', personIds }),
  }
}

/** Writes the briefing of one listed person; answers who he is. */
async function briefed(
  tx: Tx,
  workId: string,
  personId: string,
  columns: Updateable<Database['loWorkPerson']>,
): Promise<{ userId: string | null; name: string }> {
  const row = await tx
    .updateTable('loWorkPerson as p')
    .set(columns)
    .where('workId', '=', workId)
    .where('id', '=', personId)
    .where('state', '=', 1)
    .returning((eb) => [
      'p.userId',
      'p.personName',
      eb.selectFrom('sysUser').select('realname').whereRef('sysUser.id', '=', 'p.userId').as('realname'),
    ])
    .executeTakeFirst()
  if (!row) throw notListed()
  return { userId: row.userId, name: row.realname ?? row.personName ?? '' }
}

/** Who was briefed confirms it himself: every line of his on the ticket that waits for him, or the one he names (G13). */
function briefConfirm({ personId, ...given }: InputOf<typeof tickets.briefConfirm>): TicketCommand {
  return {
    prepare: async (scene) => {
      const { tx, work, actor } = scene
      mustBeLive(scene)
      const lines = await tx
        .selectFrom('loWorkPerson')
        .select(['id', 'briefTime', 'briefSignId'])
        .where('workId', '=', work.id)
        .where('userId', '=', actor.userId)
        .where('state', '=', 1)
        .execute()
      const mine = lines.filter(({ id }) => personId === undefined || id === personId)
      const [first] = mine
      if (!first) throw fail('REFUSED', { detail: '您不在本票人员名单中，只能由被交底人本人确认' })
      const waiting = mine.filter((line) => line.briefTime !== null && line.briefSignId === null)
      if (waiting.length === 0)
        throw fail('REFUSED', {
          detail: mine.some((line) => line.briefTime !== null)
            ? '您已确认过安全交底，无需重复确认'
            : '工作负责人还没有对您交底，请先接受交底再确认',
        })
      const signId = await sign(scene, {
        // One signature for all of his lines; the proof names the first that waits.
        bizId: waiting.find(({ id }) => id === personId)?.id ?? waiting[0]?.id ?? first.id,
        role: 'BRIEF',
        given,
        demand: await policyDemand(scene, 'brief'),
        contentHash: work.contentHash ?? '',
      })
      for (const { id } of waiting) await briefed(tx, work.id, id, { briefSignId: signId })
    },
    ...just(null, { note: 'briefConfirm', personId: personId ?? null }),
  }
}

/**
 * The guardian signs in at his post: he himself, in his own session, inside the area's fence where one is drawn. Nobody
 * does it for him, and he guards one work at a time: on any other he is away from then on. Signed without a network it says
 * where he stood then: it counts from its stamp, watched by no session, and ends when he should have confirmed.
 */
function guardIn({ personId, onSite }: InputOf<typeof tickets.guardIn>): TicketCommand {
  return {
    prepare: async (scene) => {
      const { tx, work, actor } = scene
      mustBeLive(scene)
      const row = await tx
        .selectFrom('loWorkPerson')
        .select('userId')
        .where('workId', '=', work.id)
        .where('id', '=', personId)
        .where('roleTag', '=', 'GUARD')
        .where('state', '=', 1)
        .executeTakeFirst()
      if (!row) throw fail('REFUSED', { detail: '此人不是本票的监护人，请核对名单' })
      if (row.userId !== actor.userId)
        throw fail('REFUSED', { detail: '监护到位只能由监护人本人在现场用自己的账号登记' })
      const gap = removalGap(actor)
      if (gap !== null) throw fail('REFUSED', { detail: gap })
      await mustStandThere(scene, onSite ?? null)
      await takePost(scene, personId)
    },
    ...just(null, { note: 'guardIn', personId }),
  }
}

/** Refuses whoever does not stand inside the fence of the work's area, where one is drawn; null = he does not say where he stands. */
export async function mustStandThere({ tx, work }: Scene, position: Position | null): Promise<void> {
  const inside = position === null ? null : await standsInside(tx, work, position)
  if (inside === true) return
  if (inside === false) throw fail('REFUSED', { detail: '您不在作业区域的围栏内，请到现场后登记' })
  if (position === null && (await hasFence(tx, work)))
    throw fail('REFUSED', { detail: '未取得您的位置，请允许定位后在现场登记' })
}

/** The new person stands on the list before the guards look, so that his certificates and duties are judged (G03, G04). */
function crewAdd(input: InputOf<typeof tickets.crewAdd>): TicketCommand {
  const { roleTag, personSource } = input
  const { who, personId: userId } = namedIn(input)
  return {
    prepare: (scene) => addToCrew(scene, who, roleTag, personSource),
    ...just({ type: 'crewChange', userId, roleTag, changesScope: false }, { userId, roleTag }),
  }
}

/** An account, or a line of the register of people without one. */
export type NewMember = { readonly userId: string } | { readonly externalId: string }

/** Who is named for the crew, and the id that guards and effects know him by. */
export function namedIn({
  userId,
  externalId,
}: Pick<InputOf<typeof tickets.crewAdd>, 'userId' | 'externalId'>): {
  who: NewMember
  personId: string
} {
  return externalId
    ? { who: { externalId }, personId: externalId }
    : { who: { userId: userId ?? '' }, personId: userId ?? '' }
}

/** A line more on the ticket's list of people. */
export async function addToCrew(
  { tx, work, now }: Scene,
  who: NewMember,
  roleTag: string,
  personSource: number,
): Promise<void> {
  const columns =
    'externalId' in who
      ? await externalColumns(tx, work.tenantId, who.externalId)
      : { userId: who.userId, personSource }
  const personId = 'externalId' in who ? who.externalId : who.userId
  if ('userId' in who) {
    await keepAccount(tx, who.userId)
    await mustExist(tx, work.tenantId, 'sys_user', [who.userId], '人员')
  }
  const listed = await tx
    .selectFrom('loWorkPerson')
    .select('id')
    .where('workId', '=', work.id)
    .where('personId', '=', personId)
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
      ...columns,
      roleTag,
      onState: 0,
      mustAck: 0,
      state: 1,
      createTime: new Date(now),
    })
    .execute()
  await countPeople(tx, work.id)
}

/** Somebody goes in (T28); who has no account shows his badge. */
function entering({ personId, badge }: InputOf<typeof tickets.personIn>): TicketCommand {
  return {
    act: async (scene) => {
      const person = await listedPerson(scene.tx, scene.work.id, personId)
      if (person.externalId === null) await keepAccount(scene.tx, person.personId)
      const badgeShown = await isProvedBy(scene, badge, person.personId, 'in')
      return {
        event: { type: 'personIn', userId: person.personId, ...(badgeShown ? { badgeShown } : {}) },
        audit: { personId },
      }
    },
  }
}

/** Who counts heads: their word that somebody has left needs no badge. */
const headCounters: readonly RoleTag[] = ['GUARD', 'LEAD', 'PERMIT', 'SAFETY', 'DEPT']

/**
 * Who may say that somebody is out (T29): he himself, by his session or his badge, or those who count heads. Anybody else
 * may not have seen him. Those who count heads are never refused for what has become of the badge; in any other hand a
 * revoked one proves nobody (decision 0535). A reason says how somebody forgotten was found.
 */
function leaving({ personId, badge, reason }: InputOf<typeof tickets.personOut>): TicketCommand {
  return {
    act: async (scene) => {
      const { tx, work, actor } = scene
      const person = await listedPerson(tx, work.id, personId)
      const mayCount = headCounters.some((tag) => actor.roleTags.includes(tag))
      const says = person.personId === actor.userId || mayCount
      // Whoever counts heads needs no badge: one that nobody knows is none, that of somebody else shows the wrong line.
      const isUnknown = says && badge && (await readBadge(tx, work.tenantId, badge)) === null
      const shown = isUnknown ? null : await badgeOf(scene, badge, person.personId)
      if (!says) {
        const gap = shown && shownPassGap(shown, 'out', saidAt(scene))
        if (gap) throw fail('REFUSED', { detail: gap })
        if (!shown) mustBe(actor, headCounters, '本人、监护人、工作负责人、许可人、属地负责人或安全管理人员')
      }
      return {
        event: { type: 'personOut', userId: person.personId },
        audit: { personId, ...(reason ? { reason } : {}) },
      }
    },
  }
}

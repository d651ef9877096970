import { questionEndpoints, type InputOf } from '@suoan/contract'
import { answerGap, questionGap } from '@suoan/domain/work-ticket'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import { fail, failUnseen } from '@suoan/platform/fail'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { agenciesOf } from '../../agencies.ts'
import { openTicket } from '../../open-ticket.ts'
import { ticketVariables } from '../effects/ticket-variables.ts'
import { command, type Done, type TicketCommand } from '../ticket-command.ts'
import { ticketOf } from '../ticket-row.ts'
import type { BindMove } from './bind-move.ts'

/** A ticket with more open questions than this is better rejected with its reasons. */
const most = 20

/** Signers ask before they decide, and who wrote the ticket answers: notes in its chain (decision 0965). */
export function bindQuestions(bindMove: BindMove): void {
  bindMove(questionEndpoints.ask, ask)
  bindMove(questionEndpoints.answer, answer)
}

function ask({ question }: InputOf<typeof questionEndpoints.ask>): TicketCommand {
  return command({
    reads: ['steps'],
    act: async ({ tx, work, actor, now, facts }) => {
      const ticket = ticketOf(work)
      const agencies = await agenciesOf(tx, work.tenantId, actor.userId, now)
      const gap = questionGap(
        ticket,
        actor,
        facts.steps,
        agencies.map(({ principalId }) => principalId),
      )
      if (gap !== null) throw fail('REFUSED', { detail: gap })
      const { rows } = await sql<{ open: number }>`select count(*)::int as open from lo_work_question
        where work_id = ${work.id} and round = ${ticket.round} and answer is null and del_flag = 0`.execute(
        tx,
      )
      if ((rows[0]?.open ?? 0) >= most)
        throw fail('REFUSED', { detail: `已有 ${most} 个问题等待答复；请等待答复，或写明原因驳回工作票` })
      const questionId = newId()
      await sql`insert into lo_work_question (id, tenant_id, work_id, round, ask_by, ask_time, question, create_by, create_time)
        values (${questionId}, ${work.tenantId}, ${work.id}, ${ticket.round}, ${actor.userId}, ${new Date(now)}, ${question},
          ${actor.userId}, ${new Date(now)})`.execute(tx)
      return {
        event: null,
        audit: { note: 'questionAsk', questionId, question },
        afterEffects: (done) =>
          tell(done, {
            userIds: [ticket.applicantId, ticket.leaderId],
            title: `请您答复审查提问：${work.workName ?? ticket.workNo}`,
            text: `${actor.name} 问：${question}`,
          }),
      }
    },
  })
}

function answer({ questionId, answer: said }: InputOf<typeof questionEndpoints.answer>): TicketCommand {
  return command({
    act: async ({ tx, work, actor, now }) => {
      const gap = answerGap(ticketOf(work), actor)
      if (gap !== null) throw fail('REFUSED', { detail: gap })
      const { rows } = await sql<{ askBy: string; question: string }>`
        update lo_work_question set answer = ${said}, answer_by = ${actor.userId}, answer_time = ${new Date(now)},
          update_by = ${actor.userId}, update_time = ${new Date(now)}, revision = revision + 1
        where id = ${questionId} and work_id = ${work.id} and answer is null and del_flag = 0
        returning ask_by, question`.execute(tx)
      const [row] = rows
      if (!row) {
        const known =
          await sql`select 1 from lo_work_question where id = ${questionId} and work_id = ${work.id}
          and del_flag = 0`.execute(tx)
        if (known.rows.length === 0) throw failUnseen('lo_work_question', [questionId])
        throw fail('REFUSED', { detail: '这个问题已经答复；需要补充时请提问人再问一次' })
      }
      return {
        event: null,
        audit: { note: 'questionAnswer', questionId, answer: said },
        afterEffects: (done) =>
          tell(done, {
            userIds: [row.askBy],
            title: `您的提问已答复：${work.workName ?? ''}`,
            text: `您问：${row.question}\n${actor.name} 答：${said}`,
          }),
      }
    },
  })
}

/** A question waits for its answer, and an answer for the decision: both are told to whom they concern, not to the one who wrote. */
async function tell(
  { tx, emit, work, actor, now }: Done,
  { userIds, title, text }: { userIds: readonly string[]; title: string; text: string },
): Promise<void> {
  await notifyUsers(tx, emit, {
    tenantId: work.tenantId,
    userIds: userIds.filter((id) => id !== actor.userId),
    title: title.slice(0, 100),
    text,
    level: 2,
    open: openTicket(work.id),
    about: { type: 'work', id: work.id },
    event: 'stepWaiting',
    variables: ticketVariables(work, ticketOf(work)),
    now,
  })
}

import type { TicketQuestion } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/** What was asked about a ticket before the decisions, in all rounds, the oldest first. */
export async function loadQuestions(tx: Tx, workId: string): Promise<TicketQuestion[]> {
  const { rows } = await sql<
    Omit<TicketQuestion, 'askTime' | 'answerTime'> & { askTime: Date; answerTime: Date | null }
  >`select q.id, q.round, q.ask_by, coalesce(a.realname, '—') as ask_name, q.ask_time, q.question, q.answer,
      b.realname as answer_name, q.answer_time
    from lo_work_question q left join sys_user a on a.id = q.ask_by left join sys_user b on b.id = q.answer_by
    where q.work_id = ${workId} and q.del_flag = 0 order by q.ask_time, q.id`.execute(tx)
  return rows.map(({ askTime, answerTime, ...row }) => ({
    ...row,
    askTime: shanghaiTime(askTime.getTime()),
    answerTime: answerTime && shanghaiTime(answerTime.getTime()),
  }))
}

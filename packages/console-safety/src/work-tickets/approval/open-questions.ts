import type { TicketDetail } from '@suoan/contract'

/** Questions nobody has answered yet. */
export const openQuestions = ({ questions }: Pick<TicketDetail, 'questions'>): number =>
  questions.rows.filter(({ answer }) => answer === null).length

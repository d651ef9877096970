import type { BoardTodo } from '@suoan/contract'

/** What is to be done about each kind of matter, and on which page. */
export const todoKinds: Readonly<Record<BoardTodo['kind'], { text: string; page: string }>> = {
  review: { text: '审核', page: '/isps/loWorkReviewList' },
  examine: { text: '审批', page: '/isps/loWorkExamineList' },
  ticket: { text: '处理', page: '/isps/loWorkList' },
}

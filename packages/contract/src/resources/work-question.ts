import { dateTime, integer, ref, text } from '../field.ts'
import { defineResource } from '../resource.ts'

/** 审查提问 (3-domain.md §6.2, decision 0965): asked before a decision, answered once. Children of a ticket have no verbs. */
export const workQuestion = defineResource({
  name: 'workQuestion',
  title: '审查提问',
  path: '/lowork/loWorkQuestion',
  table: 'lo_work_question',
  permission: 'lo:workQuestion',
  fields: {
    workId: ref('工作票', 'work', { required: true }),
    round: integer('轮次', { required: true }),
    askBy: ref('提问人', 'user', { required: true }),
    askTime: dateTime('提问时间', { required: true }),
    question: text('问题', { required: true, max: 500 }),
    answerBy: ref('答复人', 'user'),
    answerTime: dateTime('答复时间'),
    answer: text('答复', { max: 500 }),
  },
  label: 'question',
  verbs: [],
})

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { RuleResult } from '../envelope.ts'
import { ticketBase, ticketId, ticketMove, ticketMoveInput, approvalEdit, standing } from './work-ticket.ts'

const access = { permission: 'lo:work:list', orNamed: true } as const
const words = (empty: string) => z.string().trim().min(1, empty).max(500, '最多 500 个字')

/** Questions before a decision (3-domain.md §6.2 work review); who may ask and answer is said in decision 0965. */
export const questionEndpoints = {
  ask: ticketMove({
    methods: ['POST'],
    path: `${ticketBase}/questionAsk`,
    title: '审查提问',
    access,
    input: z.object({ ...ticketMoveInput, question: words('请写出要问的问题') }),
  }),
  answer: ticketMove({
    methods: ['POST'],
    path: `${ticketBase}/questionAnswer`,
    title: '答复提问',
    access,
    input: z.object({ ...ticketMoveInput, questionId: ticketId, answer: words('请填写答复') }),
  }),
} as const

/** What an approval would do, had it been given now. */
export interface Rehearsal {
  /** It would be taken: no rule refuses it. */
  readonly passes: boolean
  /** Why not; empty when it passes. */
  readonly refusal: string
  /** T-number and state after it; as it is where it would be refused. */
  readonly transId: string
  readonly workStatus: number
  readonly workStatus_dictText: string
  /** Every rule that was looked at. */
  readonly rules: RuleResult[]
  /** What the ticket would say otherwise. */
  readonly changes: { readonly label: string; readonly old: string | null; readonly new: string | null }[]
  /** Who would be asked next, e.g. `审核 1：周审核`; empty where nobody is. */
  readonly next: readonly string[]
}

export const rehearsalEndpoints = {
  /** Says what an approval would do and does nothing (3-domain.md §6.2 work examine: simulate; decision 0966). */
  simulate: defineEndpoint<Rehearsal>()({
    methods: ['POST'],
    path: '/loworkexamine/loWorkExamine/simulate',
    title: '试算审批',
    access: { permission: 'lo:examine:decide' },
    input: z.object({ id: ticketId, edit: approvalEdit, onSite: standing }),
  }),
} as const

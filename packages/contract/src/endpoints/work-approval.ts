import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { clientOpId, seenRevision, signFields, standing, type TransitionAnswer } from './work-ticket.ts'

/** The life of an approval beside its decisions (3-domain.md §3.7, §4.4 T14–T16, T19). `id` names a step row. */
const id = z.string().min(1, '缺少步骤编号').max(32)
const note = z.string().trim().max(200, '说明最多 200 个字').default('')
const handOn = z.object({
  id,
  clientOpId,
  seen: seenRevision,
  toUserId: z.string().min(1, '请选择人员').max(32),
  reason: note,
})

/** Somebody who may be given a step, or be added to it. */
export interface SignerChoice {
  id: string
  realname: string
  username: string
  departName: string
}

const move = defineEndpoint<TransitionAnswer>()
const post = (permission: string) => ({ methods: ['POST'] as const, access: { permission } })

export const reviewStepEndpoints = {
  /** Who could take a step over: those who hold its post and are not in it yet. */
  signers: defineEndpoint<SignerChoice[]>()({
    methods: ['GET'],
    path: '/loworkreview/loWorkReview/signers',
    title: '可委托的审核人',
    access: { permission: 'lo:review:delegate' },
    input: z.object({ id }),
  }),
  delegate: move({
    ...post('lo:review:delegate'),
    path: '/loworkreview/loWorkReview/delegate',
    title: '委托审核',
    input: handOn,
  }),
  addSigner: move({
    ...post('lo:review:delegate'),
    path: '/loworkreview/loWorkReview/addSigner',
    title: '审核加签',
    input: handOn,
  }),
  urge: move({
    ...post('lo:work:urge'),
    path: '/loworkreview/loWorkReview/urge',
    title: '催办审核',
    input: z.object({ id, clientOpId, seen: seenRevision }),
  }),
} as const

export const examineStepEndpoints = {
  signers: defineEndpoint<SignerChoice[]>()({
    methods: ['GET'],
    path: '/loworkexamine/loWorkExamine/signers',
    title: '可委托的批准人',
    access: { permission: 'lo:examine:delegate' },
    input: z.object({ id }),
  }),
  delegate: move({
    ...post('lo:examine:delegate'),
    path: '/loworkexamine/loWorkExamine/delegate',
    title: '委托审批',
    input: handOn,
  }),
  addSigner: move({
    ...post('lo:examine:delegate'),
    path: '/loworkexamine/loWorkExamine/addSigner',
    title: '审批加签',
    input: handOn,
  }),
  returnReview: move({
    ...post('lo:examine:decide'),
    path: '/loworkexamine/loWorkExamine/returnReview',
    title: '退回审核',
    input: z.object({
      id,
      clientOpId,
      seen: seenRevision,
      opinion: z.string().trim().min(1, '请填写退回意见').max(500),
      /** The review step to go back to. */
      stepNo: z.number().int().min(1),
      contentHash: z.string().max(64),
      ...signFields,
      onSite: standing,
    }),
  }),
  urge: move({
    ...post('lo:work:urge'),
    path: '/loworkexamine/loWorkExamine/urge',
    title: '催办审批',
    input: z.object({ id, clientOpId, seen: seenRevision }),
  }),
} as const

export const recallEndpoints = {
  recall: move({
    ...post('lo:work:recall'),
    path: '/lowork/loWork/recall',
    title: '撤销批准',
    input: z.object({
      workId: z.string().min(1, '缺少票据编号').max(32),
      clientOpId,
      revision: z.coerce.number().int().optional(),
      seen: seenRevision,
      reason: z.string().trim().min(1, '请输入撤销批准的原因').max(200),
    }),
  }),
} as const

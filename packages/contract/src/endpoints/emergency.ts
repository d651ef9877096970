import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { shellRoutes } from './shell-routes.ts'
import type { TicketDetail } from './ticket-detail.ts'
import {
  anyOpId,
  clientOpId,
  presenceProof,
  standing,
  told,
  ticketBase,
  ticketMove,
  seenRevision,
  ticketMoveInput,
  wireTime,
  writing,
} from './work-ticket.ts'

const removal = { id: z.string().min(1, '缺少应急拆锁编号').max(32), clientOpId, seen: seenRevision }
const photo = z.string().max(255)

/** A removed lock whose owner has not acknowledged it (T49). */
export interface WaitingAck {
  id: string
  workId: string
  workNo: string
  workName: string
  lockCode: string
  reason: string
  requestName: string
  approveName: string
  removerName: string
  removeTime: string
}

/** Renewal (T46), removing another's lock (T47–T49), the emergency ticket (T50). */
export const emergencyEndpoints = {
  /** Makes the new ticket as a draft; the old one goes on until that starts and takes its holds. */
  renew: defineEndpoint<TicketDetail>()({
    ...writing('lo:work:submit'),
    path: `${ticketBase}/renew`,
    title: '办理续票',
    input: z.object({ ...ticketMoveInput, planStart: wireTime, planEnd: wireTime }),
  }),
  ask: ticketMove({
    ...writing('lo:work:emergency'),
    path: `${ticketBase}/emergencyAsk`,
    title: '申请应急拆锁',
    input: z.object({
      ...ticketMoveInput,
      lockId: z.string().min(1, '请选择个人锁').max(32),
      reason: z.string().trim().min(1, '请输入拆锁原因').max(300),
      ownerAbsent: z.string().trim().max(300, '依据最多 300 个字').default(''),
      contacts: z
        .array(
          z.object({
            time: wireTime,
            channel: z.string().trim().max(20),
            outcome: z.string().trim().max(100),
          }),
        )
        .max(20)
        .default([]),
      areaChecked: z.boolean().default(false),
      areaPhoto: photo.default(''),
    }),
  }),
  decide: ticketMove({
    ...writing('lo:work:emergency'),
    path: `${ticketBase}/emergencyDecide`,
    title: '批准应急拆锁',
    input: z.object({
      ...removal,
      agree: z.boolean(),
      opinion: z.string().trim().max(300).default(''),
      /** Who removes: the one who asked, unless the one who approves does. */
      removerId: z.string().max(32).nullish(),
      witnessId: z.string().max(32).default(''),
    }),
  }),
  done: ticketMove({
    ...writing('lo:work:emergency'),
    path: `${ticketBase}/emergencyDone`,
    title: '登记已拆锁',
    input: z.object({
      ...removal,
      means: z.union([z.literal(1), z.literal(2), z.literal(3)], '请选择拆除方式'),
      photo: photo.default(''),
    }),
  }),
  /** About himself: no permission stands between a person and his own acknowledgement. */
  ack: ticketMove({
    ...shellRoutes.emergencyAck,
    /** Whoever has no account shows his badge and signs on the screen of the leader, guardian or area's keeper. */
    input: z.object({
      ...removal,
      clientOpId: anyOpId,
      seen: seenRevision.catch(undefined),
      channel: z.union([z.literal(1), z.literal(2)], '请选择确认方式'),
      badge: told(64).optional(),
      handwriting: told(255).optional(),
    }),
  }),
  mine: defineEndpoint<WaitingAck[]>()({
    ...shellRoutes.emergencyMine,
    input: z.object({}),
  }),
  start: ticketMove({
    ...writing('lo:work:emergencyStart'),
    path: `${ticketBase}/emergencyStart`,
    title: '抢修现场批准',
    input: z.object({
      ...ticketMoveInput,
      reason: z.string().trim().min(1, '请输入抢修原因').max(200),
      /** Where the duty manager stands; or a tag of the place that he has just read (T50). */
      onSite: standing,
      proof: presenceProof,
    }),
  }),
  afterReview: ticketMove({
    ...writing('lo:work:afterReview'),
    path: `${ticketBase}/afterReview`,
    title: '抢修事后审查',
    input: z.object({ ...ticketMoveInput, opinion: z.string().trim().min(1, '请输入审查意见').max(300) }),
  }),
  /** Always refused (T51): an ended ticket is copied, never reopened. */
  reopen: ticketMove({
    ...writing('lo:work:submit'),
    path: `${ticketBase}/reopen`,
    title: '重新打开',
    input: z.object(ticketMoveInput),
  }),
} as const

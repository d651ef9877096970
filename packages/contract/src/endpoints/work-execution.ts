import { handoverTags } from '@suoan/domain/work-ticket'
import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import {
  crewMember,
  isOnePerson,
  namesOnePerson,
  presenceProof,
  safeMove,
  signFields,
  standing,
  ticketBase as base,
  ticketId as id,
  ticketMove as move,
  ticketMoveInput as workMove,
  wireTime,
  writing as write,
  writingNamed,
} from './work-ticket.ts'

const reason = (missing: string) => z.string().trim().min(1, missing).max(200)
const shift = z.enum(['D', 'E', 'N'], '请选择班次').nullish()

/** Inside the area's fence or not; null where the area has none. */
export interface GuardPlace {
  inside: boolean | null
}

/** Until when he has to say again that he is at his post, epoch ms; null where the policy does not ask. */
export interface GuardPost {
  until: number | null
}

/** Calls of a ticket that is being carried out: handover, test run, partial release, extension (3-domain.md T31, T34–T39). */
export const workExecutionEndpoints = {
  /** The outgoing person names who takes his tag over (T34). */
  handoverAsk: move({
    ...write('lo:work:own'),
    path: `${base}/handoverAsk`,
    title: '申请交接',
    input: z.object({
      ...workMove,
      roleTag: z.enum(handoverTags, '该角色不能交接'),
      toUserId: id,
      shiftFrom: shift,
      shiftTo: shift,
      remark: z.string().trim().max(500).default(''),
    }),
  }),
  /** The incoming person accepts; nothing has changed hands yet. */
  handoverAccept: move({
    ...write('lo:work:own'),
    path: `${base}/handoverAccept`,
    title: '接收交接',
    /** A guardian takes his post with it: from inside the fence, where the area has one. */
    input: z.object({ ...workMove, ...signFields, handoverId: id, onSite: standing }),
  }),
  /** After the joint walk the outgoing signs, and the tag changes hands. */
  handoverDone: move({
    ...write('lo:work:own'),
    path: `${base}/handoverDone`,
    title: '完成交接',
    input: z.object({
      ...workMove,
      ...signFields,
      handoverId: id,
      checks: z.array(z.string().max(16)).max(20),
    }),
  }),
  handoverCancel: move({
    ...write('lo:work:own'),
    path: `${base}/handoverCancel`,
    title: '取消交接',
    input: z.object({ ...workMove, handoverId: id }),
  }),
  /** The leader asks with the set, the people and the minutes; the permitter's call names nothing and confirms it (T35). */
  testBegin: move({
    ...write('lo:work:run'),
    path: `${base}/testBegin`,
    title: '试运行',
    input: z.object({
      ...workMove,
      pointIds: z.array(id).max(200).default([]),
      userIds: z.array(id).max(50).default([]),
      minutes: z.number().int('分钟须为整数').min(0).max(1440).default(0),
      toolsCleared: z.boolean().default(false),
      notified: z.boolean().default(false),
    }),
  }),
  testEnd: move({
    ...write('lo:work:run'),
    path: `${base}/testEnd`,
    title: '结束试运行',
    input: z.object({ ...workMove, deEnergised: z.boolean() }),
  }),
  /** Every lifted point is locked and proven again: work goes on (T37). */
  relocked: move({
    ...write('lo:work:verify'),
    path: `${base}/relocked`,
    title: '恢复上锁完成',
    input: z.object(workMove),
  }),
  /** The leader asks for a release group; the permitter's call without one confirms it (T38). */
  groupRelease: move({
    ...write('lo:work:run'),
    path: `${base}/groupRelease`,
    title: '部分解除隔离',
    input: z.object({
      ...workMove,
      group: z.number().int().min(0).max(999).default(0),
      notified: z.boolean().default(false),
    }),
  }),
  extendAsk: move({
    ...write('lo:work:run'),
    path: `${base}/extendAsk`,
    title: '申请延期',
    input: z.object({ ...workMove, newEnd: wireTime, reason: reason('请输入延期原因') }),
  }),
  /** The original approver, then the permitter (T39); a refusal by either ends it. */
  extendDecide: move({
    ...write('lo:work:extend'),
    path: `${base}/extendDecide`,
    title: '延期审批',
    input: z
      .object({
        ...workMove,
        extendId: id,
        agree: z.boolean(),
        opinion: z.string().trim().max(200).default(''),
      })
      .refine(({ agree, opinion }) => agree || opinion !== '', '请输入不同意的原因'),
  }),
  closeDeadlineMove: move({
    ...write('lo:work:run'),
    path: `${base}/closeDeadlineMove`,
    title: '延长收尾期限',
    input: z.object({ ...workMove, deadline: wireTime, reason: reason('请输入延长原因') }),
  }),
  /**
   * Somebody takes another's place on the list (T31), either with an account or from the register. `personId` is the line
   * of who leaves.
   */
  crewReplace: move({
    ...write('lo:work:run'),
    path: `${base}/crewReplace`,
    title: '替换人员',
    input: z.object({ ...workMove, personId: id, ...crewMember }).refine(isOnePerson, namesOnePerson),
  }),
  /** A lock more, for a point that is on the ticket; another point is a wider scope and refused (T31). */
  lockAdd: move({
    ...write('lo:work:run'),
    path: `${base}/lockAdd`,
    title: '增补锁具',
    input: z.object({
      ...workMove,
      lockId: id,
      useType: z.union([z.literal(1), z.literal(2), z.literal(3)], '只能增补隔离锁、通道锁或锁箱'),
      pointId: z.string().max(32).nullish(),
      /** People who may open an access lock. */
      userIds: z.array(id).max(50).default([]),
    }),
  }),
  /** Always refused: a point more is a wider scope (T31); the answer says what to do. */
  pointAdd: move({
    ...write('lo:work:run'),
    path: `${base}/pointAdd`,
    title: '增加隔离点',
    input: z.object({ ...workMove, pointId: id }),
  }),
  /** A verifier's look at a low-power lock, valid for half an hour (G11). */
  visualCheck: move({
    ...write('lo:work:verify'),
    path: `${base}/visualCheck`,
    title: '目视确认关锁',
    input: z.object({ ...workMove, pointId: id, proof: presenceProof }),
  }),
  /** The guardian says, in his own session, that he is at his post; each so many minutes, as the policy asks. */
  guardConfirm: defineEndpoint<GuardPost>()({
    ...writingNamed('lo:work:own'),
    path: `${base}/guardConfirm`,
    title: '确认在岗',
    /**
     * Where he stands, or a tag of the place read just now: where a fence is drawn a word without either is no
     * confirmation, outside the fence it is none, inside it brings back who had left it.
     */
    input: z.object({ ...workMove, onSite: standing, proof: presenceProof }),
  }),
  /** Where a guardian is, as his phone knows it; leaving the area's fence starts the clocks of §4.4. */
  guardPosition: defineEndpoint<GuardPlace>()({
    ...writingNamed('lo:work:own'),
    path: `${base}/guardPosition`,
    title: '监护人位置',
    input: z.object({
      ...safeMove,
      lng: z.coerce.number().min(-180).max(180),
      lat: z.coerce.number().min(-90).max(90),
    }),
  }),
} as const

import { named } from '@suoan/kit/pattern'
import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { AmISafe } from './crew-safety.ts'
import { wireTime, saidOrNot, told } from './work-ticket.ts'

/** Calls of the register of people without an account (decision 0471), and of the badges that stand for them. */
const base = '/lowork/loExternalPerson'
const id = z.string().min(1, '请选择外来人员').max(32)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式须为 YYYY-MM-DD')

/** What a badge says when it is read: nothing else of it is stored anywhere, so it is short enough to type. */
export const badgeCode = z.string().trim().min(1, '请扫描或输入通行码').max(64)

/** A pass as it is handed out; the code is told here and never again. */
export interface IssuedPass {
  externalId: string
  code: string
  personName: string
  company: string
  photo: string | null
  validFrom: string
  validTo: string
}

/** Somebody a badge stands for: who he is, whether he may be inside now, and where he is named. */
export interface BadgeHolder {
  externalId: string
  personName: string
  company: string
  source: number
  idMask: string | null
  photo: string | null
  /** Why he may not enter now; null = nothing stands against it. */
  gap: string | null
  /** Locks of his that were removed by others and that he has not acknowledged (T49). */
  removals: { id: string; workId: string; workNo: string; lockCode: string; reason: string }[]
  /** Live tickets that name him, with his line on each. */
  tickets: {
    workId: string
    workNo: string
    workName: string
    place: string
    personId: string
    roleTag: string
    onState: number
  }[]
}

/** Somebody who is in an area now, with an account or without one. */
export interface PersonInside {
  /** His line on the ticket he entered for: what `personOut` names. */
  id: string
  /** The person, of an account or of the register. */
  personId: string
  name: string
  hasAccount: boolean
  personSource: number
  company: string | null
  phone: string | null
  /** The number an employee carries on his card (工号); null without an account. A pass's code is never listed. */
  staffNo: string | null
  roleTag: string
  areaId: string | null
  areaCode: string
  areaName: string
  place: string
  workId: string
  workNo: string
  workName: string
  workStatus: number
  execPhase: number
  /** Since when, as the wire writes times; null where nobody wrote it down. */
  inTime: string | null
  minutes: number | null
  /** Why he ought not to be inside any more (ticket expired or suspended, pass run out …); null = all is in order. */
  alarm: string | null
}

export interface PeopleInside {
  serverTime: number
  people: PersonInside[]
  /** Tickets whose counter says more people than the lists name: somebody is inside whom nobody knows. */
  unnamed: { workId: string; workNo: string; areaName: string; count: number }[]
}

const window = {
  validFrom: wireTime.optional(),
  validTo: wireTime.optional(),
}

export const externalPersonEndpoints = {
  /** Registers somebody at the gate and hands out his pass in one go: under a minute. */
  register: defineEndpoint<IssuedPass>()({
    methods: ['POST'],
    path: `${base}/register`,
    access: { permission: 'lo:externalPerson:pass' },
    title: '登记并签发通行证',
    input: z.object({
      personName: z.string().trim().min(1, '请输入姓名').max(50),
      source: z.number().int().min(2).max(3).default(2),
      company: z.string().trim().min(1, '请输入单位').max(100),
      idNumber: z.string().trim().max(64).nullish(),
      phone: z.string().regex(named.m.expression, named.m.message).nullish().or(z.literal('')),
      photo: z.string().max(255).nullish(),
      trainFrom: day.nullish(),
      trainTo: day.nullish(),
      ...window,
    }),
  }),
  issuePass: defineEndpoint<IssuedPass>()({
    methods: ['POST'],
    path: `${base}/issuePass`,
    access: { permission: 'lo:externalPerson:pass' },
    title: '签发当日通行证',
    input: z.object({ id, ...window }),
  }),
  revokePass: defineEndpoint<null>()({
    methods: ['POST'],
    path: `${base}/revokePass`,
    access: { permission: 'lo:externalPerson:pass' },
    title: '作废通行证',
    input: z.object({ id, reason: saidOrNot }),
  }),
  /** On or off the blacklist; going on it ends every pass at once. */
  blacklist: defineEndpoint<null>()({
    methods: ['POST'],
    path: `${base}/blacklist`,
    access: { permission: 'lo:externalPerson:blacklist' },
    title: '外来人员黑名单',
    input: z
      .object({ id, on: z.boolean(), reason: told(200) })
      .refine(({ on, reason }) => on || reason !== '', { path: ['reason'], message: '请输入原因' })
      .transform(({ reason, ...rest }) => ({ ...rest, reason: reason || '未说明' })),
  }),
  /** Whoever holds the badge in his hand may ask whose it is; the code is the right to ask. */
  byBadge: defineEndpoint<BadgeHolder>()({
    methods: ['POST'],
    path: `${base}/byBadge`,
    access: 'signedIn',
    title: '查看通行码',
    input: z.object({ code: badgeCode }),
  }),
  /** 我安全吗 for somebody without an account, on any terminal (§6.3). */
  safetyByBadge: defineEndpoint<AmISafe & { personName: string }>()({
    methods: ['POST'],
    path: `${base}/safetyByBadge`,
    access: 'signedIn',
    title: '外来人员安全卡',
    input: z.object({ code: badgeCode }),
  }),
  /** Who is in which area now, since when (G17, evacuation). */
  inside: defineEndpoint<PeopleInside>()({
    methods: ['GET'],
    path: '/lowork/loWorkPresence/inside',
    access: { permission: 'lo:workPresence:inside' },
    title: '在场人员',
    input: z.object({ areaCode: z.string().max(64).optional() }),
  }),
} as const

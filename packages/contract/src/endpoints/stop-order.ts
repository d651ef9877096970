import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { anyOpId, clientOpId, saidOrNot, stopReason, told, writing } from './work-ticket.ts'

const base = '/lostoporder/loStopOrder'

/** A stop order in force, with whom and where in words. */
export interface ActiveStop {
  id: string
  areaId: string
  areaCode: string
  areaName: string
  reason: string
  orderByName: string
  orderTime: string
}

/** 停工指令: stops all work in an area and everything in it; only a lifting with a reason ends it (G16, R11). */
export const stopOrderEndpoints = {
  active: defineEndpoint<ActiveStop[]>()({
    methods: ['GET'],
    access: { permission: 'lo:work:list', orNamed: true },
    path: `${base}/active`,
    title: '生效的停工指令',
    /** With an area: only those that stop work there. */
    input: z.object({ areaCode: z.string().max(64).optional() }),
  }),
  order: defineEndpoint<{ id: string; stopped: string[] }>()({
    ...writing('lo:stopOrder:order'),
    path: `${base}/order`,
    title: '下达停工指令',
    input: z.object({
      areaId: z.string().min(1, '请选择区域').max(32),
      reason: saidOrNot,
      clientOpId: anyOpId,
    }),
  }),
  /**
   * The red button of somebody who is on no ticket: whoever reads the tag of a place stands there, and may stop what is
   * done there (T32). It needs no permission and shows no ticket; who pressed it, where and from which session is kept.
   */
  atPlace: defineEndpoint<{ stopped: string[] } | null>()({
    methods: ['POST'],
    access: 'signedIn',
    path: `${base}/atPlace`,
    title: '现场扫码停工',
    input: z.object({
      nfcUid: told(64).optional(),
      qr: told(100).optional(),
      lng: z.number().min(-180).max(180).optional().catch(undefined),
      lat: z.number().min(-90).max(90).optional().catch(undefined),
      reason: stopReason,
    }),
  }),
  lift: defineEndpoint<null>()({
    ...writing('lo:stopOrder:lift'),
    path: `${base}/lift`,
    title: '解除停工指令',
    input: z.object({
      id: z.string().min(1, '缺少停工指令编号').max(32),
      reason: z.string().trim().min(1, '请输入解除原因').max(200),
      clientOpId,
    }),
  }),
} as const

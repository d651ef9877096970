import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const base = '/loprocedure/loProcedure'
const one = z.object({ id: z.string().min(1).max(32) })

/** What becomes of a version of an energy control procedure (3-domain.md §3.2 LoProcedure); its text is written by the resource's verbs. */
export const procedureEndpoints = {
  /** A draft becomes the effective version of its equipment; the one before it ends. */
  publish: defineEndpoint<null>()({
    methods: ['POST'],
    path: `${base}/publish`,
    title: '能量控制程序生效',
    access: { permission: 'lo:procedure:publish' },
    input: one,
  }),
  /** A new draft with the text of a version; its id. */
  revise: defineEndpoint<{ id: string }>()({
    methods: ['POST'],
    path: `${base}/revise`,
    title: '修订能量控制程序',
    access: { permission: 'lo:procedure:add' },
    input: one,
  }),
  /** The yearly inspection of the effective version, by somebody who does not work by it. */
  inspect: defineEndpoint<null>()({
    methods: ['POST'],
    path: `${base}/inspect`,
    title: '登记程序检查',
    access: { permission: 'lo:procedure:inspect' },
    input: one.extend({
      /** `lo_inspect_result` */
      result: z.union([z.literal(1), z.literal(2), z.literal(3)], '请选择检查结论'),
      note: z.string().trim().max(200, '检查说明最多 200 字').default(''),
    }),
  }),
} as const

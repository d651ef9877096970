import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const id = z.string().min(1, '请选择审批步骤').max(32)

/** Calls of the steps of a flow beyond the verbs (3-domain.md §3.4 LoFlow). */
export const flowEndpoints = {
  arrange: defineEndpoint<null>()({
    methods: ['POST'],
    access: { permission: 'lo:flowStep:edit' },
    path: '/loflow/loFlowStep/arrange',
    title: '调整审批步骤顺序',
    input: z.object({
      flowId: z.string().min(1, '请选择审批流程').max(32),
      /** Every step of the flow, in the order in which those of each stage are asked. */
      ids: z.array(id).min(1, '请选择审批步骤').max(200),
    }),
  }),
} as const

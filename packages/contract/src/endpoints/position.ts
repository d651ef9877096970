import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

export const positionEndpoints = {
  byCode: defineEndpoint<Record<string, unknown> | null>()({
    title: '按编码查询职务',
    methods: ['GET'],
    path: '/sys/position/queryByCode',
    access: { permission: 'system:position:list' },
    input: z.object({ code: z.string().max(100, '职务编码最多 100 个字符') }),
  }),
} as const

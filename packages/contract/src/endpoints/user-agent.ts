import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Row } from '../resource.ts'
import type { userAgent } from '../resources/user-agent.ts'

/** Calls of user agents beside the verbs (4-api.md §7.21). */
export const userAgentEndpoints = {
  /** The agency of a user that holds now, else his newest; a failure where he has none. */
  byUserName: defineEndpoint<Row<typeof userAgent> | null>()({
    title: '用户的代理人',
    methods: ['GET'],
    path: '/sys/sysUserAgent/queryByUserName',
    access: { permission: 'system:userAgent:list' },
    input: z.object({
      userName: z
        .string()
        .max(100, '用户账号最多 100 个字符')
        .refine((value) => !value.includes('\0'), '用户账号含有不能使用的字符'),
    }),
  }),
} as const

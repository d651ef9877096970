import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Calls of role home pages beside the verbs (4-api.md §7.22). */

/** A row of `sys_role_index` as these calls answer it. */
export type RoleIndexRow = Record<string, unknown> & { roleCode: string; url: string; component: string }

const list = { permission: 'system:roleIndex:list' } as const

export const roleIndexEndpoints = {
  byCode: defineEndpoint<RoleIndexRow | null>()({
    title: '按角色编码查询首页',
    methods: ['GET'],
    path: '/sys/sysRoleIndex/queryByCode',
    access: list,
    input: z.object({ roleCode: z.string().max(100, '角色编码最多 100 个字符') }),
  }),
  /** What 首页 is where no role says otherwise. */
  standard: defineEndpoint<RoleIndexRow>()({
    title: '默认首页',
    methods: ['GET'],
    path: '/sys/sysRoleIndex/queryDefIndex',
    access: list,
    input: z.object({}),
  }),
} as const

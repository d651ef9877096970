import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'

const word = z
  .string()
  .max(100, '最多 100 个字符')
  .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')

/** A colleague in 通讯录 (4-api.md §7.15). */
export interface AddressRow {
  userId: string
  realname: string | null
  workNo: string | null
  /** Codes of positions, joined by commas. */
  post: string | null
  post_dictText: string | null
  telephone: string | null
  email: string | null
  phone: string | null
  departId: string
  /** Names of the departments, joined by ` | `. */
  departName: string
  avatar: string | null
}

/** 通讯录 (4-api.md §7.15, 5-screens.md §6.10). */
export const addressListEndpoints = {
  page: defineEndpoint<Page<AddressRow>>()({
    title: '通讯录',
    methods: ['GET'],
    path: '/sys/user/queryByOrgCodeForAddressList',
    access: { permission: 'system:addressList:list' },
    input: z.object({
      orgCode: word.optional(),
      realname: word.optional(),
      workNo: word.optional(),
      pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(500).catch(10).default(10),
    }),
  }),
} as const

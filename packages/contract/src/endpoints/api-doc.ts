import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** 接口文档: every call of this version, as OpenAPI 3.1. Answers the bare document, which has no envelope. */
export const apiDocEndpoints = {
  openApi: defineEndpoint<null>()({
    methods: ['GET'],
    path: '/doc',
    access: { permission: 'system:apiDoc:list' },
    title: '接口文档',
    input: z.object({}),
  }),
} as const

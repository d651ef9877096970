import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

export const fileEndpoints = {
  upload: defineEndpoint<null>()({
    title: '上传文件',
    methods: ['POST'],
    path: '/sys/common/upload',
    access: 'signedIn',
    input: z.object({}),
  }),
  // Pictures are loaded by <img> without a header, so the path is public; its random name is the key (4-api.md §6.2).
  download: defineEndpoint<null>()({
    title: '下载文件',
    methods: ['GET'],
    path: '/sys/common/static/*',
    access: 'public',
    input: z.object({ '*': z.string().max(300) }),
  }),
} as const

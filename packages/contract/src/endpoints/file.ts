import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Largest upload of a file, bytes (4-api.md §1.4); workbooks may be larger, their route says so. */
export const uploadBytes = 10 * 1024 * 1024

/** Largest workbook that is imported (security.md V25), bytes. */
export const importBytes = 20 * 1024 * 1024

/** Sides of the small pictures that the store makes of pictures, px: of a line of a list and of a card, for sharp screens. */
export const thumbWidths = [96, 240] as const
export type ThumbWidth = (typeof thumbWidths)[number]

export const fileEndpoints = {
  upload: defineEndpoint<null>()({
    title: '上传文件',
    methods: ['POST'],
    path: '/sys/common/upload',
    access: 'signedIn',
    input: z.object({}),
  }),
  /**
   * A stored file, for whoever may read the row that holds it. `<img>` and links send no header: they are opened by the
   * cookie of the page's session, or by a ticket for this one address (decision 0507).
   */
  download: defineEndpoint<null>()({
    title: '下载文件',
    methods: ['GET'],
    path: '/sys/common/static/*',
    access: 'signedIn',
    byTicket: true,
    byCookie: true,
    sendsFile: true,
    // `w` asks for the small picture of a picture; of any other file it changes nothing.
    input: z.object({
      '*': z.string().max(300),
      w: z.coerce.number().pipe(z.literal(thumbWidths)).optional(),
    }),
  }),
} as const

/** A file of 对象存储 as its upload answers it. */
export interface OssFileRow {
  id: string
  fileName: string
  url: string
}

const ossUpload = {
  methods: ['POST'],
  access: { permission: 'system:ossFile:upload' },
  input: z.object({}),
} as const

/** What 对象存储 does beside its list (4-api.md §6.3). */
export const ossFileEndpoints = {
  upload: defineEndpoint<OssFileRow>()({
    ...ossUpload,
    title: '对象存储·上传',
    path: '/sys/oss/file/upload',
  }),
  uploadMinio: defineEndpoint<null>()({
    ...ossUpload,
    title: '对象存储·上传',
    path: '/sys/upload/uploadMinio',
  }),
} as const

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Tags of places and the reading of them (3-domain.md R12, T21): what shows that somebody stands there. */
const base = '/losite/loSiteTag'

const sitePlace = z.object({
  kind: z.enum(['POINT', 'LOCK', 'AREA'], '请选择隔离点、锁具或区域'),
  id: z.string().min(1, '请选择位置').max(32),
})
export type SitePlace = z.output<typeof sitePlace>

/** The number of a scan, as `scan` answered it. */
export const scanId = z.string().max(32).optional()

/** Answer of a scan that fits: it answers one question, within `validSec`. */
export interface ScanAnswer {
  scanId: string
  validSec: number
}

export const siteTagEndpoints = {
  /** Draws a new code for a place and ends the ones before; the text is told here and never again. */
  issue: defineEndpoint<{ code: string }>()({
    methods: ['POST'],
    access: { permission: 'lo:siteTag:issue' },
    path: `${base}/issue`,
    title: '签发现场标签',
    input: sitePlace,
  }),
  scan: defineEndpoint<ScanAnswer | null>()({
    methods: ['POST'],
    access: 'signedIn',
    path: `${base}/scan`,
    title: '现场扫码',
    input: sitePlace.extend({
      nfcUid: z.string().max(64).optional(),
      qr: z.string().max(100).optional(),
      lng: z.number().min(-180).max(180).optional(),
      lat: z.number().min(-90).max(90).optional(),
    }),
  }),
} as const

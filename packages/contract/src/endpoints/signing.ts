import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** How the caller can prove himself when he signs; minutes of a lock-out, 0 when there is none. */
export interface SignState {
  hasPin: boolean
  hasTotp: boolean
  pinLockedMin: number
  passwordLockedMin: number
  totpLockedMin: number
}

/** A proof for the contents that were named: good once for each, in this session, for `expiresIn` seconds. */
export interface SignProof {
  signProof: string
  signType: 'PWD' | 'PIN' | 'TOTP'
  expiresIn: number
}

const secret = z.string().max(256)

/**
 * Proving oneself for a signature (3-domain.md §3.5 LoWorkSign). The secret is checked here, apart from the ticket; what
 * comes back is good for the named content only, and is sent with the call that signs.
 */
export const signingEndpoints = {
  state: defineEndpoint<SignState>()({
    methods: ['GET'],
    path: '/sys/user/sign',
    access: 'signedIn',
    title: '自己的签名方式',
    input: z.object({}),
  }),
  setPin: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/sys/user/sign/pin',
    access: 'signedIn',
    title: '设置签名口令',
    input: z.object({
      password: secret,
      pin: z.string().regex(/^\d{6}$/, '签名口令须为 6 位数字'),
    }),
  }),
  prove: defineEndpoint<SignProof | null>()({
    methods: ['POST'],
    path: '/sys/user/sign/prove',
    access: 'signedIn',
    title: '签署前验证本人',
    input: z.object({
      method: z.enum(['PWD', 'PIN', 'TOTP']),
      secret,
      /** What will be signed: the row, and the content hash that its reader saw. */
      subjects: z
        .array(z.object({ bizId: z.string().max(32), contentHash: z.string().max(64) }))
        .min(1, '没有要签署的内容')
        .max(50, '一次最多签署 50 项'),
    }),
  }),
} as const

import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** What a plant needs before its first ticket, in the order in which people enter it (decision 0580). */
export const setupKeys = [
  'places',
  'people',
  'certs',
  'devices',
  'locks',
  'points',
  'policy',
  'flows',
  'ticket',
] as const
export type SetupKey = (typeof setupKeys)[number]

export interface SetupStep {
  key: SetupKey
  /** `hidden`: the caller may not see the rows that this step counts. */
  state: 'done' | 'open' | 'hidden'
  /** What is there already, counted in the caller's scope: 区域 3. */
  figures: { name: string; count: number }[]
  /** What is missing, in words for people; empty when done. */
  lacks: string[]
}

export const setupEndpoints = {
  steps: defineEndpoint<SetupStep[]>()({
    methods: ['GET'],
    access: { permission: 'lo:setup:list' },
    path: '/losetup/loSetup/steps',
    title: '开始使用',
    input: z.object({}),
  }),
} as const

import type { SafetyCard } from '@suoan/domain/crew-safety'
import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** The caller's own card on one of his live tickets (3-domain.md §6.3, M13). */
export interface MySafety extends SafetyCard {
  workId: string
  workNo: string
  workName: string
  areaName: string | null
  place: string
  workStatus: number
  execPhase: number
  /** `lo_role_tag` of the caller on the ticket. */
  roleTags: string[]
  isOnSite: boolean
  /** Points that hold for him: all mandatory ones of the ticket. */
  points: { pointCode: string; pointName: string; isSafe: boolean; stateText: string }[]
}

export interface AmISafe {
  /** Epoch ms; what is older than a minute says nothing. */
  serverTime: number
  cards: MySafety[]
}

export const crewSafetyEndpoints = {
  /** About oneself only: whoever is signed in may ask whether he is protected. */
  amISafe: defineEndpoint<AmISafe>()({
    methods: ['GET'],
    path: '/lowork/loWork/amISafe',
    title: '我安全吗',
    access: 'signedIn',
    input: z.object({}),
  }),
} as const

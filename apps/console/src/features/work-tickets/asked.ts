import type { TicketDetail } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { keyValidMs, transitions } from '@suoan/domain/work-ticket'
import { z } from 'zod'

const keys = z.array(
  z.object({ event: z.string(), index: z.number(), userName: z.string().nullish(), at: z.number() }),
)

/** A request that several people must sign (T27, T33, T44): who has, and whose turn it is. */
export interface Asked {
  readonly event: string
  readonly by: string
  readonly next: readonly string[]
  readonly text: string
}

const requests: Readonly<Record<string, string>> = {
  start: '开工',
  resume: '恢复作业',
  finish: '完工',
  closeExpired: '收尾',
  testBegin: '试运行',
  groupRelease: '部分解除',
  extendApprove: '延期',
}

/** What waits for a second or third signature at `now` (epoch ms); null when nothing does, or it has run out. */
export function askedOf(ticket: TicketDetail['ticket'], now: number): Asked | null {
  const given = keys.catch([]).parse(ticket['askState'] ?? [])
  const last = given.at(-1)
  if (!last || now - last.at > keyValidMs) return null
  const next = keysOf(last.event, ticket)?.[last.index + 1]
  if (!next) return null
  const names = next.map((role) => labelOf('lo_role_tag', role)).join('或')
  return {
    event: last.event,
    by: last.userName ?? '',
    next,
    text: `${last.userName ?? ''} 已申请${requests[last.event] ?? ''}，待${names}确认`,
  }
}

/** The roles that must sign an event in this state, in order; undefined when one person is enough. */
export function keysOf(
  event: string,
  { workStatus, execPhase }: Pick<TicketDetail['ticket'], 'workStatus' | 'execPhase'>,
): readonly (readonly string[])[] | undefined {
  const here = `${workStatus}/${execPhase}`
  return transitions.find((row) => row.event === event && row.keys && row.from.some((from) => from === here))
    ?.keys
}

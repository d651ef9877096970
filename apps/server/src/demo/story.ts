import type { DemoStory } from '@suoan/contract'
import { seededRandom } from '@suoan/kit/id'
import type { Context } from '@suoan/platform/context'
import { holdType } from '@suoan/domain/dictionaries'
import { sql } from 'kysely'
import { steps, writeTicket, type PlayedTicket, type Stage } from './play-ticket.ts'
import { PlayRefused, type PlantCrew } from './past-world.ts'
import { planTicket, type TicketPlan } from './ticket-plan.ts'

const minute = 60_000

/** A ticket that somebody lets be played step by step, to see what each step changes. */
export interface Story {
  look(): Promise<DemoStory>
  /** Does the next step; a step that is refused says why and changes nothing. */
  next(): Promise<DemoStory>
}

/** Its steps, and who does them. */
const chapters: readonly {
  readonly title: string
  readonly who: string
  readonly stages: readonly Stage[]
}[] = [
  { title: '写票并提交', who: '张签（签发）', stages: ['submitted'] },
  { title: '审核通过', who: '李审（审核）', stages: ['reviewed'] },
  { title: '审批通过', who: '王批（批准）', stages: ['approved'] },
  { title: '许可开始隔离', who: '赵值（许可）', stages: ['isolating'] },
  { title: '逐点操作、上锁、挂牌', who: '郑隔（隔离）', stages: ['locked'] },
  { title: '零能量验证', who: '冯验（验证）', stages: ['verified'] },
  {
    title: '交底、监护到位、挂个人锁',
    who: '严宏伟（负责人）、曹德明、魏长青、秦晓峰（监护）',
    stages: ['ready'],
  },
  { title: '开工，人员进场', who: '严宏伟（负责人）、赵值（许可）', stages: ['working'] },
  { title: '人员离场，开始解除隔离', who: '严宏伟（负责人）', stages: ['releasing'] },
  { title: '摘个人锁，逐点恢复', who: '郑隔（隔离）', stages: ['restored'] },
  { title: '验收并完工', who: '王批（属地）、严宏伟、赵值（许可）', stages: ['finished'] },
]

const NAME = 'P-103 演示故事'

/** `crew` are the people who play it, at the time of the server. */
export function createStory(ctx: Context, crew: PlantCrew): Story {
  let trouble: string | null = null
  let busy: Promise<unknown> = Promise.resolve()

  const plan = (): TicketPlan => {
    const now = ctx.clock.now()
    // Written for the next full minute: it may begin as soon as all is prepared.
    const start = Math.ceil(now / minute) * minute
    const chosen = planTicket(seededRandom(9), start, { equipCode: 'P-103' })
    return {
      ...chosen,
      prepared: now,
      isolated: now,
      hung: now,
      proven: now,
      workName: NAME,
      content: '按步骤演示一张工作票：提交、审批、隔离、验证、作业、恢复',
      end: start + 90 * minute,
      points: chosen.points.map((each, index) => ({ ...each, lock: `LK${index + 1}` })),
      box: 'LB7',
      door: 'DR12',
      personalLocks: ['PL34', 'PL38'],
      crew: {
        issue: 'u1',
        review: 'u2',
        approve: 'u3',
        permit: 'u4',
        accept: 'u3',
        lead: 'u35',
        workers: ['u34', 'u38'],
        guard: 'u26',
        iso: 'u9',
        verify: 'u10',
      },
    }
  }

  /** The story's ticket that has not ended, and how many chapters are behind it. */
  const current = async (): Promise<{ readonly ticket: PlayedTicket; readonly done: number } | null> => {
    const { rows } = await sql<{
      id: string
      status: number
      phase: number
      locked: boolean
      restored: boolean
    }>`
      select w.id, w.work_status as status, w.exec_phase as phase,
        exists (select from lo_point_hold h where h.work_id = w.id and h.hold_type in (${holdType.personalOnPoint}, ${holdType.personalOnBox}) and h.state = 1) as locked,
        not exists (select from lo_work_point p where p.work_id = w.id and p.del_flag = 0 and p.state <> 8) as restored
      from lo_work w where w.tenant_id = 0 and w.del_flag = 0 and w.work_name = ${NAME} and w.void_flag = 0
      order by w.create_time desc limit 1`.execute(ctx.db)
    const [row] = rows
    if (row === undefined) return null
    return { ticket: { workId: row.id, plan: plan() }, done: chaptersDone(row) }
  }

  const answer = async (): Promise<DemoStory> => {
    const at = await current()
    const done = at?.done ?? 0
    return {
      steps: chapters.map(({ title, who }, index) => ({ title, who, done: index < done })),
      workId: at?.ticket.workId ?? null,
      trouble,
    }
  }

  const advance = async (): Promise<DemoStory> => {
    trouble = null
    const at = await current()
    const isNew = at === null || at.done >= chapters.length
    try {
      const ticket = isNew ? await writeTicket(crew, plan()) : at.ticket
      for (const stage of chapters[isNew ? 0 : at.done]?.stages ?? []) await steps[stage](crew, ticket)
    } catch (error) {
      // A refusal by the rules is what the story shows then.
      if (!(error instanceof PlayRefused)) throw error
      trouble = error.told
    }
    return await answer()
  }

  return {
    look: answer,
    next() {
      const turn = busy.then(advance)
      busy = turn.catch(() => {})
      return turn
    },
  }
}

function chaptersDone(row: {
  readonly status: number
  readonly phase: number
  readonly locked: boolean
  readonly restored: boolean
}): number {
  const { status, phase } = row
  if (status === 30) return 11
  if (phase === 24) return row.restored ? 10 : 9
  if (status === 20) return 8
  if (phase === 12) return row.locked ? 7 : 6
  if (phase === 11) return 5
  if (phase === 10) return 4
  if (status === 4) return 3
  if (status === 2) return 2
  return status === 1 ? 1 : 0
}

import { workTicketEndpoints as tickets, type InputOf, type SiteChecks } from '@suoan/contract'
import { closeResult, workStatus, type CloseResult } from '@suoan/domain/dictionaries'
import { newId } from '@suoan/kit/id'
import { fail } from '@suoan/platform/fail'
import { command, just, type Scene, type TicketCommand } from '../ticket-command.ts'
import type { BindMove } from './bind-move.ts'
import { photoOf } from './photo.ts'

/** After the work: release begins (T41), the territory accepts, the ticket ends (T44) or an expired one is closed (T45). */
export function bindReleasing(bindMove: BindMove): void {
  bindMove(tickets.releaseBegin, releaseBegin)
  bindMove(tickets.accept, () =>
    command({
      // The territory's signature is the second of three; what it concludes is said by the last one.
      act: ({ work }) => ({
        event:
          work.workStatus === workStatus.expired
            ? { type: 'closeExpired' }
            : { type: 'finish', closeResult: closeResult.all },
        afterEffects: async ({ tx, work, actor, now }) => {
          await tx
            .updateTable('loWork')
            .set({ acceptBy: actor.userId, acceptTime: new Date(now) })
            .where('id', '=', work.id)
            .execute()
        },
      }),
    }),
  )
  bindMove(tickets.finish, ({ closeResult: result, notified }) => ({
    ...just({ type: 'finish', closeResult: closeResultOf(result) }, { closeResult: result }),
    prepare: (scene) => noteNotified(scene, notified),
  }))
  bindMove(tickets.closeExpired, ({ siteChecks, photo, notified }) => ({
    ...just({ type: 'closeExpired' }),
    prepare: async (scene) => {
      if (siteChecks !== undefined) await noteSiteChecks(scene, siteChecks, photo)
      await noteNotified(scene, notified)
    },
  }))
}

function closeResultOf(code: string): CloseResult {
  const known = Object.values(closeResult).find((each) => each === code)
  if (known === undefined) throw fail('BAD_INPUT', { detail: '完工结论不在可选范围内，请重新选择' })
  return known
}

/** The leader answers for the cleared place (G20) and for having told those affected (G21). */
function releaseBegin(input: InputOf<typeof tickets.releaseBegin>): TicketCommand {
  return {
    prepare: async (scene) => {
      await noteSiteChecks(scene, input.siteChecks, input.photo)
      await noteNotified(scene, input.notified)
    },
    ...just(
      { type: 'releaseBegin' },
      { siteChecks: input.siteChecks, photo: input.photo ?? null, notified: input.notified },
    ),
  }
}

/** Each answer of the site check (G20) is a row of its own; the ticket carries what the newest of each says. */
async function noteSiteChecks(
  scene: Scene,
  { people, tools, guards }: SiteChecks,
  photo: string | null | undefined,
): Promise<void> {
  const { tx, work, actor, now, occurredAt = now } = scene
  const taken = await photoOf(scene, photo, 'siteCheck')
  const answers = { PEOPLE: people, TOOLS: tools, GUARDS: guards }
  await tx
    .insertInto('loWorkSiteCheck')
    .values(
      Object.entries(answers).map(([item, done]) => ({
        id: newId(),
        tenantId: work.tenantId,
        workId: work.id,
        item,
        done: done ? 1 : 0,
        photo: taken?.path ?? null,
        checkBy: actor.userId,
        checkTime: new Date(occurredAt),
      })),
    )
    .execute()
  const siteCheck = JSON.stringify({
    areaInspected: people,
    toolsCleared: tools,
    guardsRefitted: guards,
    photo: taken !== null,
  })
  await tx.updateTable('loWork').set({ siteCheck }).where('id', '=', work.id).execute()
}

/** Those affected were told (G21). */
export async function noteNotified({ tx, work, now }: Scene, notified: boolean): Promise<void> {
  if (!notified) return
  await tx
    .updateTable('loWork')
    .set({ notifiedTime: new Date(now) })
    .where('id', '=', work.id)
    .execute()
}

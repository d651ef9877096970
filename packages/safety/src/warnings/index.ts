import {
  announcementEndpoints,
  uncloseLock,
  warningEndpoints as endpoints,
  warningStatisticsEndpoints,
} from '@suoan/contract'
import { everything } from '@suoan/kit/filter'
import type { Feature } from '@suoan/platform/http/route'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import { defineHooks, engineOf, mountResource } from '@suoan/platform/resource'
import type { MayRead } from '@suoan/platform/resource/file-readers'
import { markRead, unreadNotices } from '@suoan/platform/notices/own-notices'
import {
  completeWarnings,
  countWarnings,
  listOwn,
  markWarningRead,
  maySeeWarning,
  ownFilter,
  unreadWarnings,
} from './own-warnings.ts'
import { reactToReports } from './react.ts'
import { startSweeping } from './sweep.ts'
import { mountOpenSessionCalls } from './open-session-calls.ts'
import { statisticsOf } from './statistics.ts'
import { mountWarningCalls } from './warning-calls.ts'

/** Unclosed-lock warnings W01–W07, what raises alarms by itself, and the bell that shows them (3-domain.md §3.8, §5.10). */
export const warnings: Feature = async (mount) => {
  const { app, ctx, bind } = mount
  mountResource(
    mount,
    uncloseLock,
    defineHooks(uncloseLock, {
      filter: ({ actor, input }) => (input['mine'] === '1' ? ownFilter(ctx, actor) : everything),
      present: (rows) => completeWarnings(rows, ctx),
    }),
  )
  const { fileReaders } = engineOf(ctx)
  const mayRead: MayRead = async (_, actor, ids) => {
    for (const id of ids) if (await maySeeWarning(ctx, actor, id)) return true
    return false
  }
  fileReaders.on(uncloseLock, { mayRead })
  fileReaders.onTable({
    name: 'photos of warnings',
    select: `select subject_id as id from lo_evidence_file where path = $1 and tenant_id = $2 and subject_kind = 'warn'`,
    mayRead,
  })
  bind(endpoints.myList, ({ input, actor, reply }) => listOwn(ctx, actor, input, closedSignal(reply)))
  bind(endpoints.count, ({ actor }) => countWarnings(ctx, actor))
  await mountWarningCalls(mount)
  await mountOpenSessionCalls(mount)
  bind(warningStatisticsEndpoints.statistics, ({ input, actor }) => statisticsOf(ctx, actor, input))

  bind(announcementEndpoints.listByUser, async ({ input, actor }) => {
    const own = await unreadNotices(ctx, actor, input.pageSize)
    const warned = await unreadWarnings(ctx, actor, input.pageSize)
    return {
      anntMsgList: own['1'].rows,
      anntMsgTotal: own['1'].total,
      sysMsgList: own['2'].rows,
      sysMsgTotal: own['2'].total,
      warringMsgList: warned.rows,
      warringMsgTotal: warned.total,
    }
  })
  // The client marks whatever it has opened from the bell, warnings too (4-api.md §7.14).
  bind(announcementEndpoints.markRead, async ({ input, actor }) => {
    await markRead(ctx, actor, input.anntId)
    await markWarningRead(ctx, actor, input.anntId)
    return null
  })

  reactToReports(ctx)
  const beginSweeping = startSweeping(ctx)
  app.addHook('onReady', beginSweeping)
}

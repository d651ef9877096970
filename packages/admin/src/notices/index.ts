import { announcement, announcementEndpoints as endpoints, announcementSend } from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { mountResource } from '@suoan/platform/resource'
import { announcementHooks } from './announcement-hooks.ts'
import { findNotice, listReceipts, markAllRead, readNotice } from '@suoan/platform/notices/own-notices'
import { missingPage, pageOf, pagePolicy } from './notice-page.ts'
import { readPicturesByNotice } from './notice-pictures.ts'
import { mountPublishing } from './publish.ts'

export { cleanHtml } from './clean-html.ts'

/** Announcements and messages to people (4-api.md §7.12–7.14). The bell's own list is bound by the warnings. */
export const notices: Feature = async (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, announcement, announcementHooks)
  mountResource(mount, announcementSend)
  readPicturesByNotice(mount)
  await mountPublishing(mount)
  bind(endpoints.queryById, ({ input, actor }) => readNotice(ctx, actor, input.id))
  bind(endpoints.show, async ({ input, actor, reply }) => {
    const row = await findNotice(ctx, actor, input.id)
    // `frame-ancestors` says who may embed it; the older header knows only our own site.
    reply
      .removeHeader('x-frame-options')
      .header('content-security-policy', pagePolicy(ctx.config))
      .header('cache-control', 'no-store')
    await reply
      .code(row ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(row ? pageOf(ctx, row) : missingPage)
    return null
  })
  bind(endpoints.ownReceipts, ({ input, actor }) => listReceipts(ctx, actor, input))
  bind(endpoints.readAll, async ({ actor }) => {
    await markAllRead(ctx, actor)
    // No text: the standard client would read it aloud.
    const message = { tenantId: actor.tenantId, userIds: [actor.userId], msgId: null, msgTxt: '' }
    ctx.broadcasts.emit('notice.sent', message)
    return answered(null, '全部已读')
  })
  bind(endpoints.syncNotic, async ({ input, actor }) => {
    const msgId = input.anntId ?? null
    ctx.broadcasts.emit('notice.sent', {
      tenantId: actor.tenantId,
      userIds: [actor.userId],
      msgId,
      msgTxt: '',
    })
    return null
  })
}

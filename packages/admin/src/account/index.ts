import { accountEndpoints } from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { choose, listChoices } from '@suoan/platform/notices/notice-choices'
import { editOwn } from './edit-own.ts'
import { ownPlace } from './own-place.ts'

/** 个人中心 and 个人设置 (5-screens.md §10); the ways in are settled in the session feature. */
export const account: Feature = ({ ctx, bind }) => {
  bind(accountEndpoints.place, ({ actor }) => ownPlace(ctx, actor))
  bind(accountEndpoints.edit, ({ input, actor, request }) => editOwn(ctx, actor, input, request))
  bind(accountEndpoints.noticeChoices, ({ actor }) => listChoices(ctx, actor.userId))
  bind(accountEndpoints.chooseNotice, async ({ input, actor }) => {
    const objection = await choose(ctx, actor.userId, input)
    return objection === undefined
      ? answered(null, input.on ? '已开启提醒' : '已关闭提醒')
      : answered(null, objection, 500, false)
  })
}

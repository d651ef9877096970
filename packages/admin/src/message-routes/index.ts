import { accountEndpoints as calls } from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { chooseMessage, listMessageChoices, setQuietHours } from './choices.ts'
import { reachOutside } from './fan-out.ts'

/** Which event reaches whom by which channel, and the choices of each person about it (decision 0830). */
export const messageRoutes: Feature = ({ ctx, bind }) => {
  reachOutside(ctx)
  bind(calls.messageChoices, ({ actor }) => listMessageChoices(ctx, actor))
  bind(calls.chooseMessage, async ({ input, actor }) => {
    const objection = await chooseMessage(ctx, actor.userId, input)
    return objection === undefined
      ? answered(null, input.on ? '已开启' : '已关闭')
      : answered(null, objection, 500, false)
  })
  bind(calls.quietHours, async ({ input, actor }) => {
    const times = input.from === '' && input.until === '' ? null : input
    const objection = await setQuietHours(ctx, actor.userId, times)
    if (objection !== undefined) return answered(null, objection, 500, false)
    return answered(
      null,
      times === null ? '已关闭免打扰' : `${times.from} 至 ${times.until} 免打扰，紧急消息除外`,
    )
  })
}

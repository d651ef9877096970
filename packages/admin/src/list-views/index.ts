import { listViewEndpoints as calls } from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { chooseDefault, defaultsOf } from './default-view.ts'
import { findView, listViewsOf } from './read-views.ts'
import { findAudiences, shareView } from './share-view.ts'
import { removeView, renameView, saveView } from './write-views.ts'

/**
 * Saved views of lists (5-screens.md §4). A view says how a list is asked and drawn and holds no row of it: whoever opens
 * it is answered by the list's own calls, with his own rights. What it names that he is not given is taken out.
 */
export const listViews: Feature = ({ ctx, bind }) => {
  bind(calls.list, ({ input, actor }) => listViewsOf(ctx, actor, input))
  bind(calls.find, ({ input, actor }) => findView(ctx, actor, input.id))
  bind(calls.defaults, ({ actor }) => defaultsOf(ctx, actor))
  bind(calls.save, async ({ input, actor }) => answered(await saveView(ctx, actor, input), '视图已保存'))
  bind(calls.rename, async ({ input, actor }) => {
    await renameView(ctx, actor, input)
    return answered(null, '视图已重命名')
  })
  bind(calls.remove, async ({ input, actor, request }) => {
    await removeView(ctx, actor, input.id, request)
    return answered(null, '视图已删除')
  })
  bind(calls.chooseDefault, async ({ input, actor }) => {
    await chooseDefault(ctx, actor, input)
    return answered(null, input.id === '' ? '已取消默认视图' : '已设为默认视图')
  })
  bind(calls.share, async ({ input, actor, request }) => {
    await shareView(ctx, actor, input, request)
    return answered(null, input.roles.length + input.departs.length === 0 ? '已取消共享' : '共享已保存')
  })
  bind(calls.audiences, ({ input, actor }) => findAudiences(ctx, actor, input.words))
}

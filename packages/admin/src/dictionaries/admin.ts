import { dictionary, dictionaryEndpoints as endpoints, dictionaryItem } from '@suoan/contract'
import { and, contains, eq, everything, isIn, ne } from '@suoan/kit/filter'
import { systemScope } from '@suoan/platform/resource/scope'
import { inTransaction } from '@suoan/platform/db/transaction'
import { failAbsent } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit, resourceStore } from '@suoan/platform/resource'

/** Dictionaries belong to no tenant, so their scope is the system's. */
const scope = systemScope(0)
const store = resourceStore(dictionary)

/** Recycle bin, tree and item check (4-api.md §5.5). */
export const mountDictionaryAdmin: Feature = ({ ctx, bind }) => {
  bind(endpoints.treeList, async ({ input }) => {
    const filter = input.dictName ? contains('dictName', input.dictName) : everything
    const rows = await store.list(ctx.pool, scope, filter, { limit: 10_000 })
    return rows.map((row) => ({ ...row, key: row['id'], title: row['dictName'] }))
  })
  bind(
    endpoints.deleteList,
    async () => await store.list(ctx.pool, scope, everything, { deleted: 'only', limit: 10_000 }),
  )
  bind(endpoints.restore, async ({ input, actor, request }) => {
    await inTransaction(ctx, async (tx, emit) => {
      const now = ctx.clock.now()
      const restored = await tx
        .updateTable('sysDict')
        .set((set) => ({
          delFlag: 0,
          revision: set('revision', '+', 1),
          updateBy: actor.username,
          updateTime: new Date(now),
        }))
        .where('id', '=', input.id)
        .where('delFlag', '<>', 0)
        .returning('dictName')
        .executeTakeFirst()
      if (!restored) throw failAbsent()
      await recordAudit(tx, {
        actor,
        content: `数据字典：恢复 ${restored.dictName}`,
        operateType: 3,
        origin: originOf(request),
        now,
      })
      emit('dictionary.changed', { dictCode: null })
      emit('resource.changed', { resource: dictionary.name, tenantId: 0, ids: [input.id] })
    })
    return answered(null, '操作成功!')
  })
  bind(endpoints.purge, async ({ input, actor, request }) => {
    await inTransaction(ctx, async (tx, emit) => {
      const purged = await tx
        .deleteFrom('sysDict')
        .where('id', '=', input.id)
        .where('delFlag', '<>', 0)
        .returning('dictName')
        .executeTakeFirst()
      if (!purged) throw failAbsent()
      await tx.deleteFrom('sysDictItem').where('dictId', '=', input.id).execute()
      await recordAudit(tx, {
        actor,
        content: `数据字典：彻底删除 ${purged.dictName}`,
        operateType: 4,
        origin: originOf(request),
        now: ctx.clock.now(),
      })
      emit('dictionary.changed', { dictCode: null })
    })
    return answered(null, '删除成功!')
  })
  bind(endpoints.checkItem, async ({ input }) => {
    const same = and(
      eq('dictId', input.dictId),
      isIn('itemValue', [input.itemValue]),
      input.id ? ne('id', input.id) : everything,
    )
    const [taken] = await resourceStore(dictionaryItem).list(ctx.pool, scope, same, { limit: 1 })
    return taken ? answered(null, '该值不可用，系统中已存在！', 500, false) : answered(null, '该值可用！')
  })
}

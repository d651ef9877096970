import { category, categoryEndpoints as endpoints } from '@suoan/contract'
import { and, contains, eq, isIn, type Filter } from '@suoan/kit/filter'
import { dataScope } from '@suoan/platform/resource/scope'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import { fail } from '@suoan/platform/fail'
import type { Feature } from '@suoan/platform/http/route'
import { mountResource, resourceStore } from '@suoan/platform/resource'
import { categoryHooks } from './category-hooks.ts'
import {
  allBelow,
  branchOf,
  codePrefix,
  conditionOf,
  levelOf,
  loadOne,
  namesOf,
  nodeWithCode,
} from './category-trees.ts'

const store = resourceStore(category)
const byCode = [{ field: 'code', direction: 'asc' }] as const

export { nextCategoryCode } from './category-hooks.ts'

/** 分类字典: a tree of names, and the calls that choose from it (4-api.md §7.8). */
export const categories: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, category, categoryHooks)

  bind(endpoints.rootList, async ({ input, actor, reply }) => {
    const { name, code, pid, pageNo, pageSize } = input
    const asked: Filter[] = [
      ...(name ? [contains('name', name)] : []),
      ...(code ? [contains('code', code)] : []),
    ]
    // A search looks at every level, the plain list at one.
    const filter = asked.length > 0 ? and(...asked) : eq('pid', pid || '0')
    const offset = (pageNo - 1) * pageSize
    const scope = await dataScope(ctx, actor, category)
    return await store.page(
      ctx,
      scope,
      { filter, sort: byCode, pageNo, pageSize, offset },
      closedSignal(reply),
    )
  })
  bind(endpoints.childList, async ({ input, actor }) =>
    store.list(ctx.pool, await dataScope(ctx, actor, category), eq('pid', input.pid), {
      sort: byCode,
      limit: 10_000,
    }),
  )
  bind(endpoints.childListBatch, async ({ input, actor }) => {
    const ids = partsOf(input.parentIds)
    const scope = await dataScope(ctx, actor, category)
    const options = { sort: byCode, limit: 10_000 }
    return { records: ids.length === 0 ? [] : await store.list(ctx.pool, scope, isIn('pid', ids), options) }
  })
  bind(endpoints.checkCode, async ({ input, actor }) => {
    if (input.code === '') throw fail('BAD_INPUT', { detail: '错误,类型编码为空!' })
    const prefix = await codePrefix(ctx, actor, input.pid)
    if (!input.code.startsWith(prefix))
      throw fail('BAD_INPUT', { detail: `编码不符合规范,须以"${prefix}"开头!` })
    return null
  })

  bind(endpoints.loadTreeRoot, async ({ input, actor }) => {
    const pid = await nodeWithCode(ctx, actor, input.pcode)
    return input.async === 'true' ? levelOf(ctx, actor, pid) : branchOf(ctx, actor, pid)
  })
  bind(endpoints.loadTreeChildren, ({ input, actor }) => levelOf(ctx, actor, input.pid))
  bind(endpoints.loadTreeData, async ({ input, actor }) => {
    const pid = input.pid === '' ? await nodeWithCode(ctx, actor, input.pcode) : input.pid
    return levelOf(ctx, actor, pid, conditionOf(input.condition))
  })
  bind(endpoints.loadOne, ({ input, actor }) => loadOne(ctx, actor, input.field, input.val))
  bind(endpoints.loadDictItem, ({ input, actor }) =>
    namesOf(ctx, actor, partsOf(input.ids), input.delNotExist === 'true'),
  )
  bind(endpoints.loadDictItemOf, ({ input, actor }) =>
    namesOf(ctx, actor, partsOf(input.inPath || input.ids), input.delNotExist === 'true'),
  )
  bind(endpoints.loadAllData, ({ input, actor }) => allBelow(ctx, actor, input.code))
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

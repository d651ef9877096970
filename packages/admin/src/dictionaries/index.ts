import { dictionary, dictionaryEndpoints as endpoints, dictionaryItem, type DictItem } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { engineOf, mountResource } from '@suoan/platform/resource'
import { mountDictionaryAdmin } from './admin.ts'
import { dictionaryHooks, dictionaryItemHooks } from './hooks.ts'
import { refreshLimit } from './refresh-limit.ts'
import { dictSource, itemsOf, searchItems, textsOf } from './source.ts'
import { loadTree } from './tree-data.ts'

/**
 * Dictionaries (4-api.md §5). A code names a dictionary or, in comma form, a described resource by its table, label
 * and key; everything else is refused before a statement exists (security.md V1, V2).
 */
export const dictionaries: Feature = (mount) => {
  const { ctx, bind } = mount
  void mountDictionaryAdmin(mount)
  mountResource(mount, dictionary, dictionaryHooks)
  mountResource(mount, dictionaryItem, dictionaryItemHooks)

  bind(endpoints.getDictItems, async ({ input, actor }) => {
    const source = dictSource(actor, input.dictCode)
    return source.kind === 'dictionary'
      ? await itemsOf(ctx, source.code)
      : await searchItems(ctx, actor, source, input.keyword, 10_000)
  })
  const search =
    (order: 'label' | 'value') =>
    async ({
      input,
      actor,
    }: {
      input: { dictCode: string; keyword?: string | undefined; pageSize?: number | undefined }
      actor: Parameters<typeof searchItems>[1]
    }): Promise<DictItem[]> => {
      const source = dictSource(actor, input.dictCode)
      if (source.kind === 'dictionary') throw fail('DICT_BAD')
      return await searchItems(ctx, actor, source, input.keyword, input.pageSize ?? 10_000, order)
    }
  bind(endpoints.loadDict, search('label'))
  bind(endpoints.loadDictOrderByValue, search('value'))
  bind(endpoints.loadDictItem, async ({ input, actor }) => {
    const keys = input.key
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== '')
    const texts = await textsOf(ctx, actor, dictSource(actor, input.dictCode), keys)
    return keys.flatMap((key) => {
      const text = texts.get(key)
      return text === undefined ? (input.delNotExist ? [] : [key]) : [text]
    })
  })
  bind(endpoints.getDictText, async ({ input, actor }) => {
    const texts = await textsOf(ctx, actor, dictSource(actor, input.dictCode), [input.key])
    return texts.get(input.key) ?? input.key
  })
  bind(endpoints.queryTableData, async ({ input, actor }) => {
    const source = dictSource(actor, `${input.table},${input.text},${input.code}`)
    if (source.kind === 'dictionary') throw fail('DICT_BAD')
    return await searchItems(ctx, actor, source, input.keyword, input.pageSize)
  })
  bind(endpoints.queryAllDictItems, async () => {
    const all = await engineOf(ctx).dictionaries.all()
    return Object.fromEntries(
      [...all].map(([code, items]) => [
        code,
        items.flatMap(({ isEnabled, ...item }) => (isEnabled ? [item] : [])),
      ]),
    )
  })
  const refreshes = refreshLimit()
  bind(endpoints.refreshCache, async ({ actor }) => {
    if (refreshes.takes(actor, ctx.clock.now())) {
      ctx.broadcasts.emit('dictionary.changed', { dictCode: null })
      engineOf(ctx).dictionaries.forget()
    }
    return answered(null, '刷新缓存完成！')
  })
  bind(endpoints.loadTreeData, ({ input, actor }) => loadTree(ctx, actor, input))
}

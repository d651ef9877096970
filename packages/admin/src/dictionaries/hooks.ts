import { dictionary, dictionaryItem } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import { defineHooks, engineOf, type HookCall } from '@suoan/platform/resource'

const notifyAll = (_row: unknown, { emit }: Pick<HookCall, 'emit'>): void =>
  emit('dictionary.changed', { dictCode: null })
const notifyEdited = (_row: unknown, _before: unknown, call: HookCall): void => notifyAll(null, call)

/** A dictionary that descriptions choose from stays: without it their values would lose their texts. */
export const dictionaryHooks = defineHooks(dictionary, {
  beforeDelete(rows, { ctx }) {
    for (const row of rows) {
      const user = engineOf(ctx)
        .resources()
        .find(({ fields }) => Object.values(fields).some(({ dict }) => dict === row.dictCode))
      if (user) throw fail('IN_USE', { detail: `字典“${row.dictName}”正被“${user.title}”使用，不能删除` })
    }
  },
  afterAdd: notifyAll,
  afterEdit: notifyEdited,
  afterDelete: notifyAll,
})

export const dictionaryItemHooks = defineHooks(dictionaryItem, {
  afterAdd: notifyAll,
  afterEdit: notifyEdited,
  afterDelete: notifyAll,
})

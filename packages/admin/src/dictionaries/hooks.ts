import { dictionary, dictionaryItem } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import { defineHooks, engineOf, type HookCall } from '@suoan/platform/resource'

const tellAll = (_row: unknown, { emit }: Pick<HookCall, 'emit'>): void =>
  emit('dictionary.changed', { dictCode: null })
const tellEdited = (_row: unknown, _before: unknown, call: HookCall): void => tellAll(null, call)

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
  afterAdd: tellAll,
  afterEdit: tellEdited,
  afterDelete: tellAll,
})

export const dictionaryItemHooks = defineHooks(dictionaryItem, {
  afterAdd: tellAll,
  afterEdit: tellEdited,
  afterDelete: tellAll,
})

import { personCert } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'

interface Written {
  userId?: string | null
  externalId?: string | null
  validFrom?: string | null
  validTo?: string | null
}

function mustBeInOrder({ validFrom, validTo }: Written): void {
  if (validFrom && validTo && validFrom > validTo)
    throw fail('BAD_INPUT', { detail: '证书的失效日期早于生效日期，请核对' })
}

/** 人员资质: of one person, who is an account or a line of the register, and who stays the same (G03, decision 0550). */
export const personCertHooks = defineHooks(personCert, {
  beforeAdd(draft) {
    const { userId, externalId } = draft
    if (!userId && !externalId)
      throw fail('BAD_INPUT', { detail: '请选择持证人：有账号的选“人员”，没有账号的选“外来人员”' })
    if (userId && externalId)
      throw fail('BAD_INPUT', { detail: '“人员”与“外来人员”只能选择一名，一张证书只属于一个人' })
    Object.assign(draft, { userId: userId || null, externalId: externalId || null })
    mustBeInOrder(draft)
  },
  beforeEdit(draft, before) {
    const after = { ...before, ...draft }
    if ((after.userId || null) !== before.userId || (after.externalId || null) !== before.externalId)
      throw fail('BAD_INPUT', { detail: '证书的持证人不能更改，请删除后为新的持证人重新登记' })
    delete draft.userId
    delete draft.externalId
    mustBeInOrder(after)
  },
})

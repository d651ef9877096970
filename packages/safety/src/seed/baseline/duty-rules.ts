import type { RoleTag } from '@suoan/domain/dictionaries'

const independent = '3-domain.md §2；GB 30871-2022 第 4 章（审批与监护）'
const verified = 'GB/T 33579-2017（隔离验证）；29 CFR 1910.147(d)(6)'
const electrical = 'GB 26860-2011 第 5 章（签发人、许可人、负责人互不兼任；一名负责人一张票）'

/**
 * Separation of duties (3-domain.md §2). The pairs built into G04 stand here so that the page of rules shows them; to
 * delete them is without effect (decision 0480).
 */
export const baselineDutyRules = [
  different('*', 'ISSUE', 'REVIEW', independent),
  different('*', 'ISSUE', 'APPROVE', independent),
  different('*', 'REVIEW', 'APPROVE', independent),
  different('*', 'ISO', 'VERIFY', verified),
  different('*', 'VERIFY', 'WORK', verified),
  different('*', 'VERIFY', 'CONTR', verified),
  different('*', 'GUARD', 'LEAD', independent),
  different('*', 'GUARD', 'WORK', independent),
  different('*', 'GUARD', 'CONTR', independent),
  different('*', 'GUARD', 'PERMIT', independent),
  different('*', 'WORK', 'PERMIT', independent),
  different('*', 'CONTR', 'PERMIT', independent),
  oneLive('*', 'GUARD', 'GB 30871-2022 第 4 章（监护人不得离开、不得兼做其他工作）'),
  ...['20', '21', '22'].flatMap((type) => [
    oneLive(type, 'LEAD', electrical),
    different(type, 'ISSUE', 'LEAD', electrical),
    different(type, 'LEAD', 'PERMIT', electrical),
  ]),
]

function different(workType: string, tagA: RoleTag, tagB: RoleTag, source: string) {
  const key = `${workType}-${tagA}-${tagB}`
  return { key, workType, tagA, tagB, ruleKind: 'DIFFERENT', maxLive: null, hard: 1, source }
}

/** At most one live ticket on which a person holds the tag. */
function oneLive(workType: string, tag: RoleTag, source: string) {
  return {
    key: `${workType}-${tag}`,
    workType,
    tagA: tag,
    tagB: tag,
    ruleKind: 'MAX_LIVE',
    maxLive: 1,
    hard: 1,
    source,
  }
}

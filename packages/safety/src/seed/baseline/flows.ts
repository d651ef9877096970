import type { RoleTag } from '@suoan/domain/dictionaries'

export interface BaselineStep {
  readonly stage: 1 | 2
  readonly stepNo: number
  readonly roleTag: RoleTag
  readonly scopeRule: 'TERRITORY' | 'PLANT'
  /** `N:2`: two different people. */
  readonly quorum: 'ANY' | 'N:2'
  /** Who is asked in his place after an hour. */
  readonly escalateTo: RoleTag
}

export interface BaselineFlow {
  readonly key: string
  readonly flowName: string
  readonly source: string
  readonly steps: readonly BaselineStep[]
}

const reviewed: BaselineStep = {
  stage: 1,
  stepNo: 1,
  roleTag: 'REVIEW',
  scopeRule: 'PLANT',
  quorum: 'ANY',
  escalateTo: 'SAFETY',
}
const reviewedForSafety: BaselineStep = { ...reviewed, stepNo: 2, roleTag: 'SAFETY', escalateTo: 'DEPT' }
const approvedByOwner: BaselineStep = {
  stage: 2,
  stepNo: 1,
  roleTag: 'APPROVE',
  scopeRule: 'TERRITORY',
  quorum: 'ANY',
  escalateTo: 'DEPT',
}
const approvedForSafety: BaselineStep = {
  ...approvedByOwner,
  stepNo: 2,
  roleTag: 'SAFETY',
  scopeRule: 'PLANT',
}

/** Approval flows of the baseline (3-domain.md §3.4, column "approver default"). */
export const baselineFlows = [
  {
    key: 'UNIT',
    flowName: '基层单位审批：审核 → 属地批准',
    source: 'GB 30871-2022 第 4 章（作业审批）；29 CFR 1910.147(c)(4)',
    steps: [reviewed, approvedByOwner],
  },
  {
    key: 'SAFETY',
    flowName: '安全管理部门审批：审核 → 属地批准 → 安全批准',
    source: 'GB 30871-2022 第 4 章（作业审批）、5.1（一级动火）',
    steps: [reviewed, approvedByOwner, approvedForSafety],
  },
  {
    key: 'CHIEF',
    flowName: '主管领导审批：审核 → 安全审核 → 两名批准人',
    source: 'GB 30871-2022 第 4 章（作业审批）、5.1（特级动火）；两名批准人为企业从严规定',
    steps: [
      reviewed,
      reviewedForSafety,
      { ...approvedByOwner, scopeRule: 'PLANT', quorum: 'N:2', escalateTo: 'SAFETY' },
    ],
  },
  {
    key: 'JOINT',
    flowName: '会签：审核 → 安全会签 → 属地批准',
    source: 'GB 30871-2022 第 11 章（动土）、第 12 章（断路）',
    steps: [reviewed, reviewedForSafety, approvedByOwner],
  },
  {
    key: 'POWER',
    flowName: '电气工作：审核 → 许可',
    source: 'GB 26860-2011 第 5 章（安全组织措施：工作票、工作许可）',
    steps: [reviewed, { ...approvedByOwner, roleTag: 'PERMIT', scopeRule: 'PLANT', escalateTo: 'SAFETY' }],
  },
] as const satisfies readonly BaselineFlow[]

export type BaselineFlowKey = (typeof baselineFlows)[number]['key']

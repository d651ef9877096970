import { baselineGasStandards, baselineWorkType } from './baseline/index.ts'

/** Flow, work-type policies and gas limits of the demo plant (3-domain.md §3.4, §9.0): where it differs from the baseline. */
export const demoFlows = [
  { id: 'demo-flow-iso', flowCode: 'ISO-STD', flowName: '能量隔离：安全审核 → 属地审批', status: 1 },
  { id: 'demo-flow-sign', flowCode: 'HOT-0', flowName: '特级动火：验证本人后审核、审批', status: 1 },
]

export const demoFlowSteps = [
  {
    id: 'demo-step-1',
    flowId: 'demo-flow-iso',
    stage: 1,
    stepNo: 1,
    roleTag: 'REVIEW',
    scopeRule: 'PLANT',
    quorum: 'ANY',
    slaMin: 60,
    escalateTo: 'SAFETY',
    allowDelegate: 1,
    rejectMode: 'RESTART',
    signDemand: 'SESSION',
  },
  {
    id: 'demo-step-2',
    flowId: 'demo-flow-iso',
    stage: 2,
    stepNo: 1,
    roleTag: 'APPROVE',
    scopeRule: 'TERRITORY',
    quorum: 'ANY',
    slaMin: 60,
    escalateTo: 'DEPT',
    allowDelegate: 1,
    rejectMode: 'RESTART',
    signDemand: 'SESSION',
  },
  {
    id: 'demo-step-s1',
    flowId: 'demo-flow-sign',
    stage: 1,
    stepNo: 1,
    roleTag: 'REVIEW',
    scopeRule: 'PLANT',
    quorum: 'ANY',
    slaMin: 60,
    escalateTo: 'SAFETY',
    allowDelegate: 1,
    rejectMode: 'RESTART',
    signDemand: 'SECRET',
  },
  {
    id: 'demo-step-s2',
    flowId: 'demo-flow-sign',
    stage: 2,
    stepNo: 1,
    roleTag: 'APPROVE',
    scopeRule: 'TERRITORY',
    quorum: 'ANY',
    slaMin: 60,
    escalateTo: 'DEPT',
    allowDelegate: 1,
    rejectMode: 'RESTART',
    signDemand: 'SECRET',
  },
]

/** Everybody of the plant holds the lockout certificate, the crew of every kind is asked for it. */
const certRules = { GUARD: ['01'], ISO: ['08'], VERIFY: ['08'], WORK: ['08'], LEAD: ['08'] }

/** A kind of the baseline as this plant has it: one flow, the gases of its places, measures that are offered and not demanded. */
function ofPlant(typeCode: string, levelCode: string, choices: Readonly<Record<string, unknown>> = {}) {
  const { key: _key, flow: _flow, ...row } = baselineWorkType(typeCode, levelCode)
  return {
    ...row,
    id: `demo-wt-${typeCode}-${levelCode}`,
    certRules,
    measuresTpl: row.measuresTpl.map((line) => (typeof line === 'string' ? line : line.content)),
    flowId: 'demo-flow-iso',
    status: 1,
    gasCodes: 'O2,CH4',
    videoRequired: 0,
    ...choices,
  }
}

export const demoWorkTypes = [
  ofPlant('10', '2'),
  ofPlant('10', '1'),
  ofPlant('01', '1'),
  ofPlant('01', '0', { flowId: 'demo-flow-sign' }),
  ofPlant('31', '2'),
  ofPlant('02', '9', { gasCodes: 'O2,CH4,H2S' }),
]

const tested = ['O2', 'CH4', 'H2S', 'CO']

/** The gases the plant has; the limits are those of the baseline. */
export const demoGasStandards = baselineGasStandards
  .filter(({ gasCode }) => tested.includes(gasCode))
  .map(({ key, ...row }) => ({ ...row, id: `demo-gas-${key.toLowerCase()}` }))

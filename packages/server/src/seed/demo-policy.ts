/** Flow, work-type policies and gas limits of the demo plant (3-domain.md §3.4, §9.0). */
export const demoFlows = [
  { id: 'demo-flow-iso', flowCode: 'ISO-STD', flowName: '能量隔离：安全审核 → 属地审批', status: 1 },
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
    rejectMode: 'RESTART',
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
    rejectMode: 'RESTART',
  },
]

const measures = [
  '确认设备已停运并与系统隔离',
  '按隔离方案逐点上锁挂牌并双人确认',
  '泄压、排放残余能量并验证零能量',
  '作业人员挂个人锁，交底后进入现场',
]
const certRules = { GUARD: ['01'], ISO: ['08'], VERIFY: ['08'], WORK: ['08'], LEAD: ['08'] }

const base = {
  earlyMin: 0,
  isolateLeadMin: 120,
  extendMax: 0,
  gasPreMin: 30,
  gasInterruptMin: 30,
  guardRequired: 1,
  isolationRequired: 1,
  personalLock: 1,
  briefRequired: 1,
  measuresTpl: measures,
  certRules,
  flowId: 'demo-flow-iso',
  editableFields: ['planEnd', 'workLevel', 'content'],
  coreFields: ['content', 'place', 'planStart', 'planEnd', 'workType'],
  status: 1,
}

export const demoWorkTypes = [
  {
    ...base,
    id: 'demo-wt-10-2',
    typeCode: '10',
    levelCode: '2',
    typeName: '检维修能量隔离（二级）',
    maxHours: 24,
    isolationRequired: 2,
    gasRequired: 2,
    gasCodes: 'O2,CH4',
  },
  {
    ...base,
    id: 'demo-wt-10-1',
    typeCode: '10',
    levelCode: '1',
    typeName: '检维修能量隔离（一级）',
    maxHours: 24,
    isolationRequired: 2,
    gasRequired: 2,
    gasCodes: 'O2,CH4',
  },
  {
    ...base,
    id: 'demo-wt-01-1',
    typeCode: '01',
    levelCode: '1',
    typeName: '一级动火',
    maxHours: 8,
    gasRequired: 1,
    gasCodes: 'O2,CH4',
    idleFireWatchMin: 30,
  },
  {
    ...base,
    id: 'demo-wt-02-9',
    typeCode: '02',
    levelCode: '9',
    typeName: '受限空间',
    maxHours: 24,
    gasRequired: 1,
    gasCodes: 'O2,CH4,H2S',
    gasInterruptMin: 60,
    gasRepeatMin: 120,
  },
]

export const demoGasStandards = [
  {
    id: 'demo-gas-o2',
    gasCode: 'O2',
    gasName: '氧气',
    kind: 1,
    limitMin: 19.5,
    limitMax: 21,
    unit: '%vol',
    std: 'GB 30871',
  },
  {
    id: 'demo-gas-ch4',
    gasCode: 'CH4',
    gasName: '甲烷',
    kind: 2,
    lel: 5,
    limitMin: 0,
    limitMax: 0.5,
    unit: '%vol',
    std: 'GB 30871',
  },
  {
    id: 'demo-gas-h2s',
    gasCode: 'H2S',
    gasName: '硫化氢',
    kind: 3,
    limitMin: 0,
    limitMax: 10,
    unit: 'mg/m3',
    std: 'GBZ 2.1',
  },
  {
    id: 'demo-gas-co',
    gasCode: 'CO',
    gasName: '一氧化碳',
    kind: 3,
    limitMin: 0,
    limitMax: 20,
    unit: 'mg/m3',
    std: 'GBZ 2.1',
  },
]

import type { Leg } from '@suoan/domain/interlock'

/** What a leg is for, and what follows for people when it is off (3-domain.md §5.8). */
interface LegText {
  readonly leg: Leg
  readonly use: string
  /** Of one that may be off: what nobody can do any more, and what he does instead; of the others, why they stay. */
  readonly without: string
}

/** In the order people meet them: work first, then what comes before and after it. */
export const legTexts: readonly LegText[] = [
  {
    leg: 'L1',
    use: '工作票执行中，票上的人员开票上的门禁锁',
    without: '这是主规则，始终启用',
  },
  {
    leg: 'L2',
    use: '隔离阶段，隔离人和验证人按方案上锁',
    without:
      '停用后，任何人不能凭工作票在隔离阶段开锁；隔离只能按单独的操作票进行。正在隔离的工作票会停在当前步骤。',
  },
  {
    leg: 'L3',
    use: '试运行时，临时解除方案中列出的锁',
    without: '停用后，不能凭工作票试运行；已进入试运行的工作票须先结束试运行。',
  },
  {
    leg: 'L4',
    use: '作业结束后，按相反的顺序开锁恢复',
    without: '停用会使设备无法按序恢复，因此始终启用',
  },
  {
    leg: 'L5',
    use: '本人摘除自己的个人锁',
    without: '停用会使人员的锁摘不下来，因此始终启用',
  },
  {
    leg: 'L6',
    use: '保管人、持有人开在库的锁',
    without: '停用后，保管人不能开在库锁具，发放、回收和检查须另行安排。',
  },
  {
    leg: 'L7',
    use: '两人批准的应急拆锁，以及救援',
    without: '关系人员性命，始终启用',
  },
  {
    leg: 'L8',
    use: '不需要工作票的锁，凭巡检票或长期、临时、周期授权打开',
    without: '停用后，巡检授权全部失效，锁具内保存的离线授权也会撤回；巡检门只能凭工作票打开。',
  },
]

import {
  inspectResult,
  nextInspection,
  procedureStatus,
  procedureStep as step,
} from '@suoan/domain/procedure'
import { demoPoints } from '../demo-places.ts'
import { worksEquips, worksPoints } from './places.ts'

/** Times of the procedures: dates relative to the first start. */
interface Given {
  /** `YYYY-MM-DD` so many days after the first start. */
  dateIn(days: number): string
}

interface Point {
  readonly id: string
  readonly lockCount?: number
}

/** How a piece of equipment is brought to rest and back, from its points. */
const stepsAt = (name: string, points: readonly Point[]) => [
  { kind: step.shutdown, text: `通知班组，按操作规程停 ${name}，确认已停稳并复位联锁` },
  ...points
    .filter(({ lockCount }) => lockCount !== 0)
    .flatMap(({ id }) => [
      { kind: step.isolate, pointId: id, text: '操作到安全位，核对位置指示' },
      { kind: step.lock, pointId: id, text: '上锁挂牌，钥匙放入锁箱' },
    ]),
  ...points
    .filter(({ lockCount }) => lockCount === 0)
    .map(({ id }) => ({
      kind: step.release,
      pointId: id,
      text: '打开，泄压至常压，确认无残压',
    })),
  { kind: step.verify, text: '逐点验证零能量，就地试启动确认不能启动' },
  { kind: step.restore, text: '清点人员和工具，按相反顺序摘牌开锁，恢复并试运' },
]

const crew = [
  { roleTag: 'LEAD', count: 1 },
  { roleTag: 'ISO', count: 1 },
  { roleTag: 'VERIFY', count: 1 },
  { roleTag: 'WORK', count: 2 },
  { roleTag: 'GUARD', count: 1 },
]
const measures = [
  { content: '确认设备已停运并与系统隔离', must: 1, controlRank: 3 },
  { content: '按隔离方案逐点上锁挂牌并双人确认', must: 1, controlRank: 3 },
  { content: '作业前逐点验证零能量', must: 1, controlRank: 3 },
  { content: '佩戴安全帽、防护眼镜和防割手套', must: 0, controlRank: 5 },
]

const pump = {
  equipId: 'demo-p101',
  procName: '离心泵 P-101 停机隔离与检修',
  content: '停泵隔离，更换机械密封，检查轴承和联轴器，恢复后试运',
  place: '压缩机房 P-101 泵位',
}

/** The procedures of the demo works: two versions of one, and others whose inspection is near, overdue or found something. */
export function worksProcedures({ dateIn }: Given): readonly Record<string, unknown>[] {
  const row = (equipId: string, days: number, changes: Record<string, unknown>) => ({
    id: `demo-proc-${equipId.replace('demo-', '')}-${String(changes['versionNo'] ?? 1)}`,
    equipId,
    versionNo: 1,
    status: procedureStatus.effective,
    workType: '10',
    workLevel: '2',
    hazards: '04,05',
    measures,
    gasPlaces: [],
    people: crew,
    emergencyContact: '值班室 0571-86010001',
    effectTime: `${dateIn(days)}T09:00:00+08:00`,
    nextInspect: nextInspection(dateIn(days)),
    ...changes,
  })
  const old = demoPoints.filter(({ id }) => id !== 'demo-pt3')
  return [
    row(pump.equipId, -600, {
      ...pump,
      status: procedureStatus.ended,
      steps: stepsAt('P-101', old),
    }),
    row(pump.equipId, -200, {
      ...pump,
      versionNo: 2,
      steps: stepsAt('P-101', demoPoints),
      changeNote: '增加旁路阀 V-103：旁路管线也能带压',
    }),
    ...listed.flatMap(({ code, content, days, ...changes }) => {
      const equip = worksEquips.find(({ equipCode }) => equipCode === code)
      if (!equip) return []
      const points = worksPoints.filter(({ equipId }) => equipId === equip.id)
      return [
        row(equip.id, days, {
          procName: `${equip.equipName}停机隔离`,
          content,
          place: `${equip.equipName}旁`,
          steps: stepsAt(equip.equipCode, points),
          ...(changes.found === undefined
            ? {}
            : {
                inspectTime: `${dateIn(-9)}T10:00:00+08:00`,
                inspectBy: 'u13',
                inspectResult: changes.found,
                inspectNote: '现场已加装氮气吹扫阀，步骤中没有',
              }),
          ...(changes.isDraft ? { status: procedureStatus.draft, effectTime: null, nextInspect: null } : {}),
        }),
      ]
    }),
  ]
}

const listed: readonly {
  readonly code: string
  readonly content: string
  /** Since when it holds, days from the first start. */
  readonly days: number
  readonly found?: number
  readonly isDraft?: true
}[] = [
  { code: 'P-201A', content: '停泵隔离，更换机械密封', days: -120 },
  { code: 'C-101A', content: '停机隔离，检查气阀和填料', days: -350 },
  { code: 'K-101', content: '停机隔离，清理叶轮积灰', days: -380 },
  { code: 'F-101', content: '停炉隔离，检查炉管', days: -90, found: inspectResult.revise },
  { code: 'P-501A', content: '停泵隔离，更换填料', days: 0, isDraft: true },
]

import {
  measureTemplate,
  procedureGasPlaces,
  procedurePeople,
  procedureSteps,
  type procedure,
} from '@suoan/contract'
import type { RowOf } from '@suoan/console-base/resource/resource-api.ts'
import { labelOf } from '@suoan/domain/dictionaries'

/** A version as lists and `queryById` give it. */
export type Version = RowOf<typeof procedure.fields>

/** A part of a version in words, line by line. */
export interface Part {
  readonly key: string
  readonly label: string
  readonly lines: readonly string[]
}

/** What a version says, part by part; `pointText` names a point by its id. */
export function partsOf(version: Version, pointText: (id: string) => string): readonly Part[] {
  const texts = (value: unknown): readonly string[] => (value ? [String(value)] : [])
  const part = (key: string, label: string, lines: readonly string[]): Part => ({ key, label, lines })
  return [
    part('procName', '程序名称', texts(version.procName)),
    part('kind', '作业类型', [
      `${labelOf('lo_work_type', version.workType ?? '')} · ${labelOf('lo_work_level', version.workLevel ?? '')}`,
    ]),
    part('content', '作业内容', texts(version.content)),
    part('place', '作业地点', texts(version.place)),
    part(
      'hazards',
      '危害辨识',
      texts(
        (version.hazards ?? '')
          .split(',')
          .filter(Boolean)
          .map((code) => labelOf('lo_hazard', code))
          .join('、'),
      ),
    ),
    part(
      'steps',
      '步骤',
      stepsOf(version).map((step) => stepText(step, pointText)),
    ),
    part(
      'measures',
      '安全措施',
      measureTemplate
        .catch([])
        .parse(version.measures ?? [])
        .map(({ content, controlRank }) =>
          controlRank === null ? content : `${content}（${labelOf('lo_control_rank', controlRank)}）`,
        ),
    ),
    part(
      'gasPlaces',
      '气体检测部位',
      procedureGasPlaces
        .catch([])
        .parse(version.gasPlaces ?? [])
        .map(({ place, layered }) => (layered === 1 ? `${place}（上、中、下）` : place)),
    ),
    part(
      'people',
      '人员要求',
      procedurePeople
        .catch([])
        .parse(version.people ?? [])
        .map(({ roleTag, count }) => `${labelOf('lo_role_tag', roleTag)} ${count} 人`),
    ),
    part('emergencyContact', '应急联系人', texts(version.emergencyContact)),
  ]
}

/** The steps of a version; none where they cannot be read. */
export const stepsOf = (version: Version) => procedureSteps.catch([]).parse(version.steps ?? [])

/** A step in one line. */
export function stepText(
  { kind, pointId, text }: ReturnType<typeof stepsOf>[number],
  pointText: (id: string) => string,
): string {
  const where = pointId ? `${pointText(pointId)}：` : ''
  return `【${labelOf('lo_procedure_step', kind)}】${where}${text}`
}

/** A part of two versions side by side; lines that only one of them has are marked. */
export interface Compared {
  readonly key: string
  readonly label: string
  readonly isSame: boolean
  readonly old: readonly { readonly text: string; readonly isOnly: boolean }[]
  readonly new: readonly { readonly text: string; readonly isOnly: boolean }[]
}

/** What an older and a newer version say, part by part. */
export function compareVersions(older: readonly Part[], newer: readonly Part[]): readonly Compared[] {
  return newer.map(({ key, label, lines }) => {
    const before = older.find((part) => part.key === key)?.lines ?? []
    return {
      key,
      label,
      isSame: before.join('\n') === lines.join('\n'),
      old: before.map((text) => ({ text, isOnly: !lines.includes(text) })),
      new: lines.map((text) => ({ text, isOnly: !before.includes(text) })),
    }
  })
}

import { area, department } from '@suoan/contract'
import { Input, Row } from 'antd'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { TreePicker } from '@suoan/console-base/resource/widgets/TreePicker.tsx'
import { valued } from './BasicsStep.tsx'
import { Field } from './Field.tsx'
import { GasPlaces } from './GasPlaces.tsx'
import type { StepProps } from './use-draft.ts'

const one = (value: string | string[] | undefined) =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')
const many = (value: string | string[] | undefined) => (Array.isArray(value) ? value : value ? [value] : [])

/** 2 地点与设备: where, on what, and whose place it is. */
export function PlaceStep({ draft, patch, problems }: StepProps) {
  return (
    <>
      <Row gutter={24}>
        <Field label="作业区域" required problem={problems.areaId}>
          <TreePicker
            field={{ kind: 'ref', label: '作业区域' }}
            target={area}
            {...valued(draft.areaId)}
            onChange={(value) => patch({ areaId: one(value) })}
          />
        </Field>
        <Field label="属地单位" help="不选则按区域的属地部门自动填写">
          <TreePicker
            field={{ kind: 'ref', label: '属地单位' }}
            target={department}
            placeholder="按区域自动填写"
            {...valued(draft.territoryDepartId)}
            onChange={(value) => patch({ territoryDepartId: one(value) || null })}
          />
        </Field>
        <Field
          label="作业设备"
          span="full"
          help="选了设备，隔离方案才能从设备带出隔离点，系统才能证明隔离充分"
        >
          <RefPicker
            field={{ kind: 'refs', label: '作业设备', resource: 'equip' }}
            multiple
            value={[...draft.equipIds]}
            onChange={(value) => patch({ equipIds: many(value) })}
          />
        </Field>
        <Field label="作业地点" span="full" required>
          <Input
            value={draft.place}
            maxLength={200}
            placeholder="例如：压缩机房一层 P-101 泵区"
            onChange={(event) => patch({ place: event.target.value })}
          />
        </Field>
      </Row>
      <GasPlaces draft={draft} patch={patch} />
    </>
  )
}

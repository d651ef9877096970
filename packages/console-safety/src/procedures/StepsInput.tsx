import { JsonTableInput, type JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import { mostProcedurePhotos } from '@suoan/contract'
import type { Column } from '@suoan/ui/editable-table'
import { Form } from 'antd'
import { useMemo } from 'react'
import { useEquipPoints } from '../work-tickets/editor/use-equip-points.ts'
import { stepLines, type StepRow } from './procedure-lines.ts'

const blank = (): Omit<StepRow, 'id'> => ({ kind: null, pointId: null, text: '', photo: null })

/** 步骤: in their order, each at a point of the equipment that the form names, with the photo that shows it. */
export function StepsInput(props: JsonInputProps) {
  const equipId: unknown = Form.useWatch('equipId', Form.useFormInstance())
  const points = useEquipPoints(typeof equipId === 'string' && equipId !== '' ? [equipId] : [])
  const columns = useMemo(
    (): readonly Column[] => [
      {
        key: 'kind',
        title: '类别',
        type: 'select',
        dictCode: 'lo_procedure_step',
        width: 90,
        placeholder: '请选择',
        validateRules: [{ required: true }],
      },
      {
        key: 'pointId',
        title: '隔离点',
        type: 'select',
        options: (points.data ?? []).map((row) => ({
          value: row.id,
          text: `${row.pointCode} ${row.pointName}`,
        })),
        width: 190,
        placeholder: equipId ? '不涉及' : '请先选择设备',
      },
      {
        key: 'text',
        title: '做什么',
        type: 'textarea',
        minWidth: 260,
        maxLength: 500,
        placeholder: '例如：断开断路器 Q1，确认分闸指示',
        validateRules: [{ required: true }],
      },
      {
        key: 'photo',
        title: '照片',
        type: 'inputNumber',
        width: 76,
        precision: 0,
        range: [1, mostProcedurePhotos],
        placeholder: '第几张',
        align: 'center',
      },
    ],
    [points.data, equipId],
  )
  return (
    <JsonTableInput
      {...props}
      label="步骤"
      columns={columns}
      codec={stepLines}
      newRow={blank}
      isOrdered
      empty="还没有步骤"
      hint="按停机、隔离、上锁、释放、验证、恢复的顺序写；隔离、上锁、释放步骤的隔离点依次成为工作票的隔离方案"
    />
  )
}

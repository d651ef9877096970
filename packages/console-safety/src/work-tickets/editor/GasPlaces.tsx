import { isInConfinedSpace } from '@suoan/domain/work-ticket'
import { consolePorts } from '@suoan/console-base/editable-table/console-ports.tsx'
import { EditableTable, type Column, type SlotCell } from '@suoan/ui/editable-table'
import { useMemo } from 'react'
import type { GasPlaceLine } from './draft-model.ts'
import type { StepProps } from './use-draft.ts'

/** A place as its row in the table holds it; an emptied one is null. */
interface PlaceRow extends Omit<GasPlaceLine, 'key' | 'place'> {
  readonly id: string
  readonly place: string | null
}

const columns: readonly Column[] = [
  {
    key: 'place',
    title: '检测部位',
    type: 'input',
    minWidth: 150,
    maxLength: 50,
    placeholder: '例如：泵坑、1 号舱',
    validateRules: [
      { required: true, message: '请填写检测部位' },
      { unique: true, message: '检测部位不能重复' },
    ],
  },
  { key: 'layered', title: '上、中、下部', type: 'switch', width: 148, align: 'left' },
]

const slots = {
  place: ({ value, column }: SlotCell) =>
    value ? (
      <span className="et-lines" title={String(value)}>
        {String(value)}
      </span>
    ) : (
      <span className="et-hint">{column.placeholder}</span>
    ),
  layered: ({ value, index }: SlotCell) => (
    <>
      <span
        role="switch"
        aria-checked={value === true}
        aria-label={`检测部位 ${index + 1} 分上中下`}
        className={`et-switch${value === true ? ' is-on' : ''}`}
      />
      <span className="gas-place-kind">{value === true ? '上、中、下部' : '一个点'}</span>
    </>
  ),
}

/** Where gas is to be sampled before and during the work (G14): each place, or each compartment at three heights. */
export function GasPlaces({ draft, patch }: Pick<StepProps, 'draft' | 'patch'>) {
  const { gasPlaces } = draft
  const rows = useMemo(
    () => gasPlaces.map(({ key, ...line }): PlaceRow => ({ ...line, id: key })),
    [gasPlaces],
  )
  return (
    <>
      <h3>气体检测部位</h3>
      <p className="hint">
        需要气体检测的作业，每个部位都须检测合格才能开工；受限空间按舱室检测上、中、下部。不需要检测的作业不填。
      </p>
      <div className="gas-places">
        <EditableTable<PlaceRow>
          label="气体检测部位"
          size="small"
          columns={columns}
          rows={rows}
          slots={slots}
          ports={consolePorts}
          rowNumber={false}
          newRow={() => ({ place: '', layered: isInConfinedSpace(draft) })}
          rowSelection
          toolbar={['add', 'remove', 'clearSelection', 'history']}
          empty="还没有检测部位"
          settingsKey="ticket-gas-places"
          onRows={(next) =>
            patch({
              gasPlaces: next.map(({ id: key, place, layered }) => ({ key, place: place ?? '', layered })),
            })
          }
        />
      </div>
    </>
  )
}

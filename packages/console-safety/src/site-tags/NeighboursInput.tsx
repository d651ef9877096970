import { JsonListInput } from '@suoan/console-base/editable-table/JsonListInput.tsx'
import type { JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import { parsedJson } from '@suoan/console-base/editable-table/json-lines.ts'
import type { ChoiceProps } from '@suoan/console-base/resource/widgets/choice-props.ts'
import { TreePicker } from '@suoan/console-base/resource/widgets/TreePicker.tsx'
import { area, ref } from '@suoan/contract'
import { Form, Space, Tag } from 'antd'
import { fenceFigure, nearAreas } from './surroundings.ts'
import { useAreas } from './use-areas.ts'

const field = ref('相邻区域', 'area', { by: 'areaCode' })

/** 相邻区域: chosen in the tree, stored as codes; areas whose fence lies close by are offered. */
export function NeighboursInput(input: JsonInputProps) {
  return <JsonListInput {...input}>{(choice) => <Neighbours {...choice} />}</JsonListInput>
}

function Neighbours(choice: ChoiceProps) {
  const form = Form.useFormInstance()
  const [geoType, geo]: unknown[] = [Form.useWatch('geoType', form), Form.useWatch('geo', form)]
  const code: unknown = Form.useWatch('areaCode', form)
  const ownCode = typeof code === 'string' ? code : ''
  const areas = useAreas()
  const chosen = [choice.value ?? []].flat()
  const figure = fenceFigure({
    geoType: typeof geoType === 'string' ? geoType : null,
    geo: typeof geo === 'string' ? parsedJson(geo) : null,
  })
  const near = choice.disabled
    ? []
    : nearAreas(figure, ownCode, areas).filter(({ areaCode }) => !chosen.includes(areaCode))
  return (
    <>
      <TreePicker
        {...choice}
        field={field}
        target={area}
        placeholder="没有相邻区域"
        {...(ownCode === '' ? {} : { not: ownCode })}
      />
      {near.length > 0 && (
        <Space wrap size={4} className="near-areas" role="group" aria-label="围栏相近的区域">
          <span className="hint">围栏相近：</span>
          {near.map(({ areaCode, areaName, metres }) => (
            <Tag.CheckableTag
              key={areaCode}
              checked={false}
              onChange={() => choice.onChange?.([...chosen, areaCode])}
            >
              + {areaName}（{metres === 0 ? '相接' : `${metres} 米`}）
            </Tag.CheckableTag>
          ))}
        </Space>
      )}
    </>
  )
}

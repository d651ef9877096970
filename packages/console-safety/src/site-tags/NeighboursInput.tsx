import { JsonListInput } from '@suoan/console-base/editable-table/JsonListInput.tsx'
import type { JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import { TreePicker } from '@suoan/console-base/resource/widgets/TreePicker.tsx'
import { area, ref } from '@suoan/contract'

const field = ref('相邻区域', 'area', { by: 'areaCode' })

/** 相邻区域: chosen in the tree, stored as codes. */
export function NeighboursInput(input: JsonInputProps) {
  return (
    <JsonListInput {...input}>
      {(choice) => <TreePicker {...choice} field={field} target={area} placeholder="没有相邻区域" />}
    </JsonListInput>
  )
}

import { JsonListInput } from '@suoan/console-base/editable-table/JsonListInput.tsx'
import type { JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import { RefPicker } from '@suoan/console-base/resource/widgets/RefPicker.tsx'
import { refs } from '@suoan/contract'

const field = refs('指定人员', 'user')

/** 指定人员: those a step asks where its range is 指定人员. */
export function NamedPeopleInput(input: JsonInputProps) {
  return (
    <JsonListInput {...input}>
      {(choice) => <RefPicker {...choice} field={field} placeholder="“人员范围”为指定人员时选择" />}
    </JsonListInput>
  )
}

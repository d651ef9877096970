import { JsonListInput } from '@suoan/console-base/editable-table/JsonListInput.tsx'
import type { JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import { Select } from 'antd'

/** 锁具分组: names of groups, as grants of the scope 锁具分组 name them. */
export function GroupsInput(input: JsonInputProps) {
  return (
    <JsonListInput {...input}>
      {({ multiple: _multiple, ...choice }) => (
        <Select<string | string[]>
          {...choice}
          mode="tags"
          className="full"
          allowClear
          tokenSeparators={[',', '，', ' ']}
          placeholder="输入分组名称后回车，可填多个"
          notFoundContent="输入分组名称后回车"
        />
      )}
    </JsonListInput>
  )
}

import { Select } from 'antd'
import { useDictionary } from '../dictionaries.ts'
import type { ChoiceProps } from './choice-props.ts'
import { emptyHint } from './empty-hint.ts'

interface Props extends ChoiceProps {
  readonly code: string
  /** The codes that are offered; all of the dictionary unless said otherwise. */
  readonly only?: readonly string[]
}

/** Select of a dictionary; values are texts as on the wire. */
export function DictSelect({ code, only, multiple = false, placeholder, ...input }: Props) {
  const items = useDictionary(code).filter((item) => only?.includes(item.value) ?? true)
  return (
    <Select<string | string[]>
      {...input}
      className="full"
      allowClear
      placeholder={placeholder ?? emptyHint('请选择', input.disabled)}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      showSearch={items.length > 8 ? { optionFilterProp: 'label' } : false}
      options={items.map((item) => ({ value: item.value, label: item.text }))}
      notFoundContent="没有查询到任何数据"
    />
  )
}

import { JsonListInput } from '@suoan/console-base/editable-table/JsonListInput.tsx'
import type { JsonInputProps } from '@suoan/console-base/editable-table/JsonTableInput.tsx'
import { sensorNames } from '@suoan/contract'
import { Checkbox } from 'antd'

const options = Object.entries(sensorNames).map(([value, label]) => ({ value, label }))

/** The sensors that are there; null where something else is stored. */
const read = (stored: unknown): readonly string[] | null => {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null
  const said = Object.entries(stored)
  if (said.some(([name, has]) => !(name in sensorNames) || typeof has !== 'boolean')) return null
  return said.flatMap(([name, has]) => (has === true ? [name] : []))
}
const write = (list: readonly string[]) =>
  Object.fromEntries(options.flatMap(({ value }) => (list.includes(value) ? [[value, true]] : [])))

/** 传感能力: which sensors a lock of the type has. */
export function SensorsInput(input: JsonInputProps) {
  return (
    <JsonListInput {...input} read={read} write={write}>
      {({ id, value, disabled = false, onChange }) => (
        <div role="group" aria-label="传感能力" {...(id ? { id } : {})}>
          <Checkbox.Group<string>
            options={options}
            disabled={disabled}
            value={Array.isArray(value) ? value : []}
            onChange={(list) => onChange?.(list)}
          />
        </div>
      )}
    </JsonListInput>
  )
}

import { Switch } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import './forms.css'
import { useLeave } from './use-leave.ts'

/** Rows shown one by one or all in a table: the switch between them asks before unsaved changes are lost. */
export function useTableMode() {
  const id = useId()
  const [isTable, setTable] = useState(false)
  const [unsaved, setUnsaved] = useState(0)
  const leave = useLeave(unsaved)
  const toggle: ReactNode = (
    <span className="table-mode">
      <label htmlFor={id}>表格编辑</label>
      <Switch
        id={id}
        checked={isTable}
        onChange={(next) =>
          leave(() => {
            setUnsaved(0)
            setTable(next)
          })
        }
      />
    </span>
  )
  return { isTable, toggle, leave, onUnsaved: setUnsaved }
}

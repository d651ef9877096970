import { ColumnChooser } from '@suoan/ui/column-chooser'
import { shownColumns, usualColumns } from '@suoan/ui/column-preferences'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

const offered = [
  { key: 'lockCode', title: '锁具编号', isUsual: true },
  { key: 'lockName', title: '锁具名称', isUsual: true },
  { key: 'battery', title: '电量(%)', isUsual: true },
  { key: 'mac', title: '蓝牙MAC', isUsual: false },
]

export default function Example() {
  const [preferences, setPreferences] = useState(usualColumns)
  return (
    <Demo label="显示的列" value={shownColumns(preferences, offered)}>
      <ColumnChooser offered={offered} preferences={preferences} onChange={setPreferences} />
    </Demo>
  )
}

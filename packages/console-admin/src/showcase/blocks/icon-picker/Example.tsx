import { MenuIcon } from '@suoan/console-base/icons.tsx'
import { IconPicker } from '@suoan/ui/icon-picker'
import { useState } from 'react'
import { Demo } from '../../Demo.tsx'

export default function Example() {
  const [icon, setIcon] = useState('safety-certificate')
  return (
    <Demo label="菜单图标" value={icon}>
      <IconPicker value={icon} onChange={setIcon} icon={(name) => <MenuIcon name={name} />} />
    </Demo>
  )
}

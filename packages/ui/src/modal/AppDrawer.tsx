import { Drawer } from 'antd'
import type { DrawerProps } from 'antd'
import { useFocusBack } from './use-focus-back.ts'

/** A drawer that is there while it is open; whoever leaves it stands where he was. */
export function AppDrawer(props: DrawerProps) {
  useFocusBack()
  return <Drawer {...props} open />
}

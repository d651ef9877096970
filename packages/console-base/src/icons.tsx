import {
  ApartmentOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  ControlOutlined,
  DashboardOutlined,
  FileProtectOutlined,
  HomeOutlined,
  LockOutlined,
  MessageOutlined,
  MonitorOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { lazyPart } from './chunk/lazy-part.tsx'
import type { DeliveredIcon } from './delivered-icons.ts'

/** Those of the menu as it is delivered; the others come when a row names one. */
const drawings: Readonly<Record<DeliveredIcon, ComponentType>> = {
  apartment: ApartmentOutlined,
  appstore: AppstoreOutlined,
  'bar-chart': BarChartOutlined,
  control: ControlOutlined,
  dashboard: DashboardOutlined,
  'file-protect': FileProtectOutlined,
  home: HomeOutlined,
  lock: LockOutlined,
  message: MessageOutlined,
  monitor: MonitorOutlined,
  setting: SettingOutlined,
}
const delivered: Readonly<Record<string, ComponentType>> = drawings

const TableIcon = lazyPart('TableIcon', () => import('./icon-table.tsx').then((m) => m.TableIcon))

/** The icon of a menu row; an unknown name is drawn as a plain square of squares. */
export function MenuIcon({ name }: { name: string | null }) {
  const Icon = delivered[name ?? 'appstore']
  if (Icon) return <Icon />
  return (
    // Its place is kept, so that nothing moves when it comes.
    <Suspense fallback={<span className="anticon menu-icon-coming" aria-hidden />}>
      <TableIcon name={name ?? ''} />
    </Suspense>
  )
}

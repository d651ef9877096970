import type { ComponentType } from 'react'
import { lazyView } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { ResourcePageOptions } from '@suoan/console-base/resource/resource-page.tsx'

/** The code of a page. */
interface PageCode {
  readonly default: ComponentType
  /** What the page shows at once and loads apart: when its code comes ahead, this comes behind it. */
  readonly ahead?: readonly (() => Promise<unknown>)[]
}
type View = () => Promise<PageCode>

/** A list page from the description alone, or with a few options. */
const list =
  (name: string, options?: ResourcePageOptions): View =>
  async () => {
    const [{ resourcePage, loadTreeTable }, resource] = await Promise.all([
      import('@suoan/console-base/resource/resource-page.tsx'),
      import('@suoan/console-base/resource/widgets/load-resource.ts').then((m) => m.loadResource(name)),
    ])
    if (!resource) throw new Error(`views.ts names the resource ${name}, which is not described`)
    return {
      default: resourcePage(resource, options),
      ahead: resource.traits.tree ? [loadTreeTable] : [],
    }
  }

const exception =
  (name: 'Exception403' | 'Exception404' | 'Exception500'): View =>
  async () => ({ default: (await import('./shell/states/exception-pages.tsx'))[name] })

/** Component name of a menu row → its page (4-api.md §3.9, 3-domain.md §6). */
const views: Readonly<Record<string, View>> = {
  'exception/403': exception('Exception403'),
  'exception/404': exception('Exception404'),
  'exception/500': exception('Exception500'),
  'account/center/Index': () => import('./home/CenterPage.tsx'),
  'account/settings/Index': () => import('@suoan/console-admin/account/SettingsPage.tsx'),
  'account/settings/BaseSetting': () => import('@suoan/console-admin/account/SettingsPage.tsx'),
  'account/settings/Security': () => import('@suoan/console-admin/account/SettingsPage.tsx'),
  'account/settings/Custom': () => import('@suoan/console-admin/account/SettingsPage.tsx'),
  'account/settings/Binding': () => import('@suoan/console-admin/account/SettingsPage.tsx'),
  'account/settings/Notification': () => import('@suoan/console-admin/account/SettingsPage.tsx'),
  'account/Exports': () => import('@suoan/console-admin/account/ExportsPage.tsx'),
  'account/Scan': () => import('@suoan/console-admin/account/ScanPage.tsx'),
  'test/Home': () => import('@suoan/console-admin/test-home/TestHomePage.tsx'),
  'dashboard/Analysis': () => import('./home/AnalysisPage.tsx'),
  'dashboard/Workplace': () => import('./home/WorkplacePage.tsx'),
  'dashboard/Monitor': () => import('@suoan/console-safety/board/MonitorPage.tsx'),
  'dashboard/Task': () => import('@suoan/console-safety/board/TaskPage.tsx'),
  'dashboard/Chart': () => import('@suoan/console-safety/board/ChartPage.tsx'),

  'system/UserList': () => import('@suoan/console-admin/system/UserPage.tsx'),
  'system/SysUserAgentList': list('userAgent'),
  'system/RoleUserList': () => import('@suoan/console-admin/system/RolePage.tsx'),
  'system/RoleList': () => import('@suoan/console-admin/system/RolePage.tsx'),
  'system/SysRoleIndexList': () => import('@suoan/console-admin/system/RoleHomePage.tsx'),
  'system/PermissionList': () => import('@suoan/console-admin/system/PermissionPage.tsx'),
  'system/NewPermissionList': () => import('@suoan/console-admin/system/PermissionPage.tsx'),
  'system/DepartList': () => import('@suoan/console-admin/system/DepartmentPage.tsx'),
  'system/DepartUserList': () => import('@suoan/console-admin/system/MyDepartmentPage.tsx'),
  'system/SysPositionList': list('position'),
  'system/AddressList': () => import('@suoan/console-admin/system/AddressListPage.tsx'),
  'system/DictList': () => import('@suoan/console-admin/system/DictionaryPage.tsx'),
  'system/SysCategoryList': () => import('@suoan/console-admin/system/CategoryPage.tsx'),
  'system/SysFillRuleList': () => import('@suoan/console-admin/fill-rules/FillRulePage.tsx'),
  'system/SysGatewayRouteList': () => import('@suoan/console-admin/gateway-routes/GatewayRoutePage.tsx'),
  'system/NeighbourSystemList': () => import('@suoan/console-admin/gateway-routes/NeighbourPage.tsx'),
  'system/SysDataSourceList': () => import('@suoan/console-admin/data-sources/DataSourcePage.tsx'),
  'modules/online/cgreport/OnlCgreportHeadList': () =>
    import('@suoan/console-admin/online-reports/OnlineReportPage.tsx'),
  'modules/online/cgreport/auto/OnlCgreportAutoList': () =>
    import('@suoan/console-admin/online-reports/AutoReportPage.tsx'),
  'system/SysCheckRuleList': () => import('@suoan/console-admin/check-rules/CheckRulePage.tsx'),
  'system/SysAnnouncementList': () => import('@suoan/console-admin/messages/AnnouncementPage.tsx'),
  'modules/message/SysMessageList': () => import('@suoan/console-admin/message-center/MessageListPage.tsx'),
  'modules/message/RobotList': list('messageRobot', {
    emptyText: '还没有群机器人。新增后，选中的业务事件会同时发到群里',
  }),
  'modules/message/SysMessageTemplateList': () =>
    import('@suoan/console-admin/message-center/TemplatePage.tsx'),
  'system/UserAnnouncementList': () => import('@suoan/console-admin/messages/MessagePage.tsx'),
  'system/TenantList': () => import('@suoan/console-admin/system/TenantPage.tsx'),
  'system/SysUserOnlineList': () => import('@suoan/console-admin/system/OnlinePage.tsx'),
  'system/FailedReactions': () => import('@suoan/console-admin/system/FailedReactionsPage.tsx'),
  'system/MessageOutbox': () => import('@suoan/console-admin/system/OutboxPage.tsx'),
  'system/QuartzJobList': () => import('@suoan/console-admin/quartz-jobs/QuartzJobPage.tsx'),
  'system/LogList': () => import('@suoan/console-admin/system/LogPage.tsx'),
  'system/DataLogList': () => import('@suoan/console-admin/system/DataLogPage.tsx'),
  'modules/monitor/RedisInfo': () => import('@suoan/console-admin/monitor/RedisInfoPage.tsx'),
  'modules/monitor/RedisTerminal': () => import('@suoan/console-admin/monitor/RedisTerminalPage.tsx'),
  'modules/monitor/TomcatInfo': () => import('@suoan/console-admin/monitor/TomcatInfoPage.tsx'),
  'modules/monitor/SystemInfo': () => import('@suoan/console-admin/monitor/SystemInfoPage.tsx'),
  'modules/monitor/JvmInfo': () => import('@suoan/console-admin/monitor/JvmInfoPage.tsx'),
  'modules/monitor/HttpTrace': () => import('@suoan/console-admin/monitor/HttpTracePage.tsx'),
  'modules/monitor/DiskMonitoring': () => import('@suoan/console-admin/monitor/DiskPage.tsx'),
  'modules/monitor/LiveCharts': () => import('@suoan/console-admin/monitor/LivePage.tsx'),
  'modules/monitor/SqlMonitor': () => import('@suoan/console-admin/monitor/SqlPage.tsx'),
  'modules/monitor/MqttMonitor': () => import('@suoan/console-admin/monitor/MqttPage.tsx'),
  'modules/monitor/DatabaseMonitor': () => import('@suoan/console-admin/monitor/DatabasePage.tsx'),

  'jeecg/SelectDemo': () => import('@suoan/console-admin/showcase/CustomComponentsPage.tsx'),
  'system/ApiDoc': () => import('@suoan/console-admin/api-doc/ApiDocPage.tsx'),
  'system/BackupList': () => import('@suoan/console-admin/backups/BackupPage.tsx'),
  'modules/oss/OSSFileList': () => import('@suoan/console-admin/oss-files/OssFilePage.tsx'),
  'jeecg/JVxeTableDemo/Index': () => import('@suoan/console-admin/showcase/EditableTablePage.tsx'),

  'isps/loAreaList': () => import('@suoan/console-safety/site-tags/AreaListPage.tsx'),
  'isps/departArea': () => import('@suoan/console-safety/depart-areas/DepartAreaPage.tsx'),
  'isps/loDepartAreaList': list('departArea'),
  'isps/loLockTypeList': () => import('@suoan/console-safety/locks/LockTypePage.tsx'),
  'isps/loLockDepartList': list('lockDepart'),
  'isps/loLockUserList': () => import('@suoan/console-safety/locks/LockUserPage.tsx'),
  'isps/loEquipList': list('equip'),
  'isps/loPointList': () => import('@suoan/console-safety/site-tags/PointListPage.tsx'),
  'isps/loPointRuleList': () => import('@suoan/console-safety/policy/PointRulePage.tsx'),
  'isps/energyMap': () => import('@suoan/console-safety/energy-map/EnergyMapPage.tsx'),
  'isps/loProcedureList': () => import('@suoan/console-safety/procedures/ProcedurePage.tsx'),
  'isps/loPersonCertList': list('personCert'),
  'isps/loExternalPersonList': () => import('@suoan/console-safety/external-people/ExternalPersonPage.tsx'),
  'isps/inside': () => import('@suoan/console-safety/work-tickets/inside/PeopleInsidePage.tsx'),
  'isps/loWorkTypeList': () => import('@suoan/console-safety/policy/WorkTypePage.tsx'),
  'isps/loDutyShiftList': () => import('@suoan/console-safety/duty-shifts/DutyShiftPage.tsx'),
  'isps/loHazardPairList': () => import('@suoan/console-safety/policy/HazardPairPage.tsx'),
  'isps/loWorkTemplateList': list('workTemplate', {
    emptyText: '还没有模板。打开一张写好的工作票，在“更多”中选“存为模板”',
  }),
  'isps/loMeasureLibList': list('measureLib', {
    emptyText: '措施库还是空的。按危害新增措施后，编制工作票时会按所选危害推荐',
  }),
  'isps/loLegSwitchList': () => import('@suoan/console-safety/policy/LegSwitchPage.tsx'),
  'isps/loFlowList': () => import('@suoan/console-safety/policy/FlowPage.tsx'),
  'isps/loFlowStepList': () => import('@suoan/console-safety/policy/FlowStepPage.tsx'),

  'isps/loWorkList': () => import('@suoan/console-safety/work-tickets/WorkListPage.tsx'),
  'isps/loAllWorkList': () => import('@suoan/console-safety/work-tickets/AllWorkListPage.tsx'),
  'isps/loWorkView': () => import('@suoan/console-safety/work-tickets/WorkViewPage.tsx'),
  'isps/loWorkEdit': () => import('@suoan/console-safety/work-tickets/WorkEditPage.tsx'),
  'isps/loWorkReviewList': () => import('@suoan/console-safety/work-tickets/decisions/ReviewListPage.tsx'),
  'isps/loWorkExamineList': () => import('@suoan/console-safety/work-tickets/decisions/ExamineListPage.tsx'),
  'isps/replay': () => import('@suoan/console-safety/work-tickets/replay/ReplayPage.tsx'),
  'isps/amISafe': () => import('@suoan/console-safety/work-tickets/safety/AmISafePage.tsx'),
  'isps/simops': () => import('@suoan/console-safety/work-tickets/simops/SimopsPage.tsx'),
  'isps/emergencyList': () => import('@suoan/console-safety/work-tickets/emergency/EmergencyListPage.tsx'),
  'isps/loLockList': () => import('@suoan/console-safety/locks/LockListPage.tsx'),
  'isps/loDeviceList': () => import('@suoan/console-safety/devices/DeviceListPage.tsx'),
  'isps/loRolloutList': () => import('@suoan/console-safety/devices/RolloutPage.tsx'),
  'isps/commonLockList': () => import('@suoan/console-safety/locks/CommonLockPage.tsx'),
  'isps/openLockList': () => import('@suoan/console-safety/locks/OpenLockListPage.tsx'),
  'isps/lockHistory': () => import('@suoan/console-safety/locks/LockHistoryPage.tsx'),
  'isps/loLockLogList': () => import('@suoan/console-safety/locks/LockLogPage.tsx'),
  'isps/loLockLastList': () => import('@suoan/console-safety/locks/LockLastPage.tsx'),
  'isps/loLockOnoffList': () => import('@suoan/console-safety/locks/LockOnoffPage.tsx'),
  'isps/userUncloseLock': () => import('@suoan/console-safety/warnings/WarningPage.tsx'),
  'isps/loAlarmList': () => import('@suoan/console-safety/warnings/AlarmPage.tsx'),
  'isps/userAnnouncement': () => import('@suoan/console-admin/messages/MessagePage.tsx'),
  'isps/explain': () => import('@suoan/console-safety/locks/ExplainPage.tsx'),
  'isps/audit': () => import('@suoan/console-safety/audit/AuditPage.tsx'),
  'isps/setup': () => import('@suoan/console-safety/setup/SetupPage.tsx'),
  'isps/simulator': () => import('@suoan/console-safety/simulator/SimulatorPage.tsx'),
  'isps/logList': () => import('@suoan/console-safety/event-feed/EventFeedPage.tsx'),
  'isps/board': () => import('@suoan/console-safety/board/BoardPage.tsx'),
}

const pages = new Map<View, ComponentType>()
/** Pages whose code came before they were opened. */
const ready = new Map<View, ComponentType>()

/**
 * The page of a component name; undefined when this version has none. Names are compared by their last part too:
 * the folder before it is a habit of the menu's author.
 */
export function viewOf(component: string): ComponentType | undefined {
  const view = viewNamed(component)
  if (!view) return undefined
  const known = pages.get(view)
  if (known) return known
  // What came ahead is drawn at once: nothing has to wait for it.
  const page = ready.get(view) ?? lazyView(lastPart(component), async () => (await view()).default)
  pages.set(view, page)
  return page
}

const viewNamed = (component: string): View | undefined =>
  views[component] ?? byLastPart.get(lastPart(component))
const lastPart = (component: string) => component.slice(component.lastIndexOf('/') + 1).toLowerCase()
// `Index` says nothing without its folder.
const byLastPart = new Map(
  Object.entries(views)
    .map(([name, view]): [string, View] => [lastPart(name), view])
    .filter(([name]) => name !== 'index'),
)

/**
 * Begins to load the page of an address whose component is named like the address, as most are, before the menu has said
 * what stands there: its code comes while the menu is asked for. What cannot be had is told where the page is shown.
 */
export function preloadView(pathname: string): void {
  preloadComponent(pathname.split('/').slice(1, 3).join('/'))
}

const begun = new Set<View>()

/**
 * Begins to load the code of a component's page. What cannot be had is told where the page is shown.
 * @returns whether there was something to load
 */
export function preloadComponent(component: string): boolean {
  const view = viewNamed(component)
  if (!view || begun.has(view)) return false
  begun.add(view)
  view().then(
    ({ default: page, ahead = [] }) => {
      ready.set(view, page)
      for (const load of ahead) load().catch(() => {})
    },
    () => begun.delete(view),
  )
  return true
}

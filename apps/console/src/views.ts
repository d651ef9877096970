import type { ComponentType } from 'react'
import { lazyView } from './chunk/lazy-part.tsx'
import type { ResourcePageOptions } from './resource/resource-page.tsx'

type View = () => Promise<{ default: ComponentType }>

/** A list page from the description alone, or with a few options. */
const list =
  (name: string, options?: ResourcePageOptions): View =>
  async () => {
    const [{ resourcePage }, { findResource }] = await Promise.all([
      import('./resource/resource-page.tsx'),
      // All descriptions together are too heavy for the shell.
      import('./resource/widgets/find-resource.ts'),
    ])
    const resource = findResource(name)
    if (!resource) throw new Error(`views.ts names the resource ${name}, which is not described`)
    return { default: resourcePage(resource, options) }
  }

const exception =
  (name: 'Exception403' | 'Exception404' | 'Exception500'): View =>
  async () => ({ default: (await import('./shell/states/exception-pages.tsx'))[name] })

/** Component name of a menu row → its page (4-api.md §3.9, 3-domain.md §6). */
const views: Readonly<Record<string, View>> = {
  'exception/403': exception('Exception403'),
  'exception/404': exception('Exception404'),
  'exception/500': exception('Exception500'),
  'account/center/Index': () => import('./features/account/CenterPage.tsx'),
  'account/settings/Index': () => import('./features/account/SettingsPage.tsx'),
  'account/Scan': () => import('./features/account/ScanPage.tsx'),
  'test/Home': () => import('./features/test-home/TestHomePage.tsx'),
  'dashboard/Analysis': () => import('./features/board/AnalysisPage.tsx'),
  'dashboard/Workplace': () => import('./features/home/WorkplacePage.tsx'),
  'dashboard/Monitor': () => import('./features/board/MonitorPage.tsx'),
  'dashboard/Task': () => import('./features/board/TaskPage.tsx'),
  'dashboard/Chart': () => import('./features/board/ChartPage.tsx'),

  'system/UserList': () => import('./features/system/UserPage.tsx'),
  'system/RoleUserList': () => import('./features/system/RolePage.tsx'),
  'system/RoleList': () => import('./features/system/RolePage.tsx'),
  'system/PermissionList': () => import('./features/system/PermissionPage.tsx'),
  'system/NewPermissionList': () => import('./features/system/PermissionPage.tsx'),
  'system/DepartList': () => import('./features/system/DepartmentPage.tsx'),
  'system/SysPositionList': list('position'),
  'system/DictList': () => import('./features/system/DictionaryPage.tsx'),
  'system/SysCategoryList': () => import('./features/system/CategoryPage.tsx'),
  'system/SysCheckRuleList': () => import('./features/check-rules/CheckRulePage.tsx'),
  'system/SysAnnouncementList': () => import('./features/messages/AnnouncementPage.tsx'),
  'system/UserAnnouncementList': () => import('./features/messages/MessagePage.tsx'),
  'system/TenantList': list('tenant'),
  'system/SysUserOnlineList': () => import('./features/system/OnlinePage.tsx'),
  'system/FailedReactions': () => import('./features/system/FailedReactionsPage.tsx'),
  'system/MessageOutbox': () => import('./features/system/OutboxPage.tsx'),
  'system/LogList': () => import('./features/system/LogPage.tsx'),
  'system/DataLogList': () => import('./features/system/DataLogPage.tsx'),

  'isps/loAreaList': () => import('./features/site-tags/AreaListPage.tsx'),
  'isps/loDepartAreaList': list('departArea'),
  'isps/loLockTypeList': list('lockType'),
  'isps/loLockDepartList': list('lockDepart'),
  'isps/loLockUserList': list('lockUser'),
  'isps/loEquipList': list('equip'),
  'isps/loPointList': () => import('./features/site-tags/PointListPage.tsx'),
  'isps/loPointRuleList': () => import('./features/policy/PointRulePage.tsx'),
  'isps/energyMap': () => import('./features/energy-map/EnergyMapPage.tsx'),
  'isps/loPersonCertList': list('personCert'),
  'isps/loWorkTypeList': list('workType'),
  'isps/loHazardPairList': () => import('./features/policy/HazardPairPage.tsx'),
  'isps/loLegSwitchList': list('legSwitch', {
    emptyText: '所有开锁通道都已启用；要停用某一条，请新增并选择“停用”',
  }),
  'isps/loFlowList': list('flow'),
  'isps/loFlowStepList': list('flowStep'),

  'isps/loWorkList': () => import('./features/work-tickets/WorkListPage.tsx'),
  'isps/loAllWorkList': () => import('./features/work-tickets/AllWorkListPage.tsx'),
  'isps/loWorkView': () => import('./features/work-tickets/WorkViewPage.tsx'),
  'isps/loWorkEdit': () => import('./features/work-tickets/WorkEditPage.tsx'),
  'isps/loWorkReviewList': () => import('./features/work-tickets/decisions/ReviewListPage.tsx'),
  'isps/loWorkExamineList': () => import('./features/work-tickets/decisions/ExamineListPage.tsx'),
  'isps/replay': () => import('./features/work-tickets/replay/ReplayPage.tsx'),
  'isps/amISafe': () => import('./features/work-tickets/safety/AmISafePage.tsx'),
  'isps/simops': () => import('./features/work-tickets/simops/SimopsPage.tsx'),
  'isps/emergencyList': () => import('./features/work-tickets/emergency/EmergencyListPage.tsx'),
  'isps/loLockList': () => import('./features/locks/LockListPage.tsx'),
  'isps/openLockList': () => import('./features/locks/OpenLockListPage.tsx'),
  'isps/loLockLogList': () => import('./features/locks/LockLogPage.tsx'),
  'isps/loLockLastList': () => import('./features/locks/LockLastPage.tsx'),
  'isps/loLockOnoffList': () => import('./features/locks/LockOnoffPage.tsx'),
  'isps/userUncloseLock': () => import('./features/warnings/WarningPage.tsx'),
  'isps/loAlarmList': () => import('./features/warnings/AlarmPage.tsx'),
  'isps/userAnnouncement': () => import('./features/messages/MessagePage.tsx'),
  'isps/explain': () => import('./features/locks/ExplainPage.tsx'),
  'isps/audit': () => import('./features/audit/AuditPage.tsx'),
  'isps/board': () => import('./features/board/BoardPage.tsx'),
}

const pages = new Map<View, ComponentType>()

/**
 * The page of a component name; undefined when this version has none. Names are compared by their last part too:
 * the folder before it is a habit of the menu's author.
 */
export function viewOf(component: string): ComponentType | undefined {
  const view = views[component] ?? byLastPart.get(lastPart(component))
  if (!view) return undefined
  const known = pages.get(view)
  if (known) return known
  const page = lazyView(lastPart(component), async () => (await view()).default)
  pages.set(view, page)
  return page
}

const lastPart = (component: string) => component.slice(component.lastIndexOf('/') + 1).toLowerCase()
// `Index` says nothing without its folder.
const byLastPart = new Map(
  Object.entries(views)
    .map(([name, view]): [string, View] => [lastPart(name), view])
    .filter(([name]) => name !== 'index'),
)

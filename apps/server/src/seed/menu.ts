/**
 * The menu of this version (5-screens.md §5, 3-domain.md §6): only pages that exist. The button rows under each page
 * are generated from the descriptions and endpoints (`permission-rows.ts`), never written here.
 */
export interface SeedMenu {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly component: string
  readonly icon?: string
  /** A route without a menu entry: pages opened with an id. */
  readonly hidden?: boolean
  /** Its children are drawn inside its page and stand in no menu. */
  readonly alwaysShow?: boolean
  /** Permission prefixes whose buttons stand under this page (`lo:lock` → `lo:lock:open` …). */
  readonly owns?: readonly string[]
  readonly children?: readonly SeedMenu[]
}

const group = (id: string, title: string, icon: string, children: readonly SeedMenu[]): SeedMenu => ({
  id: `menu-${id}`,
  title,
  url: `/${id}`,
  component: 'layouts/RouteView',
  icon,
  children,
})

const page = (
  id: string,
  title: string,
  url: string,
  component: string,
  owns: readonly string[] = [],
): SeedMenu => ({ id: `menu-${id}`, title, url, component, owns })

/** A part of 个人设置 with an address of its own (4-api.md §3.9). */
const settings = (part: string, title: string, view: string): SeedMenu => ({
  ...page(
    `account-set-${part === 'BaseSetting' ? 'base' : part}`,
    title,
    `/account/settings/${part}`,
    `account/settings/${view}`,
  ),
  hidden: true,
})

/** The page that only a demo plant has: it comes with DEMO and goes without. */
export const demoMenuId = 'menu-simulator'

export const menu: readonly SeedMenu[] = [
  {
    id: 'menu-home',
    title: '首页',
    url: '/dashboard/analysis',
    component: 'dashboard/Analysis',
    icon: 'home',
  },
  {
    id: 'menu-board',
    title: '看板',
    url: '/isps/board',
    component: 'isps/board',
    icon: 'dashboard',
    owns: ['lo:board'],
  },
  {
    id: 'menu-event-feed',
    title: '日志看板',
    url: '/isps/logList',
    component: 'isps/logList',
    icon: 'monitor',
    owns: ['lo:eventFeed'],
  },
  group('boards', '统计看板', 'bar-chart', [
    page('dashboard-chart', '统计图表', '/dashboard/chart', 'dashboard/Chart'),
    page('dashboard-task', '任务表格', '/dashboard/task', 'dashboard/Task'),
    page('dashboard-monitor', '监控看板', '/dashboard/monitor', 'dashboard/Monitor'),
  ]),
  {
    id: demoMenuId,
    title: '模拟器',
    url: '/isps/simulator',
    component: 'isps/simulator',
    icon: 'appstore',
  },
  group('work', '作业管理', 'file-protect', [
    page('work-mine', '我的工作票', '/isps/loWorkList', 'isps/loWorkList', ['lo:work']),
    page('work-review', '工作票审核', '/isps/loWorkReviewList', 'isps/loWorkReviewList', ['lo:review']),
    page('work-examine', '工作票审批', '/isps/loWorkExamineList', 'isps/loWorkExamineList', ['lo:examine']),
    page('work-all', '全部工作票', '/isps/loAllWorkList', 'isps/loAllWorkList'),
    page('inside', '在场人员', '/isps/inside', 'isps/inside', ['lo:workPresence']),
    page('am-i-safe', '我安全吗', '/isps/amISafe', 'isps/amISafe'),
    { ...page('replay', '作业回放', '/isps/replay/:id', 'isps/replay'), hidden: true },
    page('simops', '冲突与排程', '/isps/simops', 'isps/simops'),
    page('emergency', '应急拆锁', '/isps/emergencyList', 'isps/emergencyList', [
      'lo:emergencyRemoval',
      'lo:stopOrder',
    ]),
    { ...page('work-view', '工作票', '/isps/loWorkView/:id', 'isps/loWorkView'), hidden: true },
    { ...page('work-edit', '编辑工作票', '/isps/loWorkEdit/:id', 'isps/loWorkEdit'), hidden: true },
  ]),
  group('locks', '锁具管理', 'lock', [
    page('lock-list', '锁具管理', '/isps/loLockList', 'isps/loLockList', [
      'lo:lock',
      'lo:cmd',
      'lo:decision',
    ]),
    { ...page('lock-history', '锁具履历', '/isps/lockHistory/:id', 'isps/lockHistory'), hidden: true },
    page('lock-common', '公用锁具', '/isps/commonLockList', 'isps/commonLockList'),
    page('lock-open', '开锁列表', '/isps/openLockList', 'isps/openLockList'),
    page('lock-type', '锁具类型', '/isps/loLockTypeList', 'isps/loLockTypeList', ['lo:lockType']),
    page('lock-user', '锁具用户', '/isps/loLockUserList', 'isps/loLockUserList', ['lo:lockUser']),
    page('device', '网关与设备', '/isps/loDeviceList', 'isps/loDeviceList', [
      'lo:device',
      'lo:devicePresence',
    ]),
    page('rollout', '固件与配置', '/isps/loRolloutList', 'isps/loRolloutList', ['lo:rollout']),
    page('lock-depart', '锁具部门', '/isps/loLockDepartList', 'isps/loLockDepartList', ['lo:lockDepart']),
    page('lock-log', '锁具日志', '/isps/loLockLogList', 'isps/loLockLogList', ['lo:lockLog']),
    page('lock-last', '最近开关锁', '/isps/loLockLastList', 'isps/loLockLastList', ['lo:lockLast']),
    page('lock-onoff', '锁开关记录', '/isps/loLockOnoffList', 'isps/loLockOnoffList', ['lo:lockOnoff']),
    page('warn', '未关锁警告', '/isps/userUncloseLock', 'isps/userUncloseLock', ['lo:warn']),
    {
      ...page('messages', '我的消息', '/isps/userAnnouncement', 'system/UserAnnouncementList'),
      hidden: true,
    },
    page('alarm', '报警', '/isps/loAlarmList', 'isps/loAlarmList', ['lo:alarm']),
    page('lock-explain', '判定解释', '/isps/explain', 'isps/explain'),
  ]),
  group('site', '现场与设备', 'apartment', [
    page('area', '区域管理', '/isps/loAreaList', 'isps/loAreaList', ['lo:area']),
    page('depart-areas', '部门区域', '/isps/departArea', 'isps/departArea'),
    page('depart-area', '部门区域关系', '/isps/loDepartAreaList', 'isps/loDepartAreaList', ['lo:departArea']),
    page('equip', '设备设施', '/isps/loEquipList', 'isps/loEquipList', ['lo:equip']),
    page('point', '隔离点', '/isps/loPointList', 'isps/loPointList', [
      'lo:point',
      'lo:pointHold',
      'lo:siteTag',
    ]),
    page('energy-map', '能量图', '/isps/energyMap', 'isps/energyMap', [
      'lo:energy',
      'lo:energyNode',
      'lo:energyEdge',
    ]),
    page('point-rule', '防误规则', '/isps/loPointRuleList', 'isps/loPointRuleList', ['lo:pointRule']),
    page('procedure', '能量控制程序', '/isps/loProcedureList', 'isps/loProcedureList', ['lo:procedure']),
    page('cert', '人员资质', '/isps/loPersonCertList', 'isps/loPersonCertList', ['lo:personCert']),
    page('external', '外来人员', '/isps/loExternalPersonList', 'isps/loExternalPersonList', [
      'lo:externalPerson',
      'lo:dayPass',
    ]),
  ]),
  group('policy', '作业策略', 'control', [
    page('work-type', '作业策略', '/isps/loWorkTypeList', 'isps/loWorkTypeList', [
      'lo:workType',
      'lo:dutyRule',
      'lo:gasStd',
    ]),
    page('duty-shift', '值班表', '/isps/loDutyShiftList', 'isps/loDutyShiftList', ['lo:dutyShift']),
    page('hazard-pair', '作业冲突矩阵', '/isps/loHazardPairList', 'isps/loHazardPairList', ['lo:hazardPair']),
    page('work-template', '工作票模板', '/isps/loWorkTemplateList', 'isps/loWorkTemplateList', [
      'lo:workTemplate',
    ]),
    page('measure-lib', '安全措施库', '/isps/loMeasureLibList', 'isps/loMeasureLibList', ['lo:measureLib']),
    page('leg-switch', '开锁通道', '/isps/loLegSwitchList', 'isps/loLegSwitchList', ['lo:legSwitch']),
    page('flow', '审批流程', '/isps/loFlowList', 'isps/loFlowList', ['lo:flow']),
    page('flow-step', '审批步骤', '/isps/loFlowStepList', 'isps/loFlowStepList', ['lo:flowStep']),
  ]),
  group('isystem', '系统管理', 'setting', [
    page('setup', '开始使用', '/isps/setup', 'isps/setup', ['lo:setup']),
    page('user', '用户管理', '/isystem/user', 'system/UserList', ['system:user']),
    page('user-agent', '用户代理', '/isystem/userAgent', 'system/SysUserAgentList', ['system:userAgent']),
    page('role', '角色管理', '/isystem/roleUserList', 'system/RoleUserList', ['system:role']),
    page('role-index', '角色首页', '/isystem/roleIndex', 'system/SysRoleIndexList', ['system:roleIndex']),
    page('permission', '菜单管理', '/isystem/newPermissionList', 'system/NewPermissionList', [
      'system:permission',
    ]),
    page('tenant', '租户管理', '/isys/tenant', 'system/TenantList', ['system:tenant']),
    page('depart', '部门管理', '/isystem/depart', 'system/DepartList', [
      'system:depart',
      'system:department',
    ]),
    page('my-depart', '我的部门', '/isystem/departUserList', 'system/DepartUserList', ['system:departRole']),
    page('position', '职务管理', '/isystem/position', 'system/SysPositionList', ['system:position']),
    page('address-list', '通讯录', '/isystem/addressList', 'system/AddressList', ['system:addressList']),
    page('announcement', '系统通告', '/isystem/annountCement', 'system/SysAnnouncementList', [
      'system:announcement',
      'system:announcementSend',
    ]),
    page('dict', '数据字典', '/isystem/dict', 'system/DictList', ['system:dict']),
    page('category', '分类字典', '/isys/category', 'system/SysCategoryList', ['system:category']),
    page('fill-rule', '系统编码规则', '/isystem/fillRule', 'system/SysFillRuleList', ['system:fillRule']),
    page('check-rule', '系统校验规则', '/isystem/checkRule', 'system/SysCheckRuleList', ['system:checkRule']),
    page('data-source', '多数据源管理', '/isystem/dataSource', 'system/SysDataSourceList', [
      'system:dataSource',
    ]),
    page('gateway-route', '路由网关', '/isystem/gatewayroute', 'system/SysGatewayRouteList', [
      'system:gatewayRoute',
    ]),
    page('neighbour', '邻近系统', '/isystem/neighbours', 'system/NeighbourSystemList', ['system:neighbour']),
  ]),
  group('online-dev', '在线开发', 'bar-chart', [
    page('online-report', '在线报表', '/online/cgreport', 'modules/online/cgreport/OnlCgreportHeadList', [
      'system:report',
    ]),
    {
      ...page(
        'online-report-view',
        '查看报表',
        '/online/cgreport/:code',
        'modules/online/cgreport/auto/OnlCgreportAutoList',
      ),
      hidden: true,
    },
  ]),
  group('message', '消息中心', 'message', [
    page('message-list', '消息管理', '/modules/message/sysMessageList', 'modules/message/SysMessageList', [
      'system:message',
    ]),
    page(
      'message-template',
      '模板管理',
      '/modules/message/sysMessageTemplateList',
      'modules/message/SysMessageTemplateList',
      ['system:messageTemplate'],
    ),
    page('message-robot', '群机器人', '/modules/message/robotList', 'modules/message/RobotList', [
      'system:messageRobot',
    ]),
  ]),
  group('monitor', '系统监控', 'monitor', [
    page('quartz', '定时任务', '/isystem/QuartzJobList', 'system/QuartzJobList', ['system:quartzJob']),
    {
      id: 'menu-performance',
      title: '性能监控',
      url: '/monitor/performance',
      component: 'layouts/RouteView',
      children: [
        page('monitor-live', '运行曲线', '/monitor/Live', 'modules/monitor/LiveCharts', ['system:monitor']),
        page('monitor-redis', 'Redis监控', '/monitor/redis/info', 'modules/monitor/RedisInfo'),
        page(
          'monitor-redis-terminal',
          'Redis终端',
          '/monitor/redis/terminal',
          'modules/monitor/RedisTerminal',
        ),
        page('monitor-tomcat', 'Tomcat信息', '/monitor/TomcatInfo', 'modules/monitor/TomcatInfo'),
        page('monitor-system', '服务器信息', '/monitor/SystemInfo', 'modules/monitor/SystemInfo'),
        page('monitor-jvm', 'JVM信息', '/monitor/JvmInfo', 'modules/monitor/JvmInfo'),
        page('monitor-trace', '请求追踪', '/monitor/HttpTrace', 'modules/monitor/HttpTrace'),
        page('monitor-disk', '磁盘监控', '/monitor/Disk', 'modules/monitor/DiskMonitoring'),
        page('monitor-sql', 'SQL监控', '/monitor/Sql', 'modules/monitor/SqlMonitor'),
        page('monitor-mqtt', 'MQTT监控', '/monitor/Mqtt', 'modules/monitor/MqttMonitor'),
        page('monitor-database', '数据库监控', '/monitor/Database', 'modules/monitor/DatabaseMonitor'),
      ],
    },
    page('online', '在线用户', '/isystem/online', 'system/SysUserOnlineList', ['system:online']),
    page('log', '日志管理', '/isystem/log', 'system/LogList', ['system:log']),
    page('audit', '审计校验', '/isps/audit', 'isps/audit', ['lo:audit']),
    page('failed-reactions', '失败的处理', '/isystem/failedReactions', 'system/FailedReactions', [
      'system:reaction',
    ]),
    page('backup', '备份与恢复', '/isystem/backup', 'system/BackupList', ['system:backup']),
    page('api-doc', '接口文档', '/isystem/apiDoc', 'system/ApiDoc', ['system:apiDoc']),
    page('outbox', '消息发件箱', '/isystem/outbox', 'system/MessageOutbox', ['system:outbox']),
    page('data-log', '数据日志', '/sys/dataLog-list', 'system/DataLogList', ['system:dataLog']),
  ]),
  group('showcase', '常见案例', 'appstore', [
    page('showcase-blocks', '自定义组件', '/jeecg/SelectDemo', 'jeecg/SelectDemo'),
    page('oss-file', '对象存储', '/oss/file', 'modules/oss/OSSFileList', ['system:ossFile']),
    page('showcase-table', '可编辑表格', '/jeecg/j-vxe-table-demo/normal', 'jeecg/JVxeTableDemo/Index'),
  ]),
  {
    id: 'menu-account',
    title: '个人页',
    url: '/account',
    component: 'layouts/RouteView',
    icon: 'user',
    hidden: true,
    children: [
      { ...page('account-center', '个人中心', '/account/center', 'account/center/Index'), hidden: true },
      {
        ...page('account-settings', '个人设置', '/account/settings/BaseSetting', 'account/settings/Index'),
        hidden: true,
        alwaysShow: true,
        children: [
          // At the address of the page itself: clients of the family send who opens that address to the child that has it,
          // and without one round and round.
          settings('BaseSetting', '基本设置', 'BaseSetting'),
          settings('security', '安全设置', 'Security'),
          settings('custom', '个性化', 'Custom'),
          settings('binding', '账户绑定', 'Binding'),
          settings('notification', '新消息通知', 'Notification'),
        ],
      },
    ],
  },
]

import type { Endpoint } from '../endpoint.ts'

/** Where a call goes, without the schema of its input. */
export type Route = Pick<Endpoint, 'methods' | 'path' | 'access' | 'title'>

/**
 * Routes of the calls that the console's shell makes before any page. They stand apart from their endpoints, which
 * spread them: the shell needs no schema, and the library of schemas alone is 26 KB of the first list's 420
 * (performance.md P13). What each takes and answers is said by `ShellCalls`.
 */
export const shellRoutes = {
  roleNumber: {
    methods: ['GET'],
    path: '/lowork/loWork/getRoleIdsByUsername',
    access: 'signedIn',
    title: '用户的角色编号',
  },
  listByUser: {
    methods: ['GET'],
    access: 'signedIn',
    path: '/sys/annountCement/listByUser',
    title: '我的未读消息与警告',
  },
  readNotice: {
    methods: ['GET'],
    access: 'signedIn',
    path: '/sys/annountCement/queryById',
    title: '查看通告',
  },
  markRead: {
    methods: ['PUT', 'POST'],
    access: 'signedIn',
    path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    title: '标记已读',
  },
  emergencyMine: {
    methods: ['GET'],
    access: 'signedIn',
    path: '/lowork/loWork/emergencyMine',
    title: '待我确认的被拆锁',
  },
  openListView: {
    methods: ['GET'],
    access: 'signedIn',
    path: '/sys/listView/queryById',
    title: '打开视图',
  },
  defaultListViews: {
    methods: ['GET'],
    access: 'signedIn',
    path: '/sys/listView/defaults',
    title: '默认视图',
  },
  emergencyAck: {
    methods: ['POST'],
    access: 'signedIn',
    path: '/lowork/loWork/emergencyAck',
    title: '确认知悉被拆锁',
  },
} as const satisfies Readonly<Record<string, Route>>

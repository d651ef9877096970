import * as contract from '@suoan/contract'
import { resources, verbTable, type Endpoint } from '@suoan/contract'
import { describe, expect, it } from 'vitest'

/**
 * Every call of 1-shell.md §7 by its section, so that none is lost. The live channel `/websocket/{userId}` is no call of
 * the contract; `notice-channel.int.test.ts` of the server holds it. That what the contract names is answered is held by
 * `every-call.int.test.ts` of the server.
 */
const sections: Readonly<Record<string, readonly (readonly [methods: string, path: string])[]>> = {
  Session: [
    ['POST', '/sys/login'],
    ['POST', '/sys/phoneLogin'],
    ['GET', '/sys/thirdLogin/getLoginUser/{token}/{thirdType}'],
    ['POST', '/sys/logout'],
    ['POST', '/sys/online/forceLogout'],
    ['POST', '/sys/cas/client/validateLogin'],
    ['GET', '/sys/permission/getUserPermissionByToken'],
    ['GET', '/lowork/loWork/getRoleIdsByUsername'],
    ['GET', '/sys/user/getCurrentUserDeparts'],
    ['POST PUT', '/sys/selectDepart'],
    ['PUT', '/sys/user/updatePassword'],
  ],
  Announcements: [
    ['GET', '/sys/annountCement/listByUser'],
    ['PUT', '/sys/sysAnnouncementSend/editByAnntIdAndUserId'],
    ['GET', '/sys/annountCement/queryById'],
    ['GET', '/sys/annountCement/doReleaseData'],
    ['GET', '/sys/annountCement/doReovkeData'],
  ],
  Dictionaries: [
    ['GET', '/sys/dict/getDictItems/{dictCode}'],
    ['GET', '/sys/dict/loadDictItem/{dict}'],
    ['GET', '/sys/dict/loadDict/{dict}'],
    ['GET', '/sys/dict/refleshCache'],
    ['GET', '/sys/dict/queryAllDictItems'],
    ['GET', '/sys/dict/loadTreeData'],
    ['POST', '/sys/dict/add'],
    ['PUT', '/sys/dict/edit'],
    ['POST', '/sys/dictItem/add'],
    ['PUT', '/sys/dictItem/edit'],
  ],
  Categories: [
    ['GET', '/sys/category/loadTreeRoot'],
    ['GET', '/sys/category/loadTreeChildren'],
    ['GET', '/sys/category/loadOne'],
    ['GET', '/sys/category/loadTreeData'],
    ['GET', '/sys/category/loadDictItem/{ids}'],
  ],
  'Roles, users, permissions, departments': [
    ['POST', '/sys/role/add'],
    ['PUT', '/sys/role/edit'],
    ['GET', '/sys/role/list'],
    ['GET', '/sys/role/queryall'],
    ['GET', '/sys/role/queryUserFlagAll'],
    ['GET', '/sys/role/queryTreeList'],
    ['POST', '/sys/user/add'],
    ['POST', '/sys/user/updateUserId'],
    ['PUT', '/sys/user/edit'],
    ['PUT', '/sys/user/editDepart'],
    ['PUT', '/sys/user/frozenBatch'],
    ['PUT', '/sys/user/changePassword'],
    ['GET', '/sys/user/list'],
    ['GET', '/sys/user/queryUserRole'],
    ['GET', '/sys/user/checkOnlyUser'],
    ['GET', '/sys/user/queryUserByDepId'],
    ['GET', '/sys/user/getMultiUser'],
    ['GET', '/sys/user/queryUserComponentData'],
    ['POST', '/sys/permission/add'],
    ['PUT', '/sys/permission/edit'],
    ['GET', '/sys/permission/list'],
    ['GET', '/sys/permission/getSystemMenuList'],
    ['GET', '/sys/permission/getSystemSubmenu'],
    ['GET', '/sys/permission/getSystemSubmenuBatch'],
    ['GET', '/sys/permission/queryTreeList'],
    ['GET', '/sys/permission/queryRolePermission'],
    ['GET', '/sys/permission/getPermRuleListByPermId'],
    ['GET', '/sys/permission/queryPermissionRule'],
    ['GET', '/sys/permission/queryDepartPermission'],
    ['POST', '/sys/permission/saveRolePermission'],
    ['POST', '/sys/permission/saveDepartPermission'],
    ['GET', '/sys/sysDepart/queryTopTreeList'],
    ['GET', '/sys/sysDepart/queryTreeList'],
    ['GET', '/sys/sysDepart/queryDepartTreeSync'],
    ['GET', '/sys/sysDepart/queryIdTree'],
    ['GET', '/sys/sysDepart/searchBy'],
    ['GET', '/sys/sysDepart/queryMyDeptTreeList'],
    ['DELETE', '/sys/sysDepart/delete'],
    ['GET', '/sys/sysDepartPermission/queryTreeListForDeptRole'],
    ['GET', '/sys/sysDepartPermission/queryDeptRolePermission'],
    ['POST', '/sys/sysDepartPermission/saveDeptRolePermission'],
    ['GET', '/sys/position/list'],
    ['GET', '/loarea/loArea/queryTreeList'],
    ['GET', '/lolocklog/loLockLog/selectCondition'],
    ['GET', '/lolocklog/loLockLog/selectLockIdAreaCode'],
    ['GET', '/lolocklog/loLockLog/selectDate'],
    ['GET', '/sys/loginfo'],
    ['GET', '/sys/visitInfo'],
    ['GET', '/sys/duplicate/check'],
    ['GET', '/sys/duplicate/checkDelFlag'],
    ['GET', '/sys/checkRule/checkByCode'],
  ],
}

/** What a parameter is called is nobody's business. */
const route = (method: string, path: string) => `${method} ${path.replaceAll(/:\w+|\{\w+\}/g, '{}')}`

const known = new Set([
  ...Object.entries(contract)
    .filter(([name, value]) => name.endsWith('Endpoints') && typeof value === 'object')
    .flatMap(([, value]) => Object.values(value as Readonly<Record<string, Endpoint>>))
    .flatMap(({ methods, path }) => methods.map((method) => route(method, path))),
  ...resources.flatMap(({ path, verbs, traits }) => [
    ...verbTable
      .filter(({ verb }) => verbs.includes(verb))
      .flatMap(({ verb, methods }) => methods.map((method) => route(method, `${path}/${verb}`))),
    ...(traits.tree ? [route('GET', `${path}/queryTreeList`)] : []),
  ]),
])

describe.each(Object.entries(sections))('1-shell.md §7 %s', (_section, calls) => {
  const each = calls.flatMap(([methods, path]) => methods.split(' ').map((method) => [method, path] as const))
  it.each(each)('%s %s is a call of the contract', (method, path) => {
    expect(known).toContain(route(method, path))
  })
})

import { anybody } from '@suoan/platform/resource/scope'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import { department, departmentEndpoints, type DepartNode } from '@suoan/contract'
import { contains, isIn, or } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { answered, type Feature } from '@suoan/platform/http/route'
import { mountResource } from '@suoan/platform/resource'
import { findUsers, pageUsers } from '../users/index.ts'
import { departTree, idTree, levelBelow, listDeparts, parentsOf } from './depart-trees.ts'
import { departmentHooks } from './hooks.ts'
import { departsLedBy, mustManage } from './leads.ts'
import { changeMembers, membersOf } from './members.ts'
import { reorder } from './reorder.ts'

export { ledOnly, mustManage } from './leads.ts'

export { nextOrgCode } from './hooks.ts'

/** Departments as lists and trees, and who belongs to them (4-api.md §7.3, §7.1). */
export const departments: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, department, departmentHooks)

  bind(departmentEndpoints.top, async ({ actor }) => departTree(await listDeparts(ctx, actor)))
  bind(departmentEndpoints.level, async ({ input, actor }) => {
    const departs = await listDeparts(ctx, actor)
    const asked = partsOf(input.ids)
    if (asked.size > 0)
      return departs.filter((depart) =>
        asked.has(String(input.primaryKey === 'id' ? depart.id : depart['orgCode'])),
      )
    return levelBelow(departs, input.pid ?? '')
  })
  bind(departmentEndpoints.idTree, async ({ actor }) => idTree(departTree(await listDeparts(ctx, actor))))
  bind(departmentEndpoints.all, async ({ input, actor }) => {
    const departs = await listDeparts(ctx, actor)
    return input.id ? departs.filter(({ id }) => id === input.id) : departs
  })
  bind(departmentEndpoints.search, async ({ input, actor }) => {
    const departs = input.myDeptSearch === '1' ? await ledBy(ctx, actor) : await listDeparts(ctx, actor)
    const found = departs.filter((depart) => depart.title.includes(input.keyWord.trim()))
    return found.length > 0 ? answered(found, '') : answered(found, '未查询匹配数据！', 500, false)
  })
  bind(departmentEndpoints.mine, async ({ actor }) => {
    const departs = await ledBy(ctx, actor)
    // @NOTE The message is the user's identity: 2 leads departments, 1 does not (4-api.md §7.3).
    return answered(departTree(departs), departs.length > 0 ? '2' : '1')
  })
  bind(departmentEndpoints.reorder, async ({ input, actor, request }) => {
    await reorder(ctx, actor, input, request)
    return answered(null, '排序已保存')
  })
  bind(departmentEndpoints.parents, async ({ input, actor }) => {
    const [ids, codes] = [partsOf(input.departId), partsOf(input.orgCode)]
    const departs = await listDeparts(ctx, actor)
    return parentsOf(
      departs,
      departs.filter((depart) => ids.has(depart.id) || codes.has(String(depart['orgCode']))),
    )
  })
  bind(departmentEndpoints.byCode, async ({ input, actor }) => {
    const departs = await listDeparts(ctx, actor)
    return departs.find((depart) => depart['orgCode'] === input.orgCode) ?? null
  })

  bind(departmentEndpoints.people, async ({ input, actor }) =>
    findUsers(ctx, actor, isIn('id', await membersOf(ctx, actor, input.id))),
  )
  bind(departmentEndpoints.searchAll, async ({ input, actor }) => {
    const word = input.keyWord.trim()
    if (word === '') return { userList: [], departList: [] }
    const departs = await listDeparts(ctx, actor)
    return {
      userList: await findUsers(ctx, actor, or(contains('realname', word), contains('username', word))),
      departList: departs.filter((depart) => depart.title.includes(word)),
    }
  })
  bind(departmentEndpoints.members, async ({ input, actor, reply }) => {
    const { depId, ...params } = input
    if (!actor.permissions.has('system:depart:list')) await mustManage(ctx, actor, depId)
    const leads = (await departsLedBy(ctx.db, actor)).includes(depId)
    const page = await pageUsers(
      ctx,
      actor,
      params,
      isIn('id', await membersOf(ctx, actor, depId)),
      closedSignal(reply),
      leads ? anybody : 'system:role:list',
    )
    // @NOTE `orgCode` holds the names of the departments in this list (4-api.md §7.1).
    return { ...page, records: page.records.map((row) => ({ ...row, orgCode: row['orgCodeTxt'] })) }
  })
  bind(departmentEndpoints.addMembers, async ({ input, actor, request }) => {
    await changeMembers(ctx, actor, { depId: input.depId, userIds: input.userIdList }, 'add', request)
    return answered(null, '添加成功!')
  })
  bind(departmentEndpoints.removeMember, async ({ input, actor, request }) => {
    await changeMembers(ctx, actor, { depId: input.depId, userIds: [input.userId] }, 'remove', request)
    return answered(null, '删除成功!')
  })
  bind(departmentEndpoints.removeMembers, async ({ input, actor, request }) => {
    await changeMembers(ctx, actor, input, 'remove', request)
    return answered(null, '删除成功!')
  })
}

function partsOf(list: string | undefined): Set<string> {
  return new Set((list ?? '').split(',').filter((part) => part !== ''))
}

/** The departments that the caller is responsible for, with everything below them. */
async function ledBy(ctx: Context, actor: Actor): Promise<DepartNode[]> {
  const led = new Set(await departsLedBy(ctx.db, actor))
  return led.size === 0 ? [] : (await listDeparts(ctx, actor, anybody)).filter(({ id }) => led.has(id))
}

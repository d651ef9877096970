import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { plantDemo } from '../lock-records/testing.ts'
import { policy } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'policy', mount: policy }] })
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

it('a condition that cannot be read is refused with what may be used (LoFlowStep.condition)', async () => {
  const step = { flowId: 'demo-flow-iso', stage: 1, roleTag: 'SAFETY', scopeRule: 'PLANT', quorum: 'ANY' }
  const add = (stepNo: number, condition: string) =>
    world.as().post('/loflow/loFlowStep/add', { ...step, stepNo, condition })
  const wrong = await add(8, 'workLevl == 1')
  expect(wrong).toMatchObject({ success: false, message: expect.stringContaining('workLevl') })
  expect(wrong.message).toContain('workLevel')
  expect(await add(8, "workLevel in ['0','1']")).toMatchObject({ success: true })
  expect(await add(9, '')).toMatchObject({ success: true })
})

const kind = {
  typeCode: '07',
  levelCode: '4',
  typeName: '四级动土',
  maxHours: 8,
  flowId: 'demo-flow-iso',
  certRules: { WORK: [] },
}

it.each([
  [{ certRules: {} }, '“资质要求”：请至少设定一个角色'],
  [{ certRules: { WELDER: ['02'] } }, '“资质要求”：不能有“WELDER”'],
  [{ certRules: { WORK: ['02', '02'] } }, '“资质要求”：“作业”：有重复的资质'],
  [{ measuresTpl: ['上锁', { content: ' ' }] }, '“安全措施模板”：第 2 行“措施”：请填写'],
  [{ measuresTpl: [{ content: '上锁', controlRank: 9 }] }, '“安全措施模板”：第 1 行“控制层级”：不能大于 5'],
  [{ editableFields: ['workNo'] }, '“审批可改字段”：第 1 行：不在可选范围内'],
  [{ coreFields: ['place', 'place'] }, '“核心字段”：有重复项'],
  [{ upgradeRule: { night: 'x' } }, '“升级规则”：无法识别'],
])('a policy with %j is refused, and its line and column are named', async (part, words) => {
  expect(await world.as().post('/loworktype/loWorkType/add', { ...kind, ...part })).toMatchObject({
    success: false,
    message: expect.stringContaining(words),
  })
})

it.each([
  [{ guardRequired: 0 }, '监护人数'],
  [{ typeCode: '01', levelCode: '1', maxHours: 9 }, '最长有效 8 小时'],
  [{ typeCode: '02', levelCode: '4', gasPreMin: 9999 }, '检测时效'],
])('a policy of special work with %j is refused', async (part, words) => {
  expect(await world.as().post('/loworktype/loWorkType/add', { ...kind, ...part })).toMatchObject({
    success: false,
    message: expect.stringContaining(words),
  })
})

it('a policy that is edited stays within the bounds of special work, by whatever field', async () => {
  const { rows } = await world.ctx.pool.query<{ id: string; revision: number }>(
    `select id, revision from lo_work_type where type_code = '01' order by level_code limit 1`,
  )
  const edit = (part: object) =>
    world.as().put('/loworktype/loWorkType/edit', { id: rows[0]?.id, revision: rows[0]?.revision, ...part })
  for (const part of [{ guardRequired: 0 }, { gasInterruptMin: 61 }, { maxHours: 9 }])
    expect(await edit(part)).toMatchObject({ success: false, message: expect.stringContaining('GB 30871') })
})

it('a stored JSON that nobody can read is sent back as it was while another field is edited', async () => {
  expect(await world.as().post('/loworktype/loWorkType/add', kind)).toMatchObject({ success: true })
  const { rows } = await world.ctx.pool.query<{ id: string }>(
    `update lo_work_type set core_fields = '{"old": true}' where type_name = '四级动土' returning id`,
  )
  const edit = (part: object) => world.as().put('/loworktype/loWorkType/edit', { id: rows[0]?.id, ...part })
  expect(await edit({ maxHours: 6, coreFields: { old: true } })).toMatchObject({ success: true })
  expect(await edit({ coreFields: { old: false } })).toMatchObject({
    success: false,
    message: expect.stringContaining('“核心字段”'),
  })
})

describe('the steps of a flow', () => {
  const flowId = 'demo-flow-iso'
  const steps = async () =>
    (
      await world.ctx.pool.query<{ id: string; stage: number; no: number }>(
        `select id, stage, step_no as no from lo_flow_step where flow_id = $1 and del_flag = 0 order by stage, step_no`,
        [flowId],
      )
    ).rows
  const arrange = (ids: readonly string[]) => world.as().post('/loflow/loFlowStep/arrange', { flowId, ids })

  it('are numbered anew within their stages, in one go', async () => {
    const before = await steps()
    const wanted = before.map(({ id }) => id).toReversed()
    expect(await arrange(wanted)).toMatchObject({ success: true })
    const after = await steps()
    expect(after.filter(({ stage }) => stage === 1).map(({ no }) => no)).toEqual(
      before.filter(({ stage }) => stage === 1).map((_, index) => index + 1),
    )
    const reviews = new Set(before.filter(({ stage }) => stage === 1).map(({ id }) => id))
    expect(after.slice(0, reviews.size).map(({ id }) => id)).toEqual(wanted.filter((id) => reviews.has(id)))
  })

  it('are not numbered by whoever does not know all of them', async () => {
    const [first] = await steps()
    expect(await arrange([first?.id ?? ''])).toMatchObject({
      success: false,
      message: expect.stringContaining('已被他人增减'),
    })
  })

  it('that name people name somebody', async () => {
    const step = { flowId, stage: 1, stepNo: 30, roleTag: 'SAFETY', scopeRule: 'NAMED', quorum: 'ANY' }
    const add = (userIds?: readonly string[]) =>
      world.as().post('/loflow/loFlowStep/add', { ...step, userIds })
    expect(await add()).toMatchObject({ success: false, message: expect.stringContaining('请选择指定人员') })
    expect(await add([])).toMatchObject({ success: false })
    expect(await add(['u3'])).toMatchObject({ success: true })
  })
})

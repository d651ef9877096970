import {
  lockUser,
  reviewStepEndpoints,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { locks } from '../locks/index.ts'
import { loadUser } from '../locks/snapshot/user.ts'
import { carryOut } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

// The plant as tenant 7 has it: every row of it moved there, its people with it.
const moved = `
  do $$ declare t text; begin
    for t in select c.table_name from information_schema.columns c join information_schema.tables b using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'tenant_id' and b.table_type = 'BASE TABLE'
    loop execute format('update %I set tenant_id = 7 where tenant_id = 0', t); end loop;
  end $$;
  insert into sys_tenant (id, name) values (7, '乙厂');
  update sys_user set rel_tenant_ids = '7'`

const reviewers = `
  insert into sys_user_role (id, user_id, role_id) values ('x1', 'u11', 'role-REVIEW'), ('x2', 'u12', 'role-REVIEW')`

describe.each([
  { tenantId: 0, theirs: '7', plantIn: '' },
  { tenantId: 7, theirs: null, plantIn: moved },
])('in tenant $tenantId, somebody whose tenants are “$theirs”', ({ tenantId, theirs, plantIn }) => {
  let plant: TicketWorld
  beforeEach(async () => {
    plant = await createTicketWorld({
      features: [{ name: 'locks', mount: locks }],
      prepare: [reviewers, plantIn].filter((text) => text !== '').join(';'),
    })
  })
  afterEach(() => plant[Symbol.asyncDispose]())

  const as = (who: string) => plant.as(who, { tenantId })
  const send = (who: string, path: string, input: object) =>
    as(who).post<{ ticket: { id: string } }>(path, { clientOpId: newUlid(), ...input })
  const leave = (...who: string[]) =>
    plant.world.database.pool.query('update sys_user set rel_tenant_ids = $2 where id = any($1)', [
      who,
      theirs,
    ])
  const save = async (changes: object = {}) => send('u1', tickets.saveDraft.path, demoDraft(changes))
  const submitted = async () => {
    const workId = (await save()).result.ticket.id
    const answer = await send('u1', tickets.submit.path, { workId })
    return { workId, answer }
  }
  const asked = async (workId: string): Promise<{ id: string; who: string }[]> =>
    (
      await plant.world.database.pool.query(
        'select id, reviewer_id as who from lo_work_review where work_id = $1 order by reviewer_id',
        [workId],
      )
    ).rows

  it.each([
    ['the leader', { leaderId: 'u13' }, '工作负责人'],
    [
      'one of the crew',
      { people: [...(demoDraft().people ?? []), { userId: 'u13', roleTag: 'WORK' }] },
      '作业人员',
    ],
    ['who may open a lock', { locks: [{ lockId: 'demo-lk4', useType: 2, userIds: ['u13'] }] }, '可开锁人员'],
  ])('is not named in a draft as %s', async (_part, change, words) => {
    await leave('u13')
    expect(await save(change)).toMatchObject({ success: false, message: expect.stringContaining(words) })
  })

  it('is asked by no step of a flow, whether it names him or his post', async () => {
    await leave('u11')
    const post = await submitted()
    expect((await asked(post.workId)).map(({ who }) => who)).toEqual(['u12', 'u2'])
    await plant.world.database.pool.query(
      `update lo_flow_step set scope_rule = 'NAMED', user_ids = '["u11", "u2"]' where id = 'demo-step-1'`,
    )
    const named = await submitted()
    expect((await asked(named.workId)).map(({ who }) => who)).toEqual(['u2'])
  })

  it('is given no step to sign (T15), nor listed as who could be', async () => {
    await plant.world.database.pool.query(
      `update lo_flow_step set scope_rule = 'NAMED', user_ids = '["u2"]' where id = 'demo-step-1'`,
    )
    await leave('u11')
    const { workId } = await submitted()
    const [row] = await asked(workId)
    const hand = (toUserId: string) =>
      send('u2', reviewStepEndpoints.delegate.path, { id: row?.id, toUserId, reason: '出差' })
    expect(await hand('u11')).toMatchObject({ success: false })
    expect(await hand('u12')).toMatchObject({ success: true })
  })

  it('is granted no lock and is nobody to the interlock', async () => {
    await leave('u13')
    const grant = (userId: string) =>
      as('u11').post(`${lockUser.path}/add`, {
        userId,
        lockId: 'demo-lk4',
        scopeType: 1,
        grantType: 1,
        actions: 'OPEN',
        validFrom: '2026-12-01 08:00:00',
        validTo: '2026-12-01 12:00:00',
        reason: '巡检',
      })
    expect(await grant('u13')).toMatchObject({
      success: false,
      message: expect.stringContaining('不属于本单位，不能授权'),
    })
    expect(await grant('u6')).toMatchObject({ success: true })
    const known = (userId: string) =>
      plant.world.ctx.db.transaction().execute((tx) =>
        loadUser(tx, {
          tenantId,
          userId,
          sessionId: null,
          at: plant.world.clock.now(),
          tags: [],
          certRules: null,
        }),
      )
    expect(await known('u13')).toBeNull()
    expect(await known('u6')).toMatchObject({ userId: 'u6' })
  })
})

describe('a ticket under way in tenant 0', () => {
  it('takes nobody of another tenant only into its crew, nor in the place of somebody (T31, T34)', async () => {
    await using plant = await createTicketWorld()
    const workId = await carryOut(plant, 'working')
    await plant.world.database.pool.query(
      `update sys_user set rel_tenant_ids = '7' where id in ('u11', 'u13')`,
    )
    const stranger = { success: false, message: expect.stringContaining('不存在') }
    const add = { workId, userId: 'u13', roleTag: 'CONTR', personSource: 2 }
    expect(await plant.call('u5', tickets.crewAdd, add)).toMatchObject(stranger)
    const hand = { workId, roleTag: 'LEAD', toUserId: 'u11', shiftFrom: 'D', shiftTo: 'E' }
    expect(await plant.call('u5', execution.handoverAsk, hand)).toMatchObject(stranger)
  })
})

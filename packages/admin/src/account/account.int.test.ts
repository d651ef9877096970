import type { NoticeChoice, OwnPlace } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '@suoan/platform/db/transaction'
import type { Broadcasts } from '@suoan/contract/events'
import type { TestWorld } from '@suoan/platform/testing/test-world'
import { notices } from '../notices/index.ts'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { createPeopleWorld, signIn } from '../users/testing/people-world.ts'
import { account } from './index.ts'

let world: TestWorld
let worker: Awaited<ReturnType<typeof signIn>>
const pushed: Broadcasts['notice.sent'][] = []
beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'notices', mount: notices },
    { name: 'account', mount: account },
  ])
  worker = await signIn(world, 'worker')
  await world.database.pool.query(`
    insert into stored_file (path, tenant_id, original_name, media_type, size, sha256, user_id) values
      ('20260302/a.png', 0, 'a.png', 'image/png', 1, 'x', 'worker'),
      ('20260302/b.png', 0, 'b.png', 'image/png', 1, 'x', 'clerk'),
      ('20260302/c.pdf', 0, 'c.pdf', 'application/pdf', 1, 'x', 'worker');
    insert into sys_user (id, tenant_id, username, realname, status) values ('mate', 0, 'mate', '同事', 1);
    insert into sys_user_depart (id, user_id, dep_id) values ('m', 'mate', 'd1')`)
  world.ctx.broadcasts.on('notice.sent', (event) => void pushed.push(event))
})
afterAll(() => world[Symbol.asyncDispose]())

const own = async () =>
  (
    await world.database.pool.query(
      `select avatar, sex, telephone, realname, phone, status from sys_user where id = 'worker'`,
    )
  ).rows[0]

describe('one’s own profile', () => {
  it('shows roles, departments and colleagues of one’s own tenant', async () => {
    const { result } = await worker.get<OwnPlace>('/sys/user/ownPlace')
    expect(result).toMatchObject({ roles: ['查看'], departs: ['一部'] })
    const foreign = await signIn(world, 'foreign')
    expect((await foreign.get<OwnPlace>('/sys/user/ownPlace')).result.team).toEqual([])
  })

  it('takes what a person may settle himself and leaves the rest alone', async () => {
    const answer = await worker.put('/sys/user/appEdit', {
      sex: 2,
      telephone: '8001',
      realname: '冒名',
      phone: '13999999999',
      status: 2,
    })
    expect(answer).toMatchObject({ success: true, message: '保存成功' })
    expect(await own()).toMatchObject({ sex: 2, telephone: '8001', realname: '工人', phone: null, status: 1 })
  })

  it('keeps a motto and tags, each changed without the other, no tag twice', async () => {
    const place = async () => (await worker.get<OwnPlace>('/sys/user/ownPlace')).result
    expect(await place()).toMatchObject({ motto: '', tags: [] })
    await worker.put('/sys/user/appEdit', { tags: ['电气', '动火', '电气'] })
    await worker.put('/sys/user/appEdit', { motto: ' 先验电，再作业 ' })
    expect(await place()).toMatchObject({ motto: '先验电，再作业', tags: ['电气', '动火'] })
    const tooMany = Array.from({ length: 13 }, (_, n) => `标签${n}`)
    expect(await worker.put('/sys/user/appEdit', { tags: tooMany })).toMatchObject({
      success: false,
      message: expect.stringContaining('标签最多 12 个'),
    })
    expect((await worker.put('/sys/user/appEdit', { tags: [' '] })).success).toBe(false)
    const clerk = await signIn(world, 'clerk')
    expect((await clerk.get<OwnPlace>('/sys/user/ownPlace')).result).toMatchObject({ motto: '', tags: [] })
  })

  it('takes only a picture that the person has uploaded himself', async () => {
    for (const avatar of ['https://evil.example/x.png', '20260302/b.png', '20260302/c.pdf', '../a.png']) {
      const { success } = await worker.put('/sys/user/appEdit', { avatar })
      expect([avatar, success]).toEqual([avatar, false])
    }
    expect((await own())?.['avatar']).toBeNull()
    expect((await worker.put('/sys/user/appEdit', { avatar: '20260302/a.png' })).success).toBe(true)
    expect((await own())?.['avatar']).toBe('20260302/a.png')
  })
})

describe('what a person is told', () => {
  const notify = (kind?: 'ticketNews') =>
    inTransaction(world.ctx, (tx, emit) =>
      notifyUsers(tx, emit, {
        tenantId: 0,
        userIds: ['worker', 'clerk'],
        title: '工作票已通过',
        text: '工作票已通过',
        level: 1,
        open: null,
        now: world.clock.now(),
        ...(kind ? { kind } : {}),
      }),
    )
  const unread = async (userId: string) => {
    const { rows } = await world.database.pool.query<{ n: number }>(
      `select count(*)::int as n from sys_announcement_send where user_id = $1 and read_flag = '0'`,
      [userId],
    )
    return rows[0]?.n
  }

  it('an ordinary message that is switched off is kept, but neither counted nor pushed', async () => {
    await worker.put('/sys/user/noticeChoice', { kind: 'ticketNews', on: false })
    const choices = (await worker.get<NoticeChoice[]>('/sys/user/noticeChoices')).result
    expect(choices.find(({ kind }) => kind === 'ticketNews')).toMatchObject({ on: false, locked: false })
    await notify('ticketNews')
    expect(pushed.at(-1)?.userIds).toEqual(['clerk'])
    expect([await unread('worker'), await unread('clerk')]).toEqual([0, 1])
    await notify()
    expect(pushed.at(-1)?.userIds).toEqual(['worker', 'clerk'])
    expect(await unread('worker')).toBe(1)
    await worker.put('/sys/user/noticeChoice', { kind: 'ticketNews', on: true })
    await notify('ticketNews')
    expect(await unread('worker')).toBe(2)
  })

  it('safety messages cannot be switched off', async () => {
    const answer = await worker.put('/sys/user/noticeChoice', { kind: 'safety', on: false })
    expect(answer).toMatchObject({ success: false, message: '该类消息关系到人身或账号安全，不能关闭' })
    expect((await worker.put('/sys/user/noticeChoice', { kind: 'nonsense', on: false })).success).toBe(false)
    const { rows } = await world.database.pool.query(
      `select kind from sys_notice_mute where user_id = 'worker'`,
    )
    expect(rows).toEqual([])
  })
})

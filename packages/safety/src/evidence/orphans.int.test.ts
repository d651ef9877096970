import { workTicketEndpoints as tickets } from '@suoan/contract'
import { files } from '@suoan/platform/files'
import { addDeclaredJobs, jobRunnerOf } from '@suoan/platform/jobs'
import { clearOrphans } from '@suoan/platform/files/clear-orphans'
import { engineOf } from '@suoan/platform/resource'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { areas } from '../areas/index.ts'
import { lockRecords } from '../lock-records/index.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'files', mount: files },
      { name: 'areas', mount: areas },
      { name: 'lock-records', mount: lockRecords },
    ],
  })
})
afterAll(() => plant[Symbol.asyncDispose]())
beforeEach(() => clearOrphans(plant.world.ctx))

const query = (text: string, values: unknown[] = []) => plant.world.database.pool.query(text, values)
const age = (stored: string) =>
  query(`update stored_file set create_time = create_time - interval '3 days' where path = $1`, [stored])
/** A picture that somebody uploaded days ago. */
async function oldPicture(who = 'u12'): Promise<string> {
  const stored = await plant.photo(who)
  await age(stored)
  return stored
}
const lies = async (path: string) => (await plant.world.ctx.blobs.head({ tenantId: 0, path })) !== null
const isKept = async (stored: string) => {
  const { rows } = await query('select 1 from stored_file where path = $1', [stored])
  expect(rows.length > 0).toBe(await lies(stored))
  return await lies(stored)
}
const clear = () => clearOrphans(plant.world.ctx)

describe('a file that no row names', () => {
  it('is removed a day after it was uploaded, with its small picture; a fresh one is let alone', async () => {
    const [orphan, fresh] = [await plant.photo('u12'), await plant.photo('u12')]
    await plant.as('u12').raw('GET', `/sys/common/static/${orphan}`, { query: { w: 96 } })
    const { dataDir } = plant.world.ctx.config
    const small = path.join(dataDir, 'thumbnails', '96', `${orphan}.webp`)
    expect(existsSync(small)).toBe(true)
    await age(orphan)
    expect(await clear()).toBe(1)
    expect([await isKept(orphan), await isKept(fresh), existsSync(small)]).toEqual([false, true, false])
    expect((await plant.as('u12').raw('GET', `/sys/common/static/${orphan}`)).statusCode).toBe(404)
    expect(await clear()).toBe(0)
  })

  it('is removed each night, and the next night is set', async () => {
    const orphan = await oldPicture()
    const { ctx, clock } = plant.world
    await addDeclaredJobs(ctx)
    const row = `where job_class_name = 'jobs.OrphanFiles'`
    await query(`update sys_quartz_job set next_fire_time = $1 ${row}`, [new Date(clock.now())])
    await jobRunnerOf(ctx).settle()
    expect(await isKept(orphan)).toBe(false)
    const { rows } = await query(
      `select to_char(next_fire_time at time zone 'Asia/Shanghai', 'HH24:MI') as at from sys_quartz_job ${row}`,
    )
    expect(rows).toEqual([{ at: '03:30' }])
  })

  it('cannot come into a row once it is gone', async () => {
    const orphan = await oldPicture()
    await clear()
    const keeper = plant.as('u12', { permissions: new Set(['lo:point:list', 'lo:point:edit']) })
    const { result } = await keeper.get<Record<string, unknown>>('/lopoint/loPoint/queryById', {
      id: 'demo-pt1',
    })
    const draft = { id: 'demo-pt1', revision: result?.['revision'], photo: orphan }
    expect(await keeper.post('/lopoint/loPoint/edit', draft)).toMatchObject({
      success: false,
      message: expect.stringContaining('请重新上传'),
    })
  })
})

describe('a file that some row names is never removed', () => {
  it('any row of any table but those that are named here: what devices report', async () => {
    const named = engineOf(plant.world.ctx).fileReaders.keepingNone
    const { rows } = await query(`select relname from pg_class where relname = any($1::text[])`, [named])
    expect([named.length, rows.length]).toEqual([7, 7])
  })

  it('a photo that a lock has sent with a line of its log', async () => {
    const photo = await oldPicture()
    await query(
      `insert into lo_lock_log (id, tenant_id, event_type, photo, occur_time, recv_time, time_quality, historical,
          prev_hash, hash) values ('log1', 0, 'OPEN', $1, now(), now(), 0, 0, '', '')`,
      [photo],
    )
    expect(await clear()).toBe(0)
    expect(await isKept(photo)).toBe(true)
  })

  it('whoever holds it: a row, a deleted row, several files in one field', async () => {
    const [alone, second, deleted] = [await oldPicture(), await oldPicture(), await oldPicture()]
    await query(`update lo_point set photo = $1 where id = 'demo-pt1'`, [alone])
    await query(`update lo_point set photo = $1 where id = 'demo-pt2'`, [`20260101/x.png,${second}`])
    await query(
      `update lo_lock_type set image = $1, del_flag = 1 where id = (select min(id) from lo_lock_type)`,
      [deleted],
    )
    expect(await clear()).toBe(0)
    expect([await isKept(alone), await isKept(second), await isKept(deleted)]).toEqual([true, true, true])
  })

  it('an earlier version of a row: what it showed may be asked for later', async () => {
    const keeper = plant.as('u12', { permissions: new Set(['lo:point:list', 'lo:point:edit']) })
    const save = async (photo: string) => {
      const { result } = await keeper.get<Record<string, unknown>>('/lopoint/loPoint/queryById', {
        id: 'demo-pt3',
      })
      const draft = { id: 'demo-pt3', revision: result?.['revision'], photo }
      expect((await keeper.post('/lopoint/loPoint/edit', draft)).success).toBe(true)
    }
    const before = await plant.photo('u12')
    await save(before)
    await save(await plant.photo('u12'))
    await age(before)
    expect(await clear()).toBe(0)
    expect(await isKept(before)).toBe(true)
  })

  it('the evidence of a ticket, and a text with a picture in it', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    const photo = await plant.photo('u5')
    const siteChecks = { people: true, tools: true, guards: true }
    await plant.take('u5', tickets.releaseBegin, { workId, siteChecks, photo, notified: true })
    await age(photo)
    const drawn = await oldPicture()
    await query(
      `insert into sys_announcement (id, tenant_id, titile, msg_content, msg_type, create_time)
        values ('a1', 0, '通知', $1, 'ALL', now())`,
      [`<p><img src="/jeecg-boot/sys/common/static/${encodeURIComponent(drawn)}"></p>`],
    )
    expect(await clear()).toBe(0)
    expect([await isKept(photo), await isKept(drawn)]).toEqual([true, true])
  })

  it('what an offline operation names by its content, before it has been carried out', async () => {
    const stored = await oldPicture()
    const { rows } = await query('select sha256 from stored_file where path = $1', [stored])
    await query(
      `insert into lo_offline_op (id, tenant_id, client_op_id, capsule_id, work_id, user_id, event, args, hlc, hash, sig,
          authentic, received_time, carried_by, result, reason)
        values ('op1', 0, 'op1', 'c1', 'w1', 'u5', 'pointVerify', $1, '1', 'h', 's', true, now(), 'u5', 'held', '')`,
      [{ photo: `sha256:${rows[0].sha256}` }],
    )
    expect(await clear()).toBe(0)
    expect(await isKept(stored)).toBe(true)
  })
})

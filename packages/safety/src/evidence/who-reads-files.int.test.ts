import { resources, workTicketEndpoints as tickets } from '@suoan/contract'
import { snakeCase } from '@suoan/platform/db/columns'
import { files } from '@suoan/platform/files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@suoan/platform/context'
import { areas } from '../areas/index.ts'
import { externalPeople } from '../external-people/index.ts'
import { policy } from '../policy/index.ts'
import { warnings } from '../warnings/index.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'files', mount: files },
      { name: 'areas', mount: areas },
      { name: 'external-people', mount: externalPeople },
      { name: 'policy', mount: policy },
      { name: 'warnings', mount: warnings },
    ],
  })
})
afterAll(() => plant[Symbol.asyncDispose]())

/** The status of a refused session (4-api.md §1.2). */
const NO_SESSION = 500

const query = (text: string, values: unknown[] = []) => plant.world.database.pool.query(text, values)
/** A picture that somebody uploaded days ago, so that his being its uploader opens nothing. */
async function oldPicture(who = 'u5'): Promise<string> {
  const path = await plant.photo(who)
  await query(`update stored_file set create_time = create_time - interval '3 days' where path = $1`, [path])
  return path
}
const asked = async (who: string, path: string, changes: Partial<Actor> = {}) =>
  (await plant.as(who, changes).raw('GET', `/sys/common/static/${path}`)).statusCode
const nothing: Partial<Actor> = { permissions: new Set<string>() }
const only = (...codes: string[]): Partial<Actor> => ({ permissions: new Set(codes) })

describe('files are read by who may read the row that holds them', () => {
  it('evidence of a ticket: its people, not a colleague without the page, another tenant or nobody', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    const photo = await plant.photo('u5')
    const siteChecks = { people: true, tools: true, guards: true }
    await plant.take('u5', tickets.releaseBegin, { workId, siteChecks, photo, notified: true })
    await query(`update stored_file set create_time = create_time - interval '3 days' where path = $1`, [
      photo,
    ])
    expect(await asked('u1', photo, nothing)).toBe(200)
    expect(await asked('u5', photo, nothing)).toBe(200)
    expect(await asked('u13', photo, nothing)).toBe(404)
    expect(await asked('u13', photo, only('lo:work:list', 'lo:work:allList'))).toBe(200)
    expect(await asked('u1', photo, { tenantId: 7 })).toBe(404)
    expect((await plant.world.anonymous.raw('GET', `/sys/common/static/${photo}`)).statusCode).toBe(
      NO_SESSION,
    )

    // What older records name without a row of evidence, and signatures.
    for (const [table, column, where] of [
      ['lo_work_point', 'verify_photo', 'work_id = $2'],
      ['lo_work_point', 'claim_photo', 'work_id = $2'],
      ['lo_work_measure', 'photo', 'work_id = $2'],
    ] as const) {
      const held = await oldPicture()
      await query(`update ${table} set ${column} = $1 where ${where}`, [held, workId])
      expect([column, await asked('u1', held, nothing), await asked('u13', held, nothing)]).toEqual([
        column,
        200,
        404,
      ])
    }
    const signature = await oldPicture('u6')
    await query(
      `insert into lo_work_sign (id, tenant_id, work_id, sign_img, signed_content_hash, sign_time)
        values ('sg1', 0, $2, $1, 'x', now())`,
      [signature, workId],
    )
    expect([await asked('u1', signature, nothing), await asked('u13', signature, nothing)]).toEqual([
      200, 404,
    ])
  })

  it('a photo of a warning: who was told of it or has the page', async () => {
    const photo = await oldPicture()
    await query(
      `insert into lo_unclose_lock (id, tenant_id, warn_no, warn_type, lock_id, open_user_id, status, raise_time, threshold_sec, ask_photo)
        values ('w1', 0, 'WF1', 'W01', 'demo-lk4', 'u6', 0, now(), 60, $1)`,
      [`${await oldPicture()},${photo}`],
    )
    expect(await asked('u6', photo, nothing)).toBe(200)
    expect(await asked('u13', photo, nothing)).toBe(404)
    expect(await asked('u13', photo, only('lo:warn:list'))).toBe(200)
    expect(await asked('u6', photo, { tenantId: 7 })).toBe(404)
  })

  it('a certificate: the person himself and who has the page', async () => {
    const scan = await oldPicture('u12')
    await query(
      `update lo_person_cert set file = $1 where id = (select min(id) from lo_person_cert where user_id = 'u6')`,
      [scan],
    )
    expect(await asked('u6', scan, nothing)).toBe(200)
    expect(await asked('u13', scan, nothing)).toBe(404)
    expect(await asked('u13', scan, only('lo:personCert:list'))).toBe(200)
    expect(await asked('u6', scan, { tenantId: 7 })).toBe(404)
  })

  it('the face of an external person: the register and who issues passes', async () => {
    const face = await oldPicture('u12')
    await query(
      `insert into lo_external_person (id, tenant_id, person_name, source, company, photo, create_time)
        values ('x1', 0, '外来', 2, '承包', $1, now())`,
      [face],
    )
    expect(await asked('u13', face, nothing)).toBe(404)
    expect(await asked('u13', face, only('lo:externalPerson:pass'))).toBe(200)
    expect(await asked('u13', face, only('lo:externalPerson:list'))).toBe(200)
    expect(await asked('u13', face, { tenantId: 7 })).toBe(404)
    await query(`update lo_external_person set del_flag = 1 where id = 'x1'`)
    expect(await asked('u13', face, only('lo:externalPerson:list'))).toBe(404)
  })

  it('a picture of a point: its list; and nobody reads a file by writing its name into a row of his own', async () => {
    const picture = await oldPicture('u12')
    await query(`update lo_point set photo = $1 where id = 'demo-pt1'`, [picture])
    expect(await asked('u13', picture, nothing)).toBe(404)
    expect(await asked('u13', picture, only('lo:point:list'))).toBe(200)
    // A column that he is not given holds no file for him either.
    await query(`insert into sys_permission (id, parent_id, name, menu_type, perms, perms_type, status)
      values ('hide-photo', '', '照片', 2, 'lo:point:column:photo', '1', '1')`)
    expect(await asked('u13', picture, only('lo:point:list'))).toBe(404)
    expect(await asked('u13', picture, only('lo:point:list', 'lo:point:column:photo'))).toBe(200)
    await query(`delete from sys_permission where id = 'hide-photo'`)
    const thief = plant.as('u13', only('lo:personCert:list', 'lo:personCert:add'))
    const cert = {
      userId: 'u13',
      certType: '08',
      certNo: 'T-1',
      validFrom: '2026-01-01',
      validTo: '2027-01-01',
    }
    const path = '/lopersoncert/loPersonCert/add'
    expect(await thief.post(path, { ...cert, file: picture })).toMatchObject({
      success: false,
      message: expect.stringContaining('只能使用您自己上传的文件'),
    })
    expect((await thief.post(path, { ...cert, file: await plant.photo('u13') })).success).toBe(true)
  })
})

describe('a field takes what its description says of files (V16)', () => {
  const pdf = Buffer.from('%PDF-1.4 a plan')
  const uploaded = async (who: string, name: string) =>
    (await plant.as(who).upload('/sys/common/upload', { name, content: pdf })).message

  it('one of pictures no other file, whatever it is called, and none more than it holds', async () => {
    const keeper = plant.as('u12', only('lo:point:list', 'lo:point:edit'))
    const { result: row } = await keeper.get<Record<string, unknown>>('/lopoint/loPoint/queryById', {
      id: 'demo-pt1',
    })
    const save = (photo: string) =>
      keeper.post('/lopoint/loPoint/edit', { id: 'demo-pt1', revision: row?.['revision'], photo })
    expect(await save(await uploaded('u12', 'plan.pdf'))).toMatchObject({
      success: false,
      message: expect.stringContaining('“照片”只能是图片，请上传图片'),
    })
    const many = [await plant.photo('u12'), await plant.photo('u12'), await plant.photo('u12')]
    const more = [await plant.photo('u12'), await plant.photo('u12'), await plant.photo('u12')]
    expect(await save([...many, ...more].join(','))).toMatchObject({
      success: false,
      message: expect.stringContaining('“照片”最多 5 个文件'),
    })
    expect((await save(many.join(','))).success).toBe(true)
  })

  it('a row of documents comes with the names they were uploaded under', async () => {
    const keeper = plant.as('u12', only('lo:personCert:list', 'lo:personCert:add'))
    const file = `${await uploaded('u12', 'front.pdf')},${await uploaded('u12', 'back.pdf')}`
    const added = await keeper.post('/lopersoncert/loPersonCert/add', {
      userId: 'u12',
      certType: '08',
      certNo: 'T-2',
      validFrom: '2026-01-01',
      validTo: '2027-01-01',
      file,
    })
    expect(added.success).toBe(true)
    const { result } = await keeper.get<{ records: Record<string, unknown>[] }>(
      '/lopersoncert/loPersonCert/list',
      { certNo: 'T-2' },
    )
    const [row] = result?.records ?? []
    expect([row?.['file'], row?.['file_dictText']]).toEqual([file, 'front.pdf,back.pdf'])
  })
})

describe('a file is found by the row that holds it', () => {
  it('with an index for every column of stored paths', async () => {
    const { rows } = await query(
      `select tablename, indexdef from pg_indexes where indexdef like '%string_to_array%'`,
    )
    const indexed = rows.map(
      (row) => `${row.tablename} ${/string_to_array\(\(?(\w+)/.exec(row.indexdef)?.[1]}`,
    )
    const held = resources.flatMap(({ table, fields }) =>
      Object.entries(fields).flatMap(([name, field]) =>
        field.kind === 'file' ? [`${table} ${field.column ?? snakeCase(name)}`] : [],
      ),
    )
    expect(held.length).toBeGreaterThan(10)
    expect(held.filter((each) => !indexed.includes(each))).toEqual([])
  })
})

import { attachEndpoints as files, fileEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { files as fileCalls } from '@suoan/platform/files'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'files', mount: fileCalls }] })
})
afterEach(() => plant[Symbol.asyncDispose]())

const list = (id: string, who = 'u1') => plant.take(who, files.list, { id })
const add = async (id: string, who: string, changes: object = {}) =>
  plant.call(who, files.add, { workId: id, path: await plant.photo(who), bizType: '02', ...changes })

describe('the files of a ticket', () => {
  it('are brought by the applicant while he writes it, with their digest in the chain, and taken away by him', async () => {
    const id = await plant.draft()
    expect((await add(id, 'u1', { remark: '吊装方案' })).success).toBe(true)
    const { rows, mayAdd, mayRemove } = await list(id)
    expect({ mayAdd, mayRemove }).toEqual({ mayAdd: true, mayRemove: true })
    expect(rows).toMatchObject([{ bizType_dictText: '方案', remark: '吊装方案' }])
    const [row] = rows
    const { diff } = (await plant.take('u1', tickets.timeline, { id })).at(-1) ?? {}
    expect(diff).toMatchObject({ note: 'attachAdd', sha256: row?.sha256, fileName: row?.fileName })
    await plant.take('u1', files.remove, { workId: id, attachId: row?.id })
    expect((await list(id)).rows).toEqual([])
  })

  it('are added by people on the ticket while it runs, and taken away by nobody once it was submitted', async () => {
    const id = await carryOut(plant, 'working')
    expect((await add(id, 'u8')).success).toBe(true)
    expect((await add(id, 'u13')).success).toBe(false)
    const { rows, mayRemove } = await list(id, 'u8')
    expect(mayRemove).toBe(false)
    const gone = await plant.call('u8', files.remove, { workId: id, attachId: rows[0]?.id })
    expect(gone.message).toContain('附件是证据')
  })

  it('are one’s own uploads, each once: the path of another’s file is no key to it', async () => {
    const id = await plant.draft()
    const foreign = await plant.photo('u2')
    expect((await add(id, 'u1', { path: foreign })).message).toContain('您上传的')
    expect((await add(id, 'u1', { path: '20260101/nothing.png' })).message).toContain('您上传的')
    const own = await plant.photo('u1')
    expect((await add(id, 'u1', { path: own })).success).toBe(true)
    expect((await add(id, 'u1', { path: own })).message).toContain('已经是附件')
    expect((await add(id, 'u1', { bizType: '77' })).message).toContain('不在可选范围')
  })

  it('are read by who may see the ticket and by nobody else, and not in another tenant', async () => {
    const id = await carryOut(plant, 'working')
    await add(id, 'u8')
    const path = (await list(id, 'u8')).rows[0]?.filePath ?? ''
    const read = (who: string, changes = {}) =>
      plant.as(who, changes).raw('GET', fileEndpoints.download.path.replace('*', path))
    expect((await read('u5')).statusCode).toBe(200)
    expect((await plant.as('u12', { tenantId: 9 }).get(files.list.path, { id })).success).toBe(false)
    expect((await read('u12', { tenantId: 9 })).statusCode).toBe(404)
  })
})

import { externalPersonEndpoints as externals, workTicketEndpoints as tickets } from '@suoan/contract'
import { files } from '@suoan/platform/files'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { picture } from '../work-tickets/testing/picture.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { externalPeople } from './index.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'files', mount: files },
      { name: 'external-people', mount: externalPeople },
    ],
  })
  plant.at('08:00')
})
afterEach(() => plant[Symbol.asyncDispose]())

const stranger = { personName: '赖外', company: '承包商甲' }
const register = (photo: string) => plant.call('u12', externals.register, { ...stranger, photo })

describe('the face in the register is a picture that was uploaded now', () => {
  it('no name, no broken file, no picture too small to know a face by, nobody else’s upload', async () => {
    expect((await register('20261201/0123456789abcdef0123456789abcdef.png')).success).toBe(false)
    expect((await register('face.png')).message).toContain('没有上传成功或不存在')
    const broken = await plant.photo('u12', Buffer.from('\x89PNG'))
    expect((await register(broken)).message).toContain('照片文件打不开')
    const small = await plant.photo('u12', picture({ width: 60, height: 80 }))
    expect((await register(small)).message).toContain('照片太小')
    expect((await register(await plant.photo('u5'))).success).toBe(false)
    const { rows } = await plant.world.database.pool.query(
      `select id from lo_external_person where person_name = '赖外'`,
    )
    expect(rows).toEqual([])
    expect(await register(await plant.photo('u12'))).toMatchObject({ success: true })
  })

  it('the same is asked when the register is edited; what stands there already stays', async () => {
    const edit = (input: object) =>
      plant.as('u12').post('/lowork/loExternalPerson/edit', { id: 'demo-ex1', ...input })
    expect((await edit({ photo: 'face.png' })).success).toBe(false)
    const photo = await plant.photo('u12')
    expect(await edit({ photo })).toMatchObject({ success: true })
    plant.at('12:00')
    expect(await edit({ photo, remark: '左手有疤' })).toMatchObject({ success: true })
    expect(await edit({ photo: '' })).toMatchObject({ success: true })
  })

  it('one picture is one face: it is not taken for a second person', async () => {
    const content = picture()
    expect(await register(await plant.photo('u12', content))).toMatchObject({ success: true })
    const second = await plant.call('u12', externals.register, {
      ...stranger,
      personName: '赖二',
      photo: await plant.photo('u12', content),
    })
    expect(second.message).toContain('赖外')
    expect(second.success).toBe(false)
  })
})

describe('who stands at the entrance compares the face', () => {
  it('the badge answers with the photo, and who is on a ticket with him may open it', async () => {
    const photo = await plant.photo('u12')
    await plant.as('u12').post('/lowork/loExternalPerson/edit', { id: 'demo-ex1', photo })
    const workId = await carryOut(plant, 'working')
    const { code } = await plant.take('u12', externals.issuePass, { id: 'demo-ex1' })
    const bare = { permissions: new Set<string>() }
    const opened = async (who: string) =>
      (await plant.as(who, bare).raw('GET', `/sys/common/static/${photo}`)).statusCode
    expect(await opened('u8')).toBe(404)
    await plant.take('u5', tickets.crewAdd, { workId, externalId: 'demo-ex1', roleTag: 'CONTR' })
    expect((await plant.take('u8', externals.byBadge, { code })).photo).toBe(photo)
    expect(await opened('u8')).toBe(200)
    expect(await opened('u13')).toBe(404)
    const line = (await plant.detail(workId)).people.find((row) => row['externalId'] === 'demo-ex1')
    expect(line).toMatchObject({ photo })
  })
})

import { workExamineEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { signText, type SignStatement } from '@suoan/domain/signature'
import { readWhole } from '@suoan/platform/files/store/blob-store'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../evidence/hash.ts'
import { carryOut } from './testing/carry-out.ts'
import { picture } from './testing/picture.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld

beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows
const demand = (what: string) => query(`update lo_flow_step set sign_demand = '${what}' where stage = 2`)

/** The approval of a reviewed ticket, with what its signature sends. */
async function approval(workId: string) {
  const { contentHash } = (await plant.detail(workId)).ticket
  const id = await plant.pendingRow(workId, 'u3')
  return {
    id,
    contentHash: contentHash ?? '',
    decide: (more: object) =>
      plant.call('u3', workExamineEndpoints.decide, { id, contentHash, approveStatus: 8, ...more }),
  }
}

describe('a signature is stored as what was proved (§3.5 LoWorkSign)', () => {
  it('a PIN that was only claimed is a session; the row says truly who signed what, when and how', async () => {
    const workId = await carryOut(plant, 'reviewed')
    const { id, decide, contentHash } = await approval(workId)
    expect(await decide({ signType: 'PIN' })).toMatchObject({ success: true })
    const [row] = await query('select * from lo_work_sign where biz_id = $1', [id])
    expect(row).toMatchObject({ sign_type: 'SESSION', signer_id: 'u3', signed_content_hash: contentHash })
    const statement: SignStatement = {
      id: row.id,
      tenantId: 0,
      workId,
      bizId: id,
      role: 'APPROVE',
      signerId: 'u3',
      personId: null,
      signerName: null,
      onBehalfOf: null,
      witnessId: null,
      method: 'SESSION',
      imageSha256: null,
      contentHash,
      signedAt: plant.world.clock.now(),
    }
    expect(row.sign_hash).toBe(sha256(signText(statement)))
    const [last] = await query(
      `select diff::text as diff from lo_work_trans where work_id = $1 order by seq desc limit 1`,
      [workId],
    )
    expect(last.diff).toContain(row.sign_hash)
  })

  it.each(['CERT', 'FACE', 'CARD', 'DRAW'])('%s without what it takes is refused', async (signType) => {
    const { decide } = await approval(await carryOut(plant, 'reviewed'))
    expect(await decide({ signType })).toMatchObject({ success: false, message: expect.stringMatching(/签/) })
  })

  it('what the step demands is asked for: without a proof, and with one that is not good for it, nothing is approved', async () => {
    await demand('SECRET')
    const workId = await carryOut(plant, 'reviewed', await plant.draft())
    const { id, decide, contentHash } = await approval(workId)
    expect((await decide({ signType: 'PIN' })).message).toContain('须验证本人后签署')
    expect((await decide({ signProof: 'made-up' })).message).toContain('签署验证已过期')
    const others = await plant.signProof('u2', id, contentHash)
    expect((await decide({ signProof: others })).message).toContain('签署验证已过期')
    const ofAnother = await plant.signProof('u3', id, 'another content')
    expect((await decide({ signProof: ofAnother })).message).toContain('签署验证已过期')
    const old = await plant.signProof('u3', id, contentHash)
    plant.at('08:19')
    expect((await decide({ signProof: old })).message).toContain('签署验证已过期')
    expect(await plant.state(workId)).toBe('2/0')
    const signProof = await plant.signProof('u3', id, contentHash)
    expect(await decide({ signProof })).toMatchObject({ success: true })
    expect(await query('select sign_type from lo_work_sign where biz_id = $1', [id])).toEqual([
      { sign_type: 'PIN' },
    ])
    expect(
      await query(
        'select 1 from sys_sign_proof where biz_id = $1 and user_id = $2 and content_hash = $3 and expires_at > $4',
        [id, 'u3', contentHash, new Date(plant.world.clock.now())],
      ),
    ).toEqual([])
  })

  it('a dynamic code is asked for where the step says so; a rejection needs none', async () => {
    await demand('TOTP')
    const workId = await carryOut(plant, 'reviewed', await plant.draft())
    const { id, decide, contentHash } = await approval(workId)
    const signProof = await plant.signProof('u3', id, contentHash)
    expect((await decide({ signProof })).message).toContain('须用动态口令')
    const reject = { approveStatus: 9, opinion: '措施不全', reasonCode: '01' }
    expect(await decide(reject)).toMatchObject({ success: true })
  })

  it('nobody changes or deletes a signature', async () => {
    await carryOut(plant, 'reviewed')
    await expect(query(`update lo_work_sign set sign_type = 'CERT'`)).rejects.toThrow('append-only')
    await expect(query(`delete from lo_work_sign`)).rejects.toThrow('append-only')
  })
})

describe('the briefing is signed by who was briefed (G13)', () => {
  const people = async (workId: string) =>
    query(
      `select p.user_id, p.brief_time is not null as briefed, s.signer_id, s.sign_type, s.witness_id from lo_work_person p
        left join lo_work_sign s on s.id = p.brief_sign_id
      where p.work_id = $1 and p.user_id in ('u6', 'u7') order by 1`,
      [workId],
    )

  it('G13: the leader briefs, each worker confirms in his own session, and nobody for him; until then he cannot start', async () => {
    const workId = await carryOut(plant, 'verified')
    const personIds = [await plant.personId(workId, 'u6'), await plant.personId(workId, 'u7')]
    expect((await plant.call('u6', tickets.briefConfirm, { workId })).message).toContain('还没有对您交底')
    await plant.take('u5', tickets.brief, { workId, personIds })
    const waiting = { briefed: true, signer_id: null, sign_type: null, witness_id: null }
    expect(await people(workId)).toEqual([
      { user_id: 'u6', ...waiting },
      { user_id: 'u7', ...waiting },
    ])
    expect((await plant.detail(workId, 'u6')).siteActions).toContain('briefConfirm')
    const asOther = { workId, personId: personIds[0] }
    expect((await plant.call('u5', tickets.briefConfirm, asOther)).message).toContain('本人')
    await plant.take('u6', tickets.briefConfirm, { workId })
    expect((await plant.call('u6', tickets.briefConfirm, { workId })).message).toContain('已确认过')
    expect((await people(workId))[0]).toMatchObject({ signer_id: 'u6', sign_type: 'SESSION' })
    await plant.take('u8', tickets.guardIn, { workId, personId: await plant.personId(workId, 'u8') })
    for (const [who, lockId] of [
      ['u6', 'demo-pl6'],
      ['u7', 'demo-pl7'],
    ] as const)
      await plant.take(who, tickets.personalLockOn, { workId, lockId, boxId: 'demo-lb1' })
    plant.at('09:00')
    expect((await plant.call('u5', tickets.start, { workId })).message).toContain('交底未签名')
  })

  /** People without account on the list. */
  const strangers = (workId: string, ...ids: string[]) =>
    query(
      `insert into lo_work_person (id, work_id, person_name, person_source, role_tag, state, on_state)
        select id, $1, '赖外' || id, 2, 'CONTR', 1, 0 from unnest($2::text[]) as id`,
      [workId, ids],
    )
  const briefing = (workId: string, drawn: Record<string, string>, more: object = {}) =>
    plant.call('u5', tickets.brief, {
      workId,
      personIds: Object.keys(drawn),
      handwriting: Object.entries(drawn).map(([personId, image]) => ({ personId, image })),
      ...more,
    })

  it('G13: handwriting on the screen of the leader is of a person without account, with the leader as witness and the digest hashed', async () => {
    const workId = await carryOut(plant, 'verified')
    await strangers(workId, 'p1')
    expect((await briefing(workId, { p1: 'made-up.png' })).message).toContain('不存在')
    const empty = await plant.photo('u5', picture({ isBlank: true }))
    expect((await briefing(workId, { p1: empty })).message).toContain('没有笔迹')
    expect((await briefing(workId, { p1: await plant.photo('u5') })).success).toBe(true)
    const [row] = await query(
      `select s.signer_id, s.person_id, s.witness_id, s.img_sha256 = f.sha256 as same, s.sign_img = f.path as named
        from lo_work_sign s join lo_evidence_file f on f.purpose = 'handwriting' and f.work_id = s.work_id
        where s.work_id = $1 and s.sign_type = 'DRAW'`,
      [workId],
    )
    expect(row).toEqual({ signer_id: null, person_id: 'p1', witness_id: 'u5', same: true, named: true })
  })

  it('G13: nobody signs by hand for a person who has an account', async () => {
    const workId = await carryOut(plant, 'verified')
    const personId = await plant.personId(workId, 'u7')
    const answer = await briefing(workId, { [personId]: await plant.photo('u5') })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('有账号，须本人登录') })
    expect((await people(workId))[1]).toMatchObject({ briefed: false, sign_type: null })
  })

  it('G13: one handwriting is one signature: not of two people, not again, not as another upload of the same picture', async () => {
    const workId = await carryOut(plant, 'verified')
    await strangers(workId, 'p1', 'p2')
    const image = await plant.photo('u5')
    expect((await briefing(workId, { p1: image, p2: image })).message).toContain('另一项记录')
    const signs = () =>
      query(`select person_id from lo_work_sign where work_id = $1 and sign_type = 'DRAW'`, [workId])
    expect(await signs()).toEqual([])
    const once = { clientOpId: newUlid() }
    expect((await briefing(workId, { p1: image }, once)).success).toBe(true)
    // The answer of the first call was lost: asked again, it is given again.
    expect((await briefing(workId, { p1: image }, once)).success).toBe(true)
    expect((await briefing(workId, { p1: image })).message).toContain('另一项记录')
    expect((await briefing(workId, { p2: image })).message).toContain('另一项记录')
    const content = (await readWhole(plant.world.ctx.blobs, { tenantId: 0, path: image })) ?? Buffer.alloc(0)
    expect((await briefing(workId, { p2: await plant.photo('u5', content) })).message).toContain('另一项记录')
    expect(await signs()).toEqual([{ person_id: 'p1' }])
    // Nor does the signature of one serve as the photo of another step.
    const asPhoto = await plant.call('u10', tickets.pointVerify, {
      workId,
      pointId: 'demo-pt1',
      verifyMethod: '2',
      verifyValue: '0',
      verifyUnit: 'V',
      verifyResult: 1,
      photo: await plant.photo('u10', content),
    })
    expect(asPhoto.message).toContain('另一项记录')
  })
})

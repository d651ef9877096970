import {
  auditEndpoints as audit,
  lockEndpoints,
  workTicketEndpoints as tickets,
  type ChainReport,
} from '@suoan/contract'
import { anchorLeafText, canonicalJson, previousRootLeaf, anchorText } from '@suoan/domain/evidence-chain'
import { rootFromPath } from '@suoan/domain/evidence-chain/testing'
import { newUlid } from '@suoan/kit/id'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asDba } from '../testing/as-dba.ts'
import { sha256, treeHash } from '../evidence/hash.ts'
import { isSignedBy } from '../evidence/signer.ts'
import { addDeclaredJobs, jobRunnerOf } from '@suoan/platform/jobs'
import { logColumns } from '../lock-records/log-chain.ts'
import { canonicalLogRow, storedLogRow } from '../lock-records/testing.ts'
import { linkedDecisionColumns } from '../locks/index.ts'
import { locks } from '../locks/index.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { linkedColumns } from '../work-tickets/ticket-chain.ts'
import { chainRows } from './chain-rows.ts'
import { audit as auditFeature } from './index.ts'
import { inSnapshot } from './in-snapshot.ts'
import { noteBreaks } from './testing.ts'
import { verifyNightly } from './verify-nightly.ts'

let plant: TicketWorld
let folder: string
let workId: string
/** Breaks that became alarms (A11). */
let announced: string[]
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'suoan-audit-'))
  plant = await createTicketWorld({
    env: { DATA_DIR: folder },
    features: [
      { name: 'locks', mount: locks },
      { name: 'audit', mount: auditFeature },
    ],
  })
  workId = await carryOut(plant, 'working')
  announced = noteBreaks(plant.world.ctx)
})
afterAll(async () => {
  await plant[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const pool = () => plant.world.database.pool
const verify = (kind: 'lock' | 'work' | 'decision', id: string, range: object = {}) =>
  plant.take('u12', audit.verify, { kind, id, ...range })
const one = async (text: string, values: unknown[] = []) => (await pool().query(text, values)).rows[0]

/** Changes history, looks, and puts the rows back as they were. */
async function whileTampered(
  table: 'lo_lock_log' | 'lo_work_trans' | 'lo_decision' | 'lo_audit_leaf' | 'lo_audit_anchor',
  change: string,
  look: () => Promise<void>,
): Promise<void> {
  await pool().query(`create table kept_${table} as select * from ${table}`)
  try {
    await asDba(pool(), change)
    await look()
  } finally {
    await asDba(pool(), `delete from ${table}`)
    await asDba(pool(), `insert into ${table} select * from kept_${table}`)
    await pool().query(`drop table kept_${table}`)
  }
}

describe('what the hash of a row covers', () => {
  const columnsOf = async (table: string) =>
    (
      await pool().query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = $1`,
        [table],
      )
    ).rows.map(({ name }) => name)
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

  it('M4: every column of the lock log, of the ticket transitions and of the decisions', async () => {
    const links = ['hash', 'prev_hash']
    expect(new Set(await columnsOf('lo_lock_log'))).toEqual(new Set(Object.keys(logColumns)))
    // The first answer to an operation is a memory for the client, no evidence.
    const transitions = new Set([...linkedColumns.map(snake), ...links, 'answer'])
    expect(new Set(await columnsOf('lo_work_trans'))).toEqual(transitions)
    const decisions = new Set([...linkedDecisionColumns.map(snake), ...links])
    expect(new Set(await columnsOf('lo_decision'))).toEqual(decisions)
  })

  it('the fast text of a log row is its canonical JSON, in both forms', async () => {
    await pool().query(`insert into lo_lock_log (id, lock_id, lock_name, event_type, occur_time, recv_time,
        time_quality, historical, temp, lng, seq, remark, chain_seq, chain_form, prev_hash, hash)
      values ('odd1', 'odd', E'名"\\\\\\n\\t\\u0001锁', 'OPEN', '2026-12-01 08:40:00.5+08', '2026-12-01 08:40:00+08', 2, 0,
          21.50, -120.100000, 9007199254740991, null, 1, 1, '', ''),
        ('odd2', 'odd', ' ', 'CLOSE', '2026-12-01 08:40:00.123+08', '2026-12-01 08:40:01+08', 2, 1, -0.0, 0, 0, '补记', 2, 2, '', '')`)
    const { rows } = await pool().query(
      `select ${Object.keys(logColumns).join(', ')} from lo_lock_log order by lock_id, chain_seq`,
    )
    for (const row of rows) {
      const stored = storedLogRow(row)
      const [read] = await inSnapshot(plant.world.ctx, async (client) => {
        const found = []
        const seq = Number(stored['chain_seq'])
        for await (const block of chainRows(client, 'lock', String(stored.lock_id), seq, seq))
          found.push(...block)
        return found
      })
      expect(read?.canonical).toBe(canonicalJson(canonicalLogRow(stored)))
    }
    expect(rows).toHaveLength(5)
    await asDba(pool(), `delete from lo_lock_log where lock_id = 'odd'`)
  })
})

describe('GET /loaudit/loAudit/verify', () => {
  it('M4: a ticket and its locks verify, by id and by number, and say how far', async () => {
    const { work_no: workNo } = await one('select work_no from lo_work where id = $1', [workId])
    const report = await verify('work', workNo)
    expect(report).toMatchObject({ ok: true, firstBreak: null, subjectId: workId, subjectNo: workNo })
    expect(report.checked).toBe(report.headSeq)
    expect(report.checked).toBeGreaterThan(15)
    expect(await verify('lock', 'LK1')).toMatchObject({
      ok: true,
      checked: 1,
      headSeq: 1,
      subjectId: 'demo-lk1',
    })
    expect(await verify('work', workId, { from: 3, to: 5 })).toMatchObject({ ok: true, checked: 3 })
  })

  const found = async (report: Promise<ChainReport>) => (await report).firstBreak

  it.each([
    ['actor_name', `'别人'`],
    ['actor_id', `'u13'`],
    ['server_time', `server_time + interval '1 minute'`],
    ['guards', `'[]'::jsonb`],
    ['diff', `'{"reason":"x"}'::jsonb`],
    ['to_status', '30'],
    ['from_phase', '24'],
    ['trans_id', `'T99'`],
    ['tenant_id', '7'],
    ['on_behalf_of', `'u1'`],
    ['lng', '120.1'],
    ['ip', `'10.0.0.1'`],
    ['device_id', `'phone'`],
    ['client_time', 'now()'],
    ['chain_form', '1'],
    ['id', `'another'`],
  ])('M4: a changed %s of a transition is named', async (column, value) => {
    const change = `update lo_work_trans set ${column} = ${value} where work_id = '${workId}' and seq = 6`
    await whileTampered('lo_work_trans', change, async () => {
      expect(await found(verify('work', workId))).toMatchObject({ kind: 'CONTENT', seq: 6 })
    })
  })

  it.each([
    ['user_id', `'u7'`],
    ['occur_time', `occur_time - interval '5 minutes'`],
    ['event_type', `'OPEN'`],
    ['remark', `'补记'`],
    ['photo', `'p.jpg'`],
    ['latch_after', '0'],
    ['work_id', `'other'`],
    ['sys_org_code', `'A09'`],
  ])('M4: a changed %s of a lock log row is named', async (column, value) => {
    const change = `update lo_lock_log set ${column} = ${value} where lock_id = 'demo-lk2'`
    await whileTampered('lo_lock_log', change, async () => {
      expect(await found(verify('lock', 'LK2'))).toMatchObject({ kind: 'CONTENT', seq: 1 })
    })
  })

  it('A11: a break that a check finds is announced; a chain that holds is not', async () => {
    announced.length = 0
    await verify('lock', 'LK2')
    const change = `update lo_lock_log set user_id = 'u7' where lock_id = 'demo-lk2'`
    await whileTampered('lo_lock_log', change, async () => void (await verify('lock', 'LK2')))
    await plant.world.settled()
    expect(announced).toEqual(['lock demo-lk2'])
  })

  it('M4: deleted, exchanged, recomputed, added and cut-off rows are found and named', async () => {
    const rows = `lo_work_trans where work_id = '${workId}'`
    await whileTampered('lo_work_trans', `delete from ${rows} and seq = 6`, async () => {
      expect(await found(verify('work', workId))).toMatchObject({ kind: 'GAP', seq: 7 })
    })
    const swap = `update lo_work_trans set seq = 1006 where work_id = '${workId}' and seq = 6`
    await whileTampered('lo_work_trans', swap, async () => {
      // One after the other: rows of one statement are changed in no promised order, and two never share a number.
      await asDba(pool(), `update lo_work_trans set seq = 6 where work_id = '${workId}' and seq = 7`)
      await asDba(pool(), `update lo_work_trans set seq = 7 where seq = 1006`)
      expect(await found(verify('work', workId))).toMatchObject({ kind: 'LINK', seq: 6 })
    })
    const recomputed = `update lo_work_trans set hash = repeat('a', 64) where work_id = '${workId}' and seq = 6`
    await whileTampered('lo_work_trans', recomputed, async () => {
      expect(await found(verify('work', workId))).toMatchObject({ kind: 'CONTENT', seq: 6 })
    })
    await whileTampered('lo_work_trans', `delete from ${rows} and seq > 10`, async () => {
      expect(await found(verify('work', workId))).toMatchObject({ kind: 'HEAD', seq: 10 })
    })
    await whileTampered('lo_lock_log', `delete from lo_lock_log where lock_id = 'demo-lk2'`, async () => {
      expect(await found(verify('lock', 'LK2'))).toMatchObject({ kind: 'TRUNCATED', seq: 1 })
    })
    const added = `insert into lo_lock_log (id, lock_id, event_type, occur_time, recv_time, time_quality, historical, prev_hash, hash)
      values ('stray', 'demo-lk2', 'CLOSE', now(), now(), 2, 0, '', '')`
    await whileTampered('lo_lock_log', added, async () => {
      expect(await found(verify('lock', 'LK2'))).toMatchObject({ kind: 'UNCHAINED', rowId: 'stray' })
    })
  })

  it('M4: decisions of the interlock have a chain per lock, also when many press at once', async () => {
    const press = () => plant.call('u6', lockEndpoints.open, { lockId: 'demo-lk4', workId })
    await Promise.all(Array.from({ length: 12 }, press))
    expect(await verify('decision', 'LK4')).toMatchObject({ ok: true, checked: 12, headSeq: 12 })
    const flip = `update lo_decision set allow = 1 - allow where lock_id = 'demo-lk4' and chain_seq = 5`
    await whileTampered('lo_decision', flip, async () => {
      expect(await found(verify('decision', 'LK4'))).toMatchObject({ kind: 'CONTENT', seq: 5 })
    })
  })

  it('refuses what makes no sense, and shows nobody what he may not see', async () => {
    const bad = [
      { kind: 'x', id: workId },
      { kind: 'work', id: '' },
      { kind: 'work', id: workId, from: 0 },
      { kind: 'work', id: workId, from: 5, to: 2 },
    ]
    for (const input of bad)
      expect(await plant.call('u12', audit.verify, input)).toMatchObject({ success: false })
    const none = { success: false, message: '未找到对应实体' }
    expect(await plant.call('u12', audit.verify, { kind: 'work', id: 'none' })).toMatchObject(none)
    const stranger = plant.as('u12', { tenantId: 7 })
    expect(await stranger.get(audit.verify.path, { kind: 'work', id: workId })).toMatchObject(none)
    expect(await stranger.get(audit.verify.path, { kind: 'lock', id: 'LK1' })).toMatchObject(none)
    const plain = plant.as('u6', { permissions: new Set(['lo:work:list']) })
    expect(await plain.get(audit.verify.path, { kind: 'work', id: workId })).toMatchObject({ code: 510 })
    expect(await plain.post(audit.anchorMake.path, { clientOpId: newUlid() })).toMatchObject({ code: 510 })
  })
})

describe('history', () => {
  it.each(['lo_lock_log', 'lo_work_trans', 'lo_audit_anchor', 'lo_audit_leaf'])(
    'of %s is kept from every program: no row is changed or deleted',
    async (table) => {
      await plant.take('u12', audit.anchorMake)
      await expect(pool().query(`delete from ${table}`)).rejects.toThrow('append-only')
      await expect(pool().query(`update ${table} set tenant_id = 1`)).rejects.toThrow('append-only')
    },
  )

  it.each([
    'lo_lock_log',
    'lo_lock_log_rest',
    'lo_work_trans',
    'lo_decision',
    'lo_work_sign',
    'lo_evidence_file',
    'lo_audit_anchor',
    'lo_audit_leaf',
    'lo_audit_key',
    'lo_zero_proof',
    'sys_log',
    'sys_data_log',
  ])('of %s is not emptied', async (table) => {
    await expect(pool().query(`truncate ${table}`)).rejects.toThrow('append-only')
  })

  it('of months to come is guarded as well', async () => {
    await pool().query(`select lo_make_log_partitions('2031-01-01', 1)`)
    await expect(pool().query('truncate lo_lock_log_203101')).rejects.toThrow('append-only')
    await pool().query('drop table lo_lock_log_203101')
  })

  it.each(['sys_log', 'sys_data_log'])('of %s: what was logged is not changed or deleted', async (table) => {
    await pool().query(`insert into ${table} (id) values ('kept-1') on conflict do nothing`)
    await expect(pool().query(`delete from ${table}`)).rejects.toThrow('append-only')
    await expect(pool().query(`update ${table} set tenant_id = 1`)).rejects.toThrow('append-only')
  })
})

describe('the anchors', () => {
  it('M4: each night one is made by a job, signed, linked to the one before, and copied out', async () => {
    plant.at('23:00')
    const jobs = jobRunnerOf(plant.world.ctx)
    await addDeclaredJobs(plant.world.ctx)
    await jobs.settle()
    plant.world.clock.advance(70 * 60_000)
    await jobs.settle()
    const [newest, before] = (await plant.take('u12', audit.anchors)).records
    expect(newest).toMatchObject({
      daily: 1,
      date: '2026-12-01',
      signature: 'valid',
      linked: true,
      hashName: 'sha256',
    })
    expect(newest?.prevRoot).toBe(before?.merkleRoot)
    const file = path.join(folder, 'anchors', String(newest?.exportTo))
    const { statement, sig, publicKey } = JSON.parse(await readFile(file, 'utf8'))
    expect(statement.merkleRoot).toBe(newest?.merkleRoot)
    expect(isSignedBy(publicKey, anchorText(statement), sig)).toBe(true)
    expect(await readdir(path.join(folder, 'anchors'))).not.toContain(expect.stringMatching(/part$/))
    // The next night is set, and this one is not anchored twice.
    expect(
      await one(`select to_char(next_fire_time at time zone 'Asia/Shanghai', 'HH24:MI') as at from sys_quartz_job
        where job_class_name = 'jobs.DailyAnchor'`),
    ).toEqual({ at: '00:10' })
    await jobs.settle()
    expect((await plant.take('u12', audit.anchors)).records[0]?.id).toBe(newest?.id)
  })

  it('the private key is kept for its owner alone, and the public one may be had', async () => {
    const key = await stat(path.join(folder, 'keys', 'audit-ed25519.pem'))
    expect(key.mode & 0o777).toBe(0o600)
    const { kid, publicKey, all } = await plant.take('u6', audit.publicKey)
    expect(publicKey).toContain('BEGIN PUBLIC KEY')
    expect(all).toEqual([expect.objectContaining({ kid, publicKey })])
  })

  it('M4: an event is proven by its path to a signed root without any other event', async () => {
    const { id } = await one('select id from lo_work_trans where work_id = $1 and seq = 6', [workId])
    const proof = await plant.take('u12', audit.proof, { logId: id })
    expect(proof.hash).toBe(sha256(`${proof.prevHash}\n${proof.row}`))
    const { anchor } = proof
    if (!anchor) throw new Error('the row is not anchored')
    const hash = treeHash('sha256')
    const rows = rootFromPath(hash, hash.leaf(proof.hash), anchor.rowIndex, anchor.rowCount, anchor.rowPath)
    expect(rows).toBe(anchor.leaf.rowsRoot)
    const leaf = hash.leaf(anchorLeafText(anchor.leaf))
    const { statement } = anchor
    const root = rootFromPath(hash, leaf, anchor.leafIndex, statement.leafCount, anchor.leafPath)
    expect(root).toBe(statement.merkleRoot)
    const { publicKey } = await plant.take('u12', audit.publicKey)
    expect(isSignedBy(publicKey, anchorText(statement), anchor.sig)).toBe(true)
    expect(previousRootLeaf(statement.anchorNo, statement.prevRoot)).toContain(statement.prevRoot)
    const log = await one(`select id from lo_lock_log where lock_id = 'demo-lk1'`)
    expect((await plant.take('u12', audit.proof, { logId: log.id })).anchor).not.toBeNull()
    const stranger = plant.as('u12', { tenantId: 7 })
    expect(await stranger.get(audit.proof.path, { logId: log.id })).toMatchObject({ success: false })
  })

  it('M4 A11: a deleted row takes the proof of no other row along, and that it is gone is an alarm', async () => {
    const idOf = async (seq: number) =>
      (await one('select id from lo_work_trans where work_id = $1 and seq = $2', [workId, seq])).id
    const [five, six] = [await idOf(5), await idOf(6)]
    await plant.world.settled()
    announced.length = 0
    const rows = `lo_work_trans where work_id = '${workId}'`
    await whileTampered('lo_work_trans', `delete from ${rows} and seq = 7`, async () => {
      const proof = await plant.take('u12', audit.proof, { logId: six })
      const { anchor } = proof
      if (!anchor) throw new Error('the row is not anchored')
      const hash = treeHash('sha256')
      const root = rootFromPath(hash, hash.leaf(proof.hash), anchor.rowIndex, anchor.rowCount, anchor.rowPath)
      expect([root, proof.problem]).toEqual([anchor.leaf.rowsRoot, null])
    })
    await plant.world.settled()
    expect(announced).toEqual([`work ${workId}`])
    // A row that says something else than what was anchored proves nothing, and somebody hears of it.
    await whileTampered(
      'lo_work_trans',
      `update ${rows.replace(' where', ` set actor_name = '别人' where`)} and seq = 5`,
      async () => {
        expect((await plant.take('u12', audit.proof, { logId: five })).problem).toContain('内容被修改')
      },
    )
    await plant.world.settled()
    expect(announced).toHaveLength(2)
  })

  it('M4: a deleted leaf takes the proofs of the other chains of its anchor along no more', async () => {
    const { id } = await one('select id from lo_work_trans where work_id = $1 and seq = 6', [workId])
    const gone = `delete from lo_audit_leaf where kind = 'lock' and subject_id = 'demo-lk1'`
    await whileTampered('lo_audit_leaf', gone, async () => {
      expect((await plant.take('u12', audit.proof, { logId: id })).problem).toBeNull()
      expect((await verify('work', workId)).firstBreak?.text).toMatch(/叶子(不全|数)/)
    })
  })

  it('M4 A11: anchors that were deleted from the end are missed beside their copies, by a check and at night', async () => {
    const [newest] = (await plant.take('u12', audit.anchors)).records
    await plant.world.settled()
    announced.length = 0
    // With their leaves: nothing in the database speaks of them any more.
    await whileTampered('lo_audit_leaf', `delete from lo_audit_leaf where anchor_id = '${newest?.id}'`, () =>
      whileTampered('lo_audit_anchor', `delete from lo_audit_anchor where id = '${newest?.id}'`, async () => {
        const report = await verify('work', workId)
        expect(report).toMatchObject({ ok: false, firstBreak: { kind: 'ANCHOR' } })
        expect(report.firstBreak?.text).toContain('已不存在')
        expect(await verifyNightly(plant.world.ctx, 0)).toBe(1)
      }),
    )
    await plant.world.settled()
    expect(announced).toEqual([`work ${workId}`, 'anchor anchors-0'])
    expect(await verifyNightly(plant.world.ctx, 0)).toBe(0)
  })

  it('A11: the nightly look finds a changed row of what grew, and looks on', async () => {
    await plant.world.settled()
    announced.length = 0
    await plant.take('u12', tickets.stop, { workId, reason: '夜间核对' })
    await plant.take('u12', audit.anchorMake)
    const { seq } = await one('select max(seq) as seq from lo_work_trans where work_id = $1', [workId])
    const change = `update lo_work_trans set actor_name = '别人' where work_id = '${workId}' and seq = ${seq}`
    await whileTampered('lo_work_trans', change, async () => {
      expect(await verifyNightly(plant.world.ctx, 0)).toBe(1)
    })
    await plant.world.settled()
    expect(announced).toEqual([`work ${workId}`])
  })

  it('a row that came after the last anchor is said to wait for the next', async () => {
    await plant.take('u12', tickets.suspend, { workId, reason: '核对' })
    const { id } = await one('select id from lo_work_trans where work_id = $1 order by seq desc limit 1', [
      workId,
    ])
    expect((await plant.take('u12', audit.proof, { logId: id })).anchor).toBeNull()
    await plant.take('u12', audit.anchorMake)
    expect((await plant.take('u12', audit.proof, { logId: id })).anchor).not.toBeNull()
  })

  it('M4: a chain written anew from end to end, with the head on its parent, is found by the anchor', async () => {
    const { rows } = await pool().query(`select * from lo_lock_log where lock_id = 'demo-lk3'`)
    const [stored] = rows.map(storedLogRow)
    if (!stored) throw new Error('the lock has no log')
    const forged = { ...stored, user_id: 'u13' }
    const hash = sha256(`${String(stored.prev_hash)}\n${canonicalJson(canonicalLogRow(forged))}`)
    const change = `update lo_lock_log set user_id = 'u13', hash = '${hash}' where id = '${String(stored.id)}'`
    const head = String(stored.hash)
    await whileTampered('lo_lock_log', change, async () => {
      await pool().query(`update lo_lock set chain_head = $1 where id = 'demo-lk3'`, [hash])
      expect((await verify('lock', 'LK3')).firstBreak).toMatchObject({ kind: 'ANCHOR', seq: 1 })
      // The leaf forged as well: then its tree no longer leads to the signed root.
      await whileTampered(
        'lo_audit_leaf',
        `update lo_audit_leaf set head = '${hash}' where subject_id = 'demo-lk3'`,
        async () => {
          const { firstBreak } = await verify('lock', 'LK3')
          expect(firstBreak?.text).toContain('叶子与签名的根不符')
        },
      )
    })
    // Truncated, and the head turned back to match.
    await whileTampered('lo_lock_log', `delete from lo_lock_log where lock_id = 'demo-lk3'`, async () => {
      await pool().query(`update lo_lock set chain_head = null, chain_seq = 0 where id = 'demo-lk3'`)
      expect((await verify('lock', 'LK3')).firstBreak).toMatchObject({ kind: 'TRUNCATED', seq: 1 })
    })
    await pool().query(`update lo_lock set chain_head = $1, chain_seq = 1 where id = 'demo-lk3'`, [head])
    expect(await verify('lock', 'LK3')).toMatchObject({ ok: true })
  })

  it('M4: a changed or missing anchor is found', async () => {
    const [newest, before] = (await plant.take('u12', audit.anchors)).records
    const check = (id: string | undefined) => plant.take('u12', audit.anchorCheck, { id })
    expect(await check(newest?.id)).toMatchObject({ ok: true, text: '' })
    const root = `update lo_audit_anchor set merkle_root = repeat('0', 64) where id = '${before?.id}'`
    await whileTampered('lo_audit_anchor', root, async () => {
      expect(await check(before?.id)).toMatchObject({ ok: false, text: '签名无效，锚点内容被修改' })
      expect((await check(newest?.id)).text).toContain('前根与第')
      const [still, changed] = (await plant.take('u12', audit.anchors)).records
      expect([still?.linked, changed?.signature]).toEqual([false, 'invalid'])
    })
    await whileTampered(
      'lo_audit_anchor',
      `delete from lo_audit_anchor where id = '${before?.id}'`,
      async () => {
        expect((await check(newest?.id)).text).toContain('缺失')
      },
    )
    const stranger = plant.as('u12', { tenantId: 9 })
    expect(await stranger.get(audit.anchorCheck.path, { id: newest?.id ?? '' })).toMatchObject({
      success: false,
    })
    expect(await stranger.get(audit.anchors.path)).toMatchObject({ result: { total: 0 } })
    const raw = await plant.as('u12').raw('GET', audit.anchorFile.path, { query: { id: newest?.id ?? '' } })
    expect(raw.headers['content-disposition']).toContain('.json')
    expect(raw.json()).toMatchObject({ statement: { merkleRoot: newest?.merkleRoot } })
  })
})

describe('chains under many writers', () => {
  it('M4: reports of a lock and moves of a ticket that come at the same time leave chains that verify', async () => {
    plant.at('10:00', '2026-12-02')
    const reports = Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0 ? plant.locks.opens('LK5') : plant.locks.closes('LK5'),
    )
    const moves = Array.from({ length: 6 }, () => plant.call('u12', tickets.stop, { workId, reason: '停' }))
    await Promise.all([...reports, ...moves])
    expect(await verify('lock', 'LK5')).toMatchObject({ ok: true, checked: 8 })
    expect(await verify('work', workId)).toMatchObject({ ok: true })
  })
})

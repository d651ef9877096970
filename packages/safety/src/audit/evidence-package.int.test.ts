import { auditEndpoints as audit, evidenceEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { canonicalJson, type Canonical } from '@suoan/domain/evidence-chain'
import { insideLimit } from '@suoan/domain/work-ticket'
import { zeroEnergyGaps, type ZeroEnergyBody } from '@suoan/domain/zero-energy'
import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asDba } from '../testing/as-dba.ts'
import { sha256 } from '../evidence/hash.ts'
import { kidOf } from '../evidence/signer.ts'
import { zipWriter } from '@suoan/platform/resource/sheet-writer-zip'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'
import { audit as auditFeature } from './index.ts'

type Files = Map<string, Buffer>
interface Checked {
  breaks: { rule: string; text: string }[]
  notes: string[]
}
interface Signed {
  signerId: string
  signType: string
  signedContentHash: string
}
interface Chain {
  kind: string
  subjectId: string
  head: { seq: number; hash: string }
  rows: { id: string; seq: number; prevHash: string; hash: string; row: string }[]
}

const folderOf = fileURLToPath(new URL('../../../../apps/verify/src/', import.meta.url))
const load = (name: string): Promise<unknown> => import(pathToFileURL(path.join(folderOf, name)).href)
/** The checker is no package of ours: it is loaded as the program it is. */
let readArchive: (bytes: Buffer) => Files
let checkPackage: (files: Files, key: string | null) => Checked
let inside: typeof insideLimit

let plant: TicketWorld
let folder: string
let workId: string
let zip: Buffer
let publicKey: string
beforeAll(async () => {
  ;({ readArchive } = (await load('archive.mjs')) as { readArchive: typeof readArchive })
  ;({ checkPackage } = (await load('package.mjs')) as { checkPackage: typeof checkPackage })
  ;({ inside } = (await load('zero-energy.mjs')) as { inside: typeof inside })
  folder = await mkdtemp(path.join(tmpdir(), 'suoan-package-'))
  plant = await createTicketWorld({
    env: { DATA_DIR: folder },
    features: [{ name: 'audit', mount: auditFeature }],
  })
  workId = await carryOut(plant, 'restored')
  plant.at('15:30')
  await plant.take('u5', tickets.finish, { workId })
  await plant.take('u3', tickets.accept, { workId })
  await plant.take('u4', tickets.finish, { workId })
  const packed = () =>
    plant.as('u12').raw('GET', evidenceEndpoints.evidencePackage.path, { query: { id: workId } })
  // The operation log names the ticket from now on.
  await packed()
  await plant.take('u12', audit.anchorMake)
  const answer = await packed()
  if (answer.headers['content-type'] !== 'application/zip') throw new Error(answer.body)
  zip = answer.rawPayload
  publicKey = (await plant.take('u12', audit.publicKey)).publicKey
})
afterAll(async () => {
  await plant[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const filesOf = (): Files => new Map(readArchive(zip))
const json = <T>(files: Files, name: string): T => JSON.parse(String(files.get(name))) as T
const rulesOf = ({ breaks }: Checked) => [...new Set(breaks.map(({ rule }) => rule))]

/** Checks a package whose `name` was changed, signatures left as they are. */
function changed<T>(name: string, change: (value: T) => void): Checked {
  const files = filesOf()
  const value = json<T>(files, name)
  change(value)
  files.set(name, Buffer.from(JSON.stringify(value)))
  return checkPackage(files, publicKey)
}

/** Signs the list of files anew with a key of the forger. */
function signedAnew(files: Files): Checked {
  const { privateKey, publicKey: forged } = generateKeyPairSync('ed25519')
  const pem = forged.export({ type: 'spki', format: 'pem' }).toString()
  files.set('public-key.pem', Buffer.from(pem))
  const manifest = json<{ kid: string; files: { name: string; size: number; sha256: string }[] }>(
    files,
    'manifest.json',
  )
  manifest.kid = kidOf(forged)
  for (const file of manifest.files) {
    const content = files.get(file.name) ?? Buffer.of()
    Object.assign(file, { size: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  }
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  const text = Buffer.from(canonicalJson(manifest as unknown as Canonical))
  files.set('manifest.sig', Buffer.from(sign(null, text, privateKey).toString('base64')))
  return checkPackage(files, pem)
}

/**
 * What the owner of the key and the database could do: a changed certificate, its hash in the chain, the chain written
 * anew behind it, everything signed again, the anchors left out. Only the rules of the certificate itself are left.
 */
function forged(change: (body: ZeroEnergyBody) => void): { rules: string[]; body: ZeroEnergyBody } {
  const files = filesOf()
  const [certificate] = json<{ transSeq: number; text: string; hash: string }[]>(files, 'zero-energy.json')
  if (!certificate) throw new Error('the package has no certificate')
  const body = JSON.parse(certificate.text) as ZeroEnergyBody
  change(body)
  const text = canonicalJson(body as unknown as Canonical)
  const hash = sha256(text)
  files.set('zero-energy.json', Buffer.from(JSON.stringify([{ ...certificate, text, hash }])))
  const chains = json<Chain[]>(files, 'chains.json')
  for (const chain of chains.filter(({ kind }) => kind === 'work')) {
    let prevHash = chain.rows[0]?.prevHash ?? ''
    for (const row of chain.rows) {
      const said = JSON.parse(row.row) as { diff?: { zeroProof?: string } }
      if (row.seq === certificate.transSeq && said.diff) said.diff.zeroProof = hash
      row.row = canonicalJson(said)
      Object.assign(row, { prevHash, hash: sha256(`${prevHash}\n${row.row}`) })
      prevHash = row.hash
    }
    chain.head.hash = prevHash
  }
  files.set('chains.json', Buffer.from(JSON.stringify(chains)))
  files.set('proofs.json', Buffer.from('[]'))
  files.set('logs.json', Buffer.from('{"links":{},"rows":[]}'))
  return { rules: rulesOf(signedAnew(files)), body }
}

interface Logs {
  links: Record<string, { row: string; hash: string }>
  rows: { link: string; kind: string; no: number; hash: string; row: string }[]
}

function forEachRow<T>({ rows }: { rows: readonly T[] }, change: (row: T) => unknown): void {
  for (const row of rows) change(row)
}

describe('M14: what the logs say of the ticket lies in the package', () => {
  it('§4.8 with its place in the signed anchors', () => {
    const { links, rows } = json<Logs>(filesOf(), 'logs.json')
    expect(rows.map(({ kind }) => kind)).toContain('oplog')
    expect(Object.keys(links).length).toBeGreaterThan(0)
  })

  it.each([
    ['LG02', 'a changed row', (logs: Logs) => forEachRow(logs, (row) => (row.row += ' '))],
    [
      'LG03',
      'a row with its hash',
      (logs: Logs) =>
        forEachRow(logs, (row) => Object.assign(row, { row: `${row.row} `, hash: sha256(`${row.row} `) })),
    ],
    [
      'AN02',
      'a changed link',
      (logs: Logs) => forEachRow({ rows: Object.values(logs.links) }, (link) => (link.row += ' ')),
    ],
  ] as const)('%s: %s is named', (rule, _, change) => {
    expect(rulesOf(changed<Logs>('logs.json', change))).toContain(rule)
  })
})

describe('M14: the evidence package of a finished SC01 ticket', () => {
  it('SC01: verifies offline, with everything anchored', () => {
    const { breaks, notes } = checkPackage(filesOf(), publicKey)
    expect({ breaks, notes }).toEqual({ breaks: [], notes: [] })
    const chains = json<Chain[]>(filesOf(), 'chains.json')
    expect(chains.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['lock', 'lock', 'lock', 'work']))
  })

  it('is checked by the program from its file, with the exit codes 0, 1 and 2', async () => {
    const file = path.join(folder, 'p.zip')
    const key = path.join(folder, 'key.pem')
    await writeFile(file, zip)
    await writeFile(key, publicKey)
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [path.join(folderOf, 'main.mjs'), ...args], { encoding: 'utf8' })
    expect(run(file, '--key', key)).toMatchObject({ status: 0, stdout: expect.stringContaining('校验通过') })
    expect(run(file).stdout).toContain('公钥取自证据包本身')
    const files = filesOf()
    files.set('ticket.json', Buffer.from('{}'))
    await writeFile(file, await zipped(files))
    const broken = run(file, '--key', key)
    expect(broken).toMatchObject({ status: 1, stdout: expect.stringContaining('第一处：[PK04]') })
    await writeFile(file, 'no archive')
    expect(run(file)).toMatchObject({ status: 2, stderr: expect.stringContaining('不是可以校验的证据包') })
    expect(run()).toMatchObject({ status: 2 })
  })

  it.each<[string, string, string, (value: never) => void]>([
    [
      'a flipped row',
      'chains.json',
      'CH05',
      (chains: Chain[]) =>
        edit(chains, (rows) => void (at(rows, 4).row = at(rows, 4).row.replace('"u', '"v'))),
    ],
    [
      'a flipped id of a row',
      'chains.json',
      'CH05',
      (chains: Chain[]) => edit(chains, (rows) => void (at(rows, 4).id = 'other')),
    ],
    [
      'a deleted row',
      'chains.json',
      'CH02',
      (chains: Chain[]) => edit(chains, (rows) => void rows.splice(4, 1)),
    ],
    [
      'a repeated row',
      'chains.json',
      'CH03',
      (chains: Chain[]) => edit(chains, (rows) => void rows.splice(4, 0, at(rows, 3))),
    ],
    ['rows that changed places', 'chains.json', 'CH04', (chains: Chain[]) => edit(chains, swap)],
    [
      'a cut-off tail',
      'chains.json',
      'CH06',
      (chains: Chain[]) => edit(chains, (rows) => void rows.splice(-2)),
    ],
    [
      'a changed genesis',
      'chains.json',
      'CH01',
      (chains: Chain[]) => chains.forEach((chain) => (chain.subjectId += 'x')),
    ],
    [
      'a proof of another row',
      'proofs.json',
      'AN01',
      (proofs: { hash: string }[]) => void (at(proofs, 0).hash = 'f'.repeat(64)),
    ],
    [
      'a proof with another content',
      'proofs.json',
      'AN02',
      (proofs: { row: string }[]) => void (at(proofs, 0).row += ' '),
    ],
    [
      'a broken path to the rows',
      'proofs.json',
      'AN03',
      (proofs: Proof[]) => void (at(proofs, 0).anchor.leaf.rowsRoot = '0'.repeat(64)),
    ],
    [
      'a broken path to the root',
      'proofs.json',
      'AN04',
      (proofs: Proof[]) => void (at(proofs, 0).anchor.leafPath[0] = '0'.repeat(64)),
    ],
    [
      'a changed statement',
      'proofs.json',
      'AN05',
      (proofs: Proof[]) => void (at(proofs, 0).anchor.statement.date = '2026-11-30'),
    ],
    [
      'a changed certificate',
      'zero-energy.json',
      'ZE15',
      (zero: { text: string }[]) => void (at(zero, 0).text = at(zero, 0).text.replace('"u9"', '"u8"')),
    ],
    ['a missing certificate', 'zero-energy.json', 'ZE15', (zero: unknown[]) => void zero.splice(0)],
    [
      'a changed list',
      'manifest.json',
      'PK03',
      (manifest: { workNo: string }) => void (manifest.workNo = 'X'),
    ],
    [
      'a changed ticket',
      'ticket.json',
      'PK04',
      (ticket: { myRoles: string[] }) => void ticket.myRoles.push('X'),
    ],
  ])('M4: %s is found and named', (_what, name, rule, change) => {
    const result = changed(name, change)
    expect(rulesOf(result)).toContain(rule)
    expect(result.breaks[0]?.text).toMatch(/[一-鿿]/)
  })

  it.each([
    ['SG01', 'another signer', (row: Signed): void => void (row.signerId = 'u12')],
    ['SG01', 'a better way than was proved', (row: Signed): void => void (row.signType = 'PIN')],
    ['SG03', 'a way that nobody can check', (row: Signed): void => void (row.signType = 'CERT')],
    ['SG02', 'another content', (row: Signed): void => void (row.signedContentHash = 'f'.repeat(64))],
    ['SG04', 'a handwriting that is none', (row: Signed): void => void (row.signType = 'DRAW')],
  ] as const)('%s: a signature by %s is found though the whole chain is written anew', (rule, _, change) => {
    const files = filesOf()
    const chains = json<Chain[]>(files, 'chains.json')
    let changedOne = false
    for (const chain of chains.filter(({ kind }) => kind === 'work')) {
      let prevHash = chain.rows[0]?.prevHash ?? ''
      for (const row of chain.rows) {
        const said = JSON.parse(row.row) as { diff?: { _rows?: { signatures?: Record<string, Signed> } } }
        const [signature] = Object.values(said.diff?._rows?.signatures ?? {})
        if (signature && !changedOne) {
          change(signature)
          changedOne = true
        }
        row.row = canonicalJson(said as unknown as Canonical)
        Object.assign(row, { prevHash, hash: sha256(`${prevHash}\n${row.row}`) })
        prevHash = row.hash
      }
      chain.head.hash = prevHash
    }
    files.set('chains.json', Buffer.from(JSON.stringify(chains)))
    files.set('proofs.json', Buffer.from('[]'))
    files.set('logs.json', Buffer.from('{"links":{},"rows":[]}'))
    expect(changedOne).toBe(true)
    expect(rulesOf(signedAnew(files))).toContain(rule)
  })

  it.each([
    ['ticket', 'emergencyContact'],
    ['ticket', 'isolationStatement'],
    ['points', 'remark'],
    ['measures', 'content'],
  ])(
    'CT01: %s.%s other than what was sealed is found though the whole chain is written anew',
    (part, column) => {
      const files = filesOf()
      const chains = json<Chain[]>(files, 'chains.json')
      for (const chain of chains.filter(({ kind }) => kind === 'work')) {
        let prevHash = chain.rows[0]?.prevHash ?? ''
        for (const [index, row] of chain.rows.entries()) {
          const said = JSON.parse(row.row) as {
            diff: { _rows: Record<string, Record<string, Record<string, string>>> }
          }
          const [first] = index === 0 ? Object.values(said.diff._rows[part] ?? {}) : []
          if (first) first[column] = '写成别的'
          row.row = canonicalJson(said)
          Object.assign(row, { prevHash, hash: sha256(`${prevHash}\n${row.row}`) })
          prevHash = row.hash
        }
        chain.head.hash = prevHash
      }
      files.set('chains.json', Buffer.from(JSON.stringify(chains)))
      files.set('proofs.json', Buffer.from('[]'))
      files.set('logs.json', Buffer.from('{"links":{},"rows":[]}'))
      expect(rulesOf(signedAnew(files))).toContain('CT01')
    },
  )

  it('PH01: a photo that was exchanged or taken out is found by the digest in the chain, whoever signs the list anew', () => {
    const photoOf = (files: Files) => [...files.keys()].find((name) => name.startsWith('files/')) ?? ''
    const exchanged = filesOf()
    exchanged.set(photoOf(exchanged), Buffer.from('another picture'))
    expect(rulesOf(signedAnew(exchanged))).toContain('PH01')
    const less = filesOf()
    less.delete(photoOf(less))
    expect(rulesOf(checkPackage(less, publicKey))).toContain('PH01')
  })

  it('another installation’s key, a missing and an added file are found', () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(rulesOf(checkPackage(filesOf(), other))).toEqual(expect.arrayContaining(['AN05', 'PK03']))
    const less = filesOf()
    less.delete('chains.json')
    expect(rulesOf(checkPackage(less, publicKey))).toEqual(['PK01'])
    const more = filesOf().set('files/extra.txt', Buffer.from('x'))
    expect(rulesOf(checkPackage(more, publicKey))).toEqual(['PK04'])
  })
})

describe('M1: the zero-energy certificate', () => {
  it('SC01: holds by both checkers, also when it is written anew without a change', () => {
    const { rules, body } = forged(() => {})
    expect(rules).toEqual([])
    expect(zeroEnergyGaps(body)).toEqual([])
  })

  it.each([
    '≤50 V',
    '＜５０ V',
    '小于 50 伏',
    '不超过50V',
    '0~50 V',
    '0V～0.05kV',
    '±50 V',
    '50',
    '0',
    '≤0',
    '0-50kV',
    '不带电',
    '',
    '约50 V',
    '≤10,000 V',
    '50~0 V',
    '≥3 mm',
    '<50 ℃',
    '-0.01~0.01 MPa',
    '≤0.05MPa',
    '≤5 kgf/cm²',
  ])('ZE09: both checkers say the same of every reading against “%s”', (limit) => {
    for (const value of [0, 49, -49, 51, 0.04, 10_000, null])
      for (const unit of ['V', 'mV', 'kV', 'MPa', 'kPa', 'bar', '℃', 'mm', '', '伏', 'kgf/cm2'])
        expect([value, unit, inside(limit, { value, unit })]).toEqual([
          value,
          unit,
          insideLimit(limit, { value, unit }),
        ])
  })

  const first = (body: ZeroEnergyBody) => writable(at(body.points, 0))
  const closure = (body: ZeroEnergyBody) => writable(first(body).closure ?? fault())
  const closing = (body: ZeroEnergyBody) => writable(closure(body).event ?? fault())
  const verified = (body: ZeroEnergyBody) => writable(first(body).proof ?? fault())
  /** The rules of ZE14 rest on rows beside the certificate, which our own check does not see. */
  it.each<[string, string, (body: ZeroEnergyBody) => void]>([
    ['no point at all', 'ZE01', (body) => void (writable(body).points = [])],
    ['a step left out', 'ZE02', (body) => void (first(body).steps = first(body).steps.slice(1))],
    [
      'steps in another order',
      'ZE02',
      (body) =>
        void ([writable(at(first(body).steps, 0)).seq, writable(at(first(body).steps, 3)).seq] = [99, 1]),
    ],
    ['no report of the device', 'ZE03', (body) => void (closure(body).event = null)],
    ['no lock', 'ZE03', (body) => void (first(body).closure = null)],
    ['a stale closure', 'ZE04', (body) => void (closure(body).confirmedAt = body.at - 3_600_000)],
    ['a closure never confirmed', 'ZE04', (body) => void (closure(body).confirmedAt = null)],
    ['no tag', 'ZE05', (body) => void (first(body).tagHung = false)],
    ['residual energy', 'ZE06', (body) => void (writable(at(body.points, 3)).residualDone = 0)],
    ['residual energy of a locked point', 'ZE06', (body) => void (first(body).residualDone = 0)],
    [
      'isolator and verifier in one person',
      'ZE07',
      (body) => void (first(body).isolatorId = verified(body).verifierId),
    ],
    [
      'a verifier of the crew',
      'ZE07',
      (body) => void (writable(body).people = body.people.map((person) => ({ ...person, userId: 'u10' }))),
    ],
    ['no verification', 'ZE07', (body) => void (first(body).proof = null)],
    [
      'a verification before the closure',
      'ZE08',
      (body) => void (verified(body).at = (closure(body).event?.at ?? 0) - 1),
    ],
    ['a verification after the start', 'ZE08', (body) => void (verified(body).at = body.at + 1)],
    ['a verification that is due again', 'ZE08', (body) => void (verified(body).reVerifyDue = body.at)],
    ['a measured voltage', 'ZE09', (body) => void (verified(body).value = 230)],
    ['a reading in another unit', 'ZE09', (body) => void (verified(body).unit = 'MPa')],
    ['a reading without its unit', 'ZE09', (body) => void (verified(body).unit = '')],
    ['another method', 'ZE09', (body) => void (verified(body).method = '9')],
    ['a failed verification', 'ZE09', (body) => void (verified(body).result = false)],
    [
      'a way around the points',
      'ZE10',
      (body) => void (writable(at(body.energy?.edges ?? [], 0)).pointId = null),
    ],
    [
      'a point that is not mandatory',
      'ZE10',
      (body) => void (writable(at(body.points, 1)).mandatory = false),
    ],
    [
      'gas not tested',
      'ZE11',
      (body) =>
        void (writable(body).gas = {
          ...body.gas,
          required: true,
          needed: [{ gasCode: 'O2', position: '作业点' }],
        }),
    ],
    ['a guard that failed', 'ZE12', (body) => void (writable(at(body.guards, 0)).pass = false)],
    [
      'a person without briefing',
      'ZE13',
      (body) => void (writable(body).people = body.people.map((person) => ({ ...person, briefed: false }))),
    ],
    [
      'a person without his lock',
      'ZE13',
      (body) =>
        void (writable(body).people = body.people.map((person) => ({ ...person, personalLockOn: false }))),
    ],
    ['an open lock', 'ZE03', (body) => void (closure(body).lockStatus = 2)],
    ['a closure of another lock', 'ZE14', (body) => void (closure(body).lockId = 'demo-lk9')],
    ['a closing at another time', 'ZE14', (body) => void (closing(body).at -= 1)],
    ['a closing with another hash', 'ZE14', (body) => void (closing(body).hash = 'f'.repeat(64))],
    ['a step by another person', 'ZE14', (body) => void (writable(at(first(body).steps, 1)).actorId = 'u1')],
    [
      'a step with another hash',
      'ZE14',
      (body) => void (writable(at(first(body).steps, 1)).hash = 'f'.repeat(64)),
    ],
    ['another place in the chain', 'ZE14', (body) => void (writable(body.before).hash = 'f'.repeat(64))],
  ])('names %s, whoever signs (%s)', (_what, rule, change) => {
    const { rules, body } = forged(change)
    expect(rules).toContain(rule)
    expect(rules.every((each) => each.startsWith('ZE'))).toBe(true)
    if (rule !== 'ZE14') expect(zeroEnergyGaps(body).length).toBeGreaterThan(0)
  })

  it('GET /lowork/loWork/proof: answers it checked and signed, and says so when it was touched', async () => {
    const proof = await plant.take('u5', evidenceEndpoints.zeroProof, { id: workId })
    expect(proof).toMatchObject({ gaps: [], hash: sha256(proof.text) })
    expect(proof.body).toMatchObject({ workId, transId: 'T27' })
    await asDba(plant.world.database.pool, `update lo_zero_proof set body = replace(body, '"u9"', '"u8"')`)
    const touched = await plant.take('u5', evidenceEndpoints.zeroProof, { id: workId })
    expect(touched.gaps.map(({ rule }) => rule)).toContain('ZE15')
    const draft = await plant.draft()
    expect(await plant.call('u1', evidenceEndpoints.zeroProof, { id: draft })).toMatchObject({
      success: false,
      message: expect.stringContaining('还没有开始作业'),
    })
    const stranger = plant.as('u5', { tenantId: 7 })
    for (const { path: call } of [evidenceEndpoints.zeroProof, evidenceEndpoints.evidencePackage])
      expect(await stranger.get(call, { id: workId })).toMatchObject({
        success: false,
        message: '未找到对应实体',
      })
    const plain = plant.as('u6', { permissions: new Set(['lo:work:list']) })
    expect(await plain.get(evidenceEndpoints.evidencePackage.path, { id: workId })).toMatchObject({
      code: 510,
    })
  })
})

describe('an archive that lies', () => {
  it.each([
    ['../evil.txt', '文件名不安全'],
    ['/etc/passwd', '文件名不安全'],
    ['a/../../b', '文件名不安全'],
    ['C:\\x', '文件名不安全'],
  ])('is refused for the name %s', async (name, text) => {
    const evil = await zipped(new Map([[name, Buffer.from('x')]]))
    expect(() => readArchive(evil)).toThrow(text)
  })

  it('is refused for a bomb, a false size, a false checksum, a name that stands twice and a cut end', async () => {
    const bomb = await zipped(new Map([['a.txt', Buffer.alloc(2 ** 20)]]))
    const central = bomb.lastIndexOf(Buffer.from('504b0102', 'hex'))
    const lies = (offset: number, value: number) => {
      const copy = Buffer.from(bomb)
      copy.writeUInt32LE(value, central + offset)
      return copy
    }
    expect(() => readArchive(lies(24, 10))).toThrow('大小不实')
    expect(() => readArchive(lies(24, 2 ** 30))).toThrow('512 MB')
    expect(() => readArchive(lies(20, 2 ** 30))).toThrow('大小不实')
    expect(() => readArchive(lies(16, 1))).toThrow('校验码不符')
    expect(() => readArchive(bomb.subarray(0, bomb.length - 30))).toThrow('ZIP')
    expect(readArchive(bomb).get('a.txt')?.length).toBe(2 ** 20)
    const sink = collector()
    const writer = zipWriter(sink.stream)
    await writer.add('a.txt', [Buffer.from('1')])
    await writer.add('a.txt', [Buffer.from('2')])
    await writer.finish()
    expect(() => readArchive(sink.bytes())).toThrow('文件重复')
  })
})

interface Proof {
  anchor: { leaf: { rowsRoot: string }; leafPath: string[]; statement: { date: string } }
}
type Writable<T> = { -readonly [K in keyof T]: T[K] }
const writable = <T extends object>(value: T): Writable<T> => value
const fault = (): never => {
  throw new Error('the certificate lacks it')
}
function at<T>(list: readonly T[], index: number): T {
  return list[index] ?? fault()
}
/** Changes the rows of the ticket's chain. */
function edit(chains: readonly Chain[], change: (rows: Chain['rows']) => void): void {
  for (const { kind, rows } of chains) if (kind === 'work') change(rows)
}
function swap(rows: Chain['rows']): void {
  const [a, b] = [at(rows, 4), at(rows, 5)]
  const [first, second] = [
    { ...b, seq: a.seq },
    { ...a, seq: b.seq },
  ]
  rows.splice(4, 2, first, second)
}
function collector() {
  const stream = new PassThrough()
  const parts: Buffer[] = []
  stream.on('data', (part: Buffer) => parts.push(part))
  return { stream, bytes: () => Buffer.concat(parts) }
}
async function zipped(files: Files): Promise<Buffer> {
  const { stream, bytes } = collector()
  const writer = zipWriter(stream)
  for (const [name, content] of files) await writer.add(name, [content])
  await writer.finish()
  return bytes()
}

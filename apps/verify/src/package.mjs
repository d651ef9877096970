import { createHash } from 'node:crypto'
import { checkContent } from './content.mjs'
import { checkChain, checkLogs, checkProof } from './chains.mjs'
import { canonical, isSigned, kidOf, sha256 } from './hashes.mjs'
import { checkPhotos } from './photos.mjs'
import { checkSignatures } from './signatures.mjs'
import { checkZeroEnergy } from './zero-energy.mjs'

const needed = [
  'manifest.json',
  'manifest.sig',
  'public-key.pem',
  'chains.json',
  'proofs.json',
  'zero-energy.json',
]

/** Every rule over every part; the first break is the most telling one: rows before certificates before the manifest. */
export function checkPackage(files, trustedKey) {
  if (isLogArchive(files)) return checkLogArchive(files, trustedKey)
  const breaks = []
  const notes = []
  const say = (rule, text) => breaks.push({ rule, text })
  const missing = needed.filter((name) => !files.has(name))
  if (missing.length > 0)
    return { breaks: [{ rule: 'PK01', text: `证据包缺少 ${missing.join('、')}` }], notes, summary: [] }
  let parts
  try {
    parts = Object.fromEntries(
      needed
        .filter((name) => name.endsWith('.json'))
        .map((name) => [name, JSON.parse(files.get(name).toString('utf8'))]),
    )
  } catch {
    return { breaks: [{ rule: 'PK01', text: '证据包中的 JSON 无法读取' }], notes, summary: [] }
  }
  const {
    'manifest.json': manifest,
    'chains.json': chains,
    'proofs.json': proofs,
    'zero-energy.json': zero,
  } = parts
  const packageKey = files.get('public-key.pem').toString('utf8')
  const publicKey = trustedKey ?? packageKey
  if (trustedKey === null) notes.push('公钥取自证据包本身；请用 --key 指定从企业另行取得的公钥')

  const rows = new Map()
  for (const chain of chains) {
    checkChain(chain, say)
    for (const row of chain.rows) rows.set(`${chain.kind}/${chain.subjectId}/${row.seq}`, row)
  }
  const anchored = new Map()
  for (const proof of proofs) {
    const key = `${proof.kind}/${proof.subjectId}`
    const row = rows.get(`${key}/${proof.seq}`)
    if (row?.hash !== proof.hash)
      say('AN01', `存在证明指向的第 ${proof.seq} 行（${key}）不在证据包中或摘要不同`)
    if (checkProof(proof, publicKey, say)) anchored.set(key, Math.max(anchored.get(key) ?? 0, proof.seq))
  }
  for (const { kind, subjectId, no, rows: list } of chains) {
    const last = list.at(-1)?.seq ?? 0
    const to = anchored.get(`${kind}/${subjectId}`) ?? 0
    const withheld = list.filter(({ row }) => row === null).length
    if (withheld > 0)
      notes.push(`${names[kind]} ${no} 有 ${withheld} 行不向导出人公开，只校验了前后相接，内容未校验`)
    if (to < last) notes.push(`${names[kind]} ${no} 第 ${to + 1} 至 ${last} 行尚未进入锚点`)
  }
  const ticket = chains.find(({ kind }) => kind === 'work')
  if (ticket?.subjectId !== manifest.workId) say('PK02', '证据包中没有本票的流转链')
  const starts = ticket?.rows.filter(({ row }) => JSON.parse(row).diff?.zeroProof) ?? []
  for (const { seq, row } of starts)
    if (!zero.some((each) => each.transSeq === seq && each.hash === JSON.parse(row).diff.zeroProof))
      say('ZE15', `第 ${seq} 行开始作业的零能量证明缺失，或与流转链登记的摘要不符`)
  for (const certificate of zero) {
    if (sha256(certificate.text) !== certificate.hash)
      say('ZE15', `第 ${certificate.transSeq} 行的零能量证明内容与摘要不符`)
    if (!starts.some(({ seq }) => seq === certificate.transSeq))
      say('ZE15', '零能量证明不属于任何一次开始作业')
    checkZeroEnergy(JSON.parse(certificate.text), rows, say)
  }
  // Packages from before the logs had chains have none.
  const logs = files.has('logs.json') ? JSON.parse(files.get('logs.json').toString('utf8')) : null
  const waiting = logs === null ? 0 : checkLogs(logs, publicKey, say)
  if (waiting > 0) notes.push(`${waiting} 行操作日志和数据日志尚未进入锚点`)
  const photos = checkPhotos(files, ticket, say)
  const signatures = checkSignatures(ticket, say, (text) => notes.push(text))
  const seals = checkContent(ticket, say, (text) => notes.push(text))
  checkManifest(files, manifest, publicKey, say)
  const count = chains.reduce((sum, { rows: list }) => sum + list.length, 0)
  const summary = [
    `工作票：${manifest.workNo}`,
    `证据链：${chains.length} 条，${count} 行；锚点证明 ${proofs.length} 个；零能量证明 ${zero.length} 份；日志 ${logs?.rows.length ?? 0} 行；照片 ${photos} 张；签名 ${signatures} 个；内容摘要 ${seals} 个`,
  ]
  return { breaks, notes, summary }
}

const archived = ['manifest.json', 'manifest.sig', 'public-key.pem', 'logs.json']

/** Rows of a log that were removed when their time was over: no ticket, no chain of one. */
function isLogArchive(files) {
  try {
    return JSON.parse(files.get('manifest.json')?.toString('utf8') ?? '{}').format === 'suoan-log-archive/1'
  } catch {
    return false
  }
}

function checkLogArchive(files, trustedKey) {
  const breaks = []
  const notes = []
  const say = (rule, text) => breaks.push({ rule, text })
  const missing = archived.filter((name) => !files.has(name))
  if (missing.length > 0)
    return { breaks: [{ rule: 'PK01', text: `日志归档缺少 ${missing.join('、')}` }], notes, summary: [] }
  let manifest
  let logs
  try {
    manifest = JSON.parse(files.get('manifest.json').toString('utf8'))
    logs = JSON.parse(files.get('logs.json').toString('utf8'))
  } catch {
    return { breaks: [{ rule: 'PK01', text: '日志归档中的 JSON 无法读取' }], notes, summary: [] }
  }
  const publicKey = trustedKey ?? files.get('public-key.pem').toString('utf8')
  if (trustedKey === null) notes.push('公钥取自日志归档本身；请用 --key 指定从企业另行取得的公钥')
  const waiting = checkLogs(logs, publicKey, say)
  if (waiting > 0) say('AN01', `${waiting} 行日志没有锚点`)
  if (logs.rows.length !== manifest.rows) say('PK02', `应有 ${manifest.rows} 行，实有 ${logs.rows.length} 行`)
  checkManifest(files, manifest, publicKey, say, 'suoan-log-archive/1')
  return {
    breaks,
    notes,
    summary: [
      `日志归档：${manifest.kind === 'oplog' ? '操作日志' : '数据日志'}，租户 ${manifest.tenantId}，第 ${manifest.firstNo} 至 ${manifest.lastNo} 号，共 ${logs.rows.length} 行`,
    ],
  }
}

const names = { work: '工作票', lock: '锁具', decision: '开锁判定' }

function checkManifest(files, manifest, publicKey, say, format = 'suoan-evidence/1') {
  if (manifest.format !== format) say('PK01', `不认识的格式 ${manifest.format}`)
  if (!isSigned(publicKey, canonical(manifest), files.get('manifest.sig').toString('utf8')))
    say('PK03', '清单签名无效（清单被修改，或不是这把密钥签的）')
  else if (manifest.kid !== kidOf(publicKey)) say('PK03', '清单登记的密钥号与公钥不符')
  const listed = new Set(['manifest.json', 'manifest.sig', ...manifest.files.map(({ name }) => name)])
  for (const { name, size, sha256: wanted } of manifest.files) {
    const content = files.get(name)
    if (!content) say('PK04', `缺少文件 ${name}`)
    else if (content.length !== size || createHash('sha256').update(content).digest('hex') !== wanted)
      say('PK04', `文件 ${name} 与清单不符（被修改）`)
  }
  for (const name of files.keys()) if (!listed.has(name)) say('PK04', `清单之外的文件 ${name}`)
}

import { changesOf } from './photos.mjs'
import { canonical, sha256 } from './hashes.mjs'

const methods = new Set(['PWD', 'PIN', 'TOTP', 'DRAW', 'SESSION'])

/**
 * SG01 … SG04: every signature in the chain is over its own words (signer, row, way, content, time), over the content
 * the ticket had, made in a way that can be checked, and its handwriting is a photo of the ticket. Answers how many.
 */
export function checkSignatures(ticket, say, note) {
  const images = new Map()
  const seen = new Set()
  let contentHash = null
  let count = 0
  let unhashed = 0
  for (const { seq, rows } of changesOf(ticket)) {
    for (const file of Object.values(rows.files ?? {})) if (file?.path) images.set(file.path, file.sha256)
    const before = contentHash
    for (const row of Object.values(rows.ticket ?? {})) contentHash = row?.contentHash ?? contentHash
    for (const [id, row] of Object.entries(rows.signatures ?? {})) {
      const where = `第 ${seq} 行的签名 ${id}`
      if (row === null || seen.has(id)) {
        say('SG01', `${where}：签名只能增加，不能修改或删除`)
        continue
      }
      seen.add(id)
      count += 1
      // Before signatures were hashed their rows stand in the chain and prove nothing more.
      if (!row.signHash) {
        unhashed += 1
        continue
      }
      if (sha256(textOf(ticket.subjectId, row)) !== row.signHash)
        say('SG01', `${where}：签名内容与签名值不符（签名人、方式、时间或所签内容被修改）`)
      if (row.signedContentHash !== before && row.signedContentHash !== contentHash)
        say('SG02', `${where}：所签内容不是工作票当时的内容`)
      if (!methods.has(row.signType)) say('SG03', `${where}：签名方式 ${row.signType} 无法验证`)
      if (row.signImg && images.get(row.signImg) !== row.imgSha256)
        say('SG04', `${where}：手写签名图不在本票的证据文件中`)
      if (row.signType === 'DRAW' && !row.imgSha256) say('SG04', `${where}：手写签名没有图`)
    }
  }
  if (unhashed > 0) note(`${unhashed} 个签名产生于登记签名值之前，只校验了所在的链`)
  return count
}

/** The words of a signature as they were hashed (suoan-sign/1); what is empty is left out. */
function textOf(workId, row) {
  const said = {
    format: 'suoan-sign/1',
    id: row.id,
    tenantId: row.tenantId,
    workId,
    bizId: row.bizId,
    role: row.signRole,
    signerId: row.signerId,
    personId: row.personId,
    signerName: row.signerName,
    onBehalfOf: row.onBehalfOf,
    witnessId: row.witnessId,
    method: row.signType,
    imageSha256: row.imgSha256,
    contentHash: row.signedContentHash,
    signedAt: Date.parse(row.signTime),
  }
  return canonical(
    Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== null)),
  )
}

import { canonical, isSigned, leafHash, pathRoot, sha256 } from './hashes.mjs'

const names = {
  work: '工作票流转',
  lock: '锁具日志',
  decision: '开锁判定',
  oplog: '操作日志',
  datalog: '数据日志',
}

/** CH01 … CH06: rows follow one another from `start`; the first that does not is named, and nothing behind it. */
export function checkChain({ kind, subjectId, no, start, head, rows }, say) {
  const where = `${names[kind]} ${no}`
  if (start.seq === 0 && start.hash !== sha256(`suoan/${kind}/${subjectId}`))
    return say('CH01', `${where}：链的起点不符`)
  let at = start
  for (const row of rows) {
    if (row.seq > at.seq + 1)
      return say('CH02', `${where}：第 ${row.seq} 行之前缺少第 ${at.seq + 1} 行（被删除）`)
    if (row.seq <= at.seq) return say('CH03', `${where}：第 ${row.seq} 行重复或次序颠倒`)
    if (row.prevHash !== at.hash)
      return say('CH04', `${where}：第 ${row.seq} 行与上一行不相接（被调换、替换或重算）`)
    // A row that this reader may not see has only its place in the chain.
    if (row.row === null) {
      at = row
      continue
    }
    if (sha256(`${row.prevHash}\n${row.row}`) !== row.hash)
      return say('CH05', `${where}：第 ${row.seq} 行的内容被修改`)
    if (JSON.parse(row.row).id !== row.id) return say('CH05', `${where}：第 ${row.seq} 行的编号与内容不符`)
    at = row
  }
  if (at.seq !== head.seq || at.hash !== head.hash)
    say('CH06', `${where}：链在第 ${at.seq} 行结束，应到第 ${head.seq} 行（末尾被截断）`)
}

/** AN02 … AN05: a row leads to the root that the installation signed. Answers whether the row is anchored. */
export function checkProof({ kind, subjectId, seq, row, prevHash, hash, anchor }, publicKey, say) {
  const where = `${names[kind]} ${subjectId} 第 ${seq} 行`
  if (sha256(`${prevHash}\n${row}`) !== hash) say('AN02', `${where}：存在证明中的内容与摘要不符`)
  if (!anchor) return false
  const { statement, leaf } = anchor
  const name = statement.hashName
  if (name !== 'sha256' && name !== 'sm3') say('AN02', `${where}：不认识的摘要算法 ${name}`)
  else if (leaf.kind !== kind || leaf.subjectId !== subjectId || leaf.fromSeq + anchor.rowIndex !== seq)
    say('AN03', `${where}：锚点叶子不是这条链的`)
  else if (
    pathRoot(name, leafHash(name, hash), anchor.rowIndex, anchor.rowCount, anchor.rowPath) !== leaf.rowsRoot
  )
    say('AN03', `${where}：到当日行树根的路径不成立`)
  else if (
    pathRoot(
      name,
      leafHash(name, canonical(leaf)),
      anchor.leafIndex,
      statement.leafCount,
      anchor.leafPath,
    ) !== statement.merkleRoot
  )
    say('AN04', `${where}：到第 ${statement.anchorNo} 号锚点根的路径不成立`)
  else if (!isSigned(publicKey, canonical(statement), anchor.sig))
    say('AN05', `第 ${statement.anchorNo} 号锚点（${statement.date}）的签名无效`)
  else return true
  return false
}

/** LG01 … LG03: rows of the logs lie in links that lead to the signed root. Answers what is not anchored yet. */
export function checkLogs({ links, rows }, publicKey, say) {
  const open = new Set()
  const digests = new Map()
  for (const [name, link] of Object.entries(links)) {
    const said = JSON.parse(link.row)
    if (said.kind !== link.kind || said.subject_id !== link.subjectId || Number(said.seq) !== link.seq)
      say('LG01', `${names[link.kind]} 第 ${link.seq} 批：编号与内容不符`)
    if (!checkProof(link, publicKey, say)) open.add(name)
    digests.set(name, said.digest)
  }
  for (const { link, kind, no, hash, index, count, path, row } of rows) {
    const where = `${names[kind]} 第 ${no} 号`
    if (sha256(row) !== hash || Number(JSON.parse(row).log_no) !== no)
      say('LG02', `${where}：内容与摘要不符（内容被修改）`)
    if (!link.startsWith(`${kind}/`)) say('LG03', `${where}：所在的批不是这个日志的`)
    if (pathRoot('sha256', leafHash('sha256', `${no} ${hash}`), index, count, path) !== digests.get(link))
      say('LG03', `${where}：到所在批的路径不成立`)
  }
  return rows.filter(({ link }) => open.has(link)).length
}

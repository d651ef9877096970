import { canonical, isSigned, leafHash, pathRoot, sha256 } from './hashes.mjs'

const names = { work: '作业票流转', lock: '锁具日志', decision: '开锁判定' }

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

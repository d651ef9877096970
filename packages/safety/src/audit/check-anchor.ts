import type { AnchorCheck } from '@suoan/contract'
import { anchorLeafText, noRoot, previousRootLeaf, treeBuilder } from '@suoan/domain/evidence-chain'
import type { Context } from '@suoan/platform/context'
import { hasHash, treeHash } from '../evidence/hash.ts'
import { loadAnchor, loadLeaves, rootBefore, signatureState } from './anchor-row.ts'

/** Whether an anchor holds: signed, built from its leaves, and standing on the root of the one before. */
export async function checkAnchor(ctx: Pick<Context, 'config' | 'db'>, id: string): Promise<AnchorCheck> {
  const anchor = await loadAnchor(ctx.db, id)
  if (!anchor) return { ok: false, text: '锚点不存在', leaves: 0 }
  const { statement } = anchor
  const no = (text: string): AnchorCheck => ({ ok: false, text, leaves: statement.leafCount })
  if ((await signatureState(ctx, anchor)) === 'invalid') return no('签名无效，锚点内容被修改')
  if (!hasHash(statement.hashName)) return no(`本机不支持摘要算法 ${statement.hashName}`)
  const before = statement.anchorNo === 1 ? noRoot : await rootBefore(ctx.db, statement)
  if (before === null) return no(`前一个锚点（第 ${statement.anchorNo - 1} 号）缺失`)
  if (before !== statement.prevRoot) return no(`前根与第 ${statement.anchorNo - 1} 号锚点的根不符`)
  const hash = treeHash(statement.hashName)
  const tree = treeBuilder(hash)
  tree.add(hash.leaf(previousRootLeaf(statement.anchorNo, statement.prevRoot)))
  for (const leaf of await loadLeaves(ctx.db, id)) tree.add(hash.leaf(anchorLeafText(leaf)))
  if (tree.size !== statement.leafCount)
    return no(`叶子数 ${tree.size} 与锚点记录的 ${statement.leafCount} 不符`)
  if (tree.root() !== statement.merkleRoot) return no('叶子与签名的根不符，叶子被修改')
  return { ok: true, text: '', leaves: tree.size }
}

import type { ZeroProof } from '@suoan/contract'
import { zeroEnergyGaps, type ZeroEnergyBody } from '@suoan/domain/zero-energy'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { sha256 } from '../../evidence/hash.ts'
import { installationSigner } from '../../evidence/signer.ts'
import { fail } from '@suoan/platform/fail'
import { mustSee } from '../visible.ts'

/** The newest zero-energy certificate of a ticket the caller may see, checked again and signed (M1). */
export async function loadZeroProof(ctx: Context, actor: Actor, workId: string): Promise<ZeroProof> {
  await mustSee(ctx, actor, workId)
  const { rows } = await sql<{ body: string; hash: string; transSeq: string; told: string | null }>`
    select p.body, p.hash, p.trans_seq, t.diff->>'zeroProof' as told from lo_zero_proof p
    left join lo_work_trans t on t.work_id = p.work_id and t.seq = p.trans_seq
    where p.work_id = ${workId} and p.tenant_id = ${actor.tenantId} order by p.trans_seq desc limit 1`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw fail('REFUSED', { detail: '本票还没有开始作业，开始时才会生成零能量证明' })
  // Written by `captureZeroProof`; a body that was touched since shows in its hash.
  const body = JSON.parse(row.body) as ZeroEnergyBody
  const gaps = zeroEnergyGaps(body)
  if (sha256(row.body) !== row.hash || row.told !== row.hash)
    gaps.unshift({ rule: 'ZE15', text: '证明内容与流转链登记的摘要不符（被修改）' })
  const signer = installationSigner(ctx.config)
  return {
    transSeq: Number(row.transSeq),
    body,
    text: row.body,
    hash: row.hash,
    gaps,
    kid: signer.kid,
    sig: signer.sign(row.body),
  }
}

import { emergencyRemoval, workAttach, workGas, workMeasure, workPoint, workSign } from '@suoan/contract'
import type { Feature } from '@suoan/platform/http/route'
import { engineOf } from '@suoan/platform/resource'
import type { MayRead } from '@suoan/platform/resource/file-readers'
import { maySee } from './visible.ts'

/** Photos and signatures of a ticket are read by who may see the ticket. */
export function readFilesByTicket({ ctx }: Parameters<Feature>[0]): void {
  const { fileReaders } = engineOf(ctx)
  const mayRead: MayRead = async (_, actor, ids) => {
    for (const id of ids) if (await maySee(ctx, actor, id)) return true
    return false
  }
  for (const rows of [workAttach, workPoint, workGas, workMeasure, workSign, emergencyRemoval])
    fileReaders.on(rows, { whole: 'workId', mayRead })
  fileReaders.onTable({
    name: 'evidence of tickets',
    select: `select subject_id as id from lo_evidence_file where path = $1 and tenant_id = $2 and subject_kind = 'work'`,
    mayRead,
  })
}

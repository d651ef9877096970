import { offlineEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import { answered, type Bind } from '@suoan/platform/http/route'
import type { BindMove, MoveTable } from '../moves/bind-move.ts'
import { mustBeCertified } from '../moves/certified.ts'
import { mustBe } from '../moves/crew.ts'
import { witnessClosure } from '../moves/point-witness.ts'
import { tellEpochs } from '../end-tokens.ts'
import { just } from '../ticket-command.ts'
import { declareLost } from './declare-lost.ts'
import { issueCapsule } from './issue-capsule.ts'
import { listPhones } from './list-phones.ts'
import { carrierFound, revokeCarrier } from './revoke-carrier.ts'
import { syncOps } from './sync-ops.ts'
import { issueTokens } from './tokens.ts'

/** Work where there is no network (3-domain.md §4.6): capsules out, operations back, and who answers for what is missing. */
export function bindOffline(ctx: Context, bind: Bind, bindMove: BindMove, moves: MoveTable): void {
  tellEpochs(ctx)
  bind(offlineEndpoints.capsule, ({ input, actor }) => issueCapsule(ctx, actor, input))
  bind(offlineEndpoints.syncOps, ({ input, actor }) => syncOps(ctx, actor, input, moves))
  bind(offlineEndpoints.offlineToken, ({ input, actor }) =>
    issueTokens(ctx, actor, input.workId, input.deviceSn),
  )
  bind(offlineEndpoints.phones, ({ actor }) => listPhones(ctx, actor))
  bind(offlineEndpoints.carrierLost, ({ input, actor }) => revokeCarrier(ctx, actor, input.deviceSn))
  bind(offlineEndpoints.carrierFound, async ({ input, actor, request }) =>
    answered(null, await carrierFound(ctx, actor, input, request)),
  )
  bindMove(tickets.pointWitness, witnessClosure)
  bindMove(offlineEndpoints.unsyncedOverride, ({ reason }) => ({
    prepare: async (scene) => {
      mustBe(scene.actor, ['PERMIT', 'SAFETY'], '许可人或安全管理人员')
      await mustBeCertified(scene, ['PERMIT', 'SAFETY'])
      await declareLost(scene, reason)
    },
    ...just(null, { note: 'unsyncedOverride', reason }),
  }))
}

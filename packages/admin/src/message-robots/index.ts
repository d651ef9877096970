import { messageRobot } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import type { Feature } from '@suoan/platform/http/route'
import { defineHooks, mountResource, type HookCall } from '@suoan/platform/resource'
import { objectionToAddress, sealedFor } from '../message-queue/index.ts'
import { seal } from '@suoan/platform/secret-key'

/** 群机器人: groups of 企业微信, 钉钉 and 飞书 that are told of events. */
export const messageRobots: Feature = (mount) => {
  mountResource(mount, messageRobot, hooks)
}

interface Written {
  webhook?: string | null
  signSecret?: string | null
  kind?: string | null
}

/** The address is checked, and both secrets are stored sealed; neither is ever answered. */
function close(draft: Written, kind: string | null | undefined, { ctx, scope }: HookCall): void {
  if (draft.signSecret && kind === 'wechat_enterprise')
    throw fail('BAD_INPUT', { detail: '企业微信的群机器人没有加签密钥，请留空' })
  if (draft.webhook) {
    const objection = objectionToAddress(draft.webhook, ctx.config.messageHosts)
    if (objection !== null) throw fail('BAD_INPUT', { detail: `机器人地址不能用：${objection}` })
    draft.webhook = seal(ctx.config, sealedFor(scope.tenantId), draft.webhook)
  }
  if (draft.signSecret) draft.signSecret = seal(ctx.config, sealedFor(scope.tenantId), draft.signSecret)
}

const hooks = defineHooks(messageRobot, {
  beforeAdd(draft, call) {
    if (!draft.webhook) throw fail('BAD_INPUT', { detail: '机器人地址不能为空' })
    close(draft, draft.kind, call)
  },
  beforeEdit(draft, before, call) {
    close(draft, draft.kind ?? before.kind, call)
  },
})

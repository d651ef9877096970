import type { Context } from '@suoan/platform/context'
import { sendMessage } from '../messaging/index.ts'
import { findAccount } from './account.ts'

/**
 * Tells the owner of an account by mail that a way into it changed, so that he notices what he did not do himself.
 * Without an address nothing is sent.
 */
export async function notifyOwner(
  ctx: Context,
  userId: string,
  what: string,
  to?: string | null,
): Promise<void> {
  const account = await findAccount(ctx, { id: userId })
  // When the address itself has changed, the former one is where the owner looks.
  const address = to === undefined ? account?.email : to
  if (!account || !address) return
  await sendMessage(ctx, {
    channel: 'mail',
    purpose: 'security',
    to: address,
    subject: `锁安账号安全提醒：${what}`,
    text: `${account.realname ?? account.username}，您好：\n\n您的账号 ${account.username} 刚刚${what}。\n如果不是您本人操作，请立即联系系统管理员。\n`,
  })
}

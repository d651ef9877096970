import { sendBySmsGateway } from '../../messaging/index.ts'
import { Undeliverable, type Carrier } from '../carrier.ts'

/** Short messages through the configured HTTP gateway. */
export const smsCarrier = (): Carrier => ({
  channel: 'sms',
  atOnce: 4,
  async deliver(ctx, message) {
    const { sms } = ctx.config
    if (sms === undefined) throw new Undeliverable('没有配置短信网关（SMS_URL）')
    await sendBySmsGateway(
      sms,
      { id: message.id, to: message.to, text: message.text, code: null },
      { patienceMs: ctx.config.messageTimeoutMs },
    )
  },
})

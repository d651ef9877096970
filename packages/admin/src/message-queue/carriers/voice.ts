import { sendBySmsGateway } from '../../messaging/index.ts'
import { Undeliverable, type Carrier } from '../carrier.ts'

/** Telephone calls that read a text aloud, through the configured HTTP gateway of a provider. */
export const voiceCarrier = (): Carrier => ({
  channel: 'voice',
  atOnce: 4,
  async deliver(ctx, message) {
    const { voice } = ctx.config
    if (voice === undefined) throw new Undeliverable('没有配置语音网关（VOICE_URL）')
    // The title alone: it is written to be read aloud, and names nobody.
    await sendBySmsGateway(
      voice,
      { id: message.id, to: message.to, text: message.title, code: null },
      { patienceMs: ctx.config.messageTimeoutMs, name: '语音网关', setting: 'VOICE_ACCEPT' },
    )
  },
})

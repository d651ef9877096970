import type { Transporter } from 'nodemailer'
import type { Context } from '@suoan/platform/context'
import { Undeliverable, type Carrier, type Outgoing } from '../carrier.ts'

const CONNECTIONS = 4

/**
 * Mail by SMTP over a few connections that stay open while there is work. A server that accepts and then says nothing, or
 * sends its answer letter by letter, is left after the configured time. A refusal of the receiver (5xx) is final.
 */
export function mailCarrier(): Carrier {
  let transport: Promise<Transporter> | null = null
  const close = (): void => {
    void transport?.then((open) => open.close())
    transport = null
  }
  return {
    channel: 'email',
    atOnce: CONNECTIONS,
    async deliver(ctx, message) {
      const { mail } = ctx.config
      if (mail === undefined) throw new Undeliverable('没有配置邮件服务器（MAIL_URL）')
      transport ??= open(ctx, mail)
      const own = transport
      let timer: NodeJS.Timeout | undefined
      try {
        const tooLong = new Promise<never>((_, reject) => {
          // Each step has its own limit; this one is for a server that keeps talking without an end.
          timer = setTimeout(() => {
            if (transport === own) close()
            reject(new Error('邮件服务器没有在限定时间内收下邮件'))
          }, ctx.config.messageTimeoutMs * 3)
        })
        await Promise.race([(await own).sendMail(mailOf(message, mail.from)), tooLong])
      } catch (error) {
        throw told(error)
      } finally {
        clearTimeout(timer)
      }
    },
    close,
  }
}

async function open(
  ctx: Context,
  mail: { readonly url: string; readonly from: string },
): Promise<Transporter> {
  // Loaded where mail is sent: 15 MB that most installations never need.
  const { createTransport } = await import('nodemailer')
  const patience = ctx.config.messageTimeoutMs
  return createTransport(
    {
      url: mail.url,
      pool: true,
      maxConnections: CONNECTIONS,
      maxMessages: 500,
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
      // Nothing that a text names is fetched or read from the disk (security.md V19).
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: mail.from },
  )
}

const mailOf = (message: Outgoing, from: string) => ({
  // An address by itself, so that no text of a receiver can become a second one.
  to: { name: '', address: message.to },
  subject: message.title,
  text: message.text,
  ...(message.html === null ? {} : { html: message.html }),
  // The same in every attempt: a mail server that has taken it before may drop the second one.
  messageId: `<${message.id}@${hostOf(from)}>`,
  ...(message.level === 3 ? { priority: 'high' as const } : {}),
})

const hostOf = (from: string): string => /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'suoan.invalid'

/** The failure as an administrator reads it; final where the server refused for good. */
function told(error: unknown): Error {
  const { code, responseCode, response, command } = error as {
    code?: string
    responseCode?: number
    response?: string
    command?: string
  }
  const answer = response === undefined ? '' : `：${[...response].slice(0, 120).join('')}`
  if (code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500)
    return new Undeliverable(`邮件服务器拒绝了收件人${answer}`)
  if (code === 'EMESSAGE' && responseCode !== undefined && responseCode >= 500)
    return new Undeliverable(`邮件服务器拒绝了邮件内容${answer}`)
  if (code === 'EAUTH') return new Error(`邮件服务器不接受账号或密码，请检查 MAIL_URL${answer}`)
  if (code === 'ETIMEDOUT') return new Error('邮件服务器没有回应，已放弃等待')
  if (code === 'ECONNECTION' || code === 'ESOCKET' || code === 'EDNS')
    return new Error(`连不上邮件服务器，请检查 MAIL_URL 和网络（${command ?? code}）`)
  return error instanceof Error ? error : new Error(String(error))
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

const PATIENCE_MS = 10_000

/** Hands a mail to the configured SMTP server; throws when it is not taken. */
export async function sendByMailServer(
  server: { readonly url: string; readonly from: string },
  mail: Mail,
): Promise<void> {
  // Loaded where mail is sent: 15 MB that most installations never need.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(
    // A plain `smtp:` is upgraded by STARTTLS when the server offers it.
    {
      url: server.url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    },
    { from: server.from },
  )
  try {
    await transport.sendMail({ to: mail.to, subject: mail.subject, text: mail.text })
  } finally {
    transport.close()
  }
}

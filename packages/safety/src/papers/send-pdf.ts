import type { FastifyReply } from 'fastify'

/** Sends a PDF as a file of this name; a paper is kept by nobody on its way. */
export async function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): Promise<null> {
  await reply
    .header('content-type', 'application/pdf')
    .header('content-length', pdf.length)
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(pdf)
  return null
}

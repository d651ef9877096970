import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { dataSourceTls, type DataSourceKind, type DataSourceTls } from '@suoan/contract'

/** How a source is connected to: in the clear, encrypted, or encrypted to a server whose certificate was checked. */
export type SourceTls =
  | { readonly mode: 'off' }
  | { readonly mode: 'require' }
  | {
      readonly mode: 'verify'
      /** PEM; undefined = those that everybody knows. */
      readonly ca: string | undefined
      /** As the source names it: what the certificate must be about, whichever address it was resolved to. */
      readonly host: string
    }

interface Asked {
  readonly dbTls?: string | null | undefined
  readonly dbCa?: string | null | undefined
}

/** Reads what a row or a form says; a text says why it cannot be (Chinese). Empty means in the clear, as for rows of before. */
export function readTls(
  { dbTls, dbCa }: Asked,
  engine: DataSourceKind['engine'],
  host: string,
): SourceTls | string {
  const asked = dbTls || 'off'
  const mode = dataSourceTls.find((one): one is DataSourceTls => one === asked)
  if (mode === undefined) return '“加密连接”请选择 不加密、加密但不核对证书 或 加密并核对证书'
  const ca = dbCa?.trim() || undefined
  if (ca !== undefined) {
    const problem = problemOf(ca)
    if (problem !== null) return problem
  }
  if (mode !== 'verify') return { mode }
  // Its driver checks names only; with an address it would check another one.
  if (engine === 'mysql' && isIP(host) !== 0)
    return '核对 MySQL、MariaDB 的证书时，“主机”要填证书上的主机名，不能填 IP 地址'
  return { mode, ca, host }
}

const block = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

function problemOf(pem: string): string | null {
  const wrong = '“CA证书”要填 PEM 格式的证书，以 -----BEGIN CERTIFICATE----- 开头，不能含私钥'
  const blocks = pem.match(block) ?? []
  if (blocks.length === 0 || pem.replace(block, '').trim() !== '') return wrong
  for (const one of blocks)
    try {
      void new X509Certificate(one)
    } catch (error) {
      // OpenSSL names what it did not understand by a code of its own.
      if (error instanceof Error && 'code' in error) return wrong
      throw error
    }
  return null
}

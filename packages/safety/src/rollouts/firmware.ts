import { FIRMWARE_MAX_BYTES, type FirmwareRow, type InputOf, type rolloutEndpoints } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { createHash, createPublicKey, verify } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { originOf, recordAudit } from '@suoan/platform/resource'

type Stored = Omit<FirmwareRow, 'createTime'> & { createTime: Date }
const shown = (row: Stored): FirmwareRow => ({ ...row, createTime: shanghaiTime(row.createTime.getTime()) })
const columns = sql.raw('id, kind, version, file_name, size, sha256, create_time, create_by')

/** Images of the tenant, newest first; without their content. */
export async function listFirmware(ctx: Context, actor: Actor): Promise<FirmwareRow[]> {
  const { rows } = await sql<Stored>`select ${columns} from lo_firmware where tenant_id = ${actor.tenantId}
    order by create_time desc, id desc limit 200`.execute(ctx.db)
  return rows.map(shown)
}

/**
 * Keeps an image that one of the makers' keys (FIRMWARE_KEYS) has signed for this kind and version; the same version is never
 * replaced, so that what was tested in the first stage is what the last one gets.
 */
export async function storeFirmware(
  ctx: Context,
  actor: Actor,
  input: InputOf<(typeof rolloutEndpoints)['upload']>,
  request: FastifyRequest,
): Promise<FirmwareRow> {
  const { kind, version, fileName, signature } = input
  const image = Buffer.from(input.image, 'base64')
  if (image.length === 0) throw fail('BAD_INPUT', { detail: '固件文件是空的，请重新选择' })
  if (image.length > FIRMWARE_MAX_BYTES) throw fail('BAD_INPUT', { detail: '固件最大 1 MB，请联系厂家拆分' })
  const { firmwareKeys } = ctx.config
  if (firmwareKeys.length === 0)
    throw fail('REFUSED', { detail: '服务器没有配置厂家公钥（FIRMWARE_KEYS），无法核对签名，不能上传固件' })
  const sha256 = createHash('sha256').update(image).digest('hex')
  const signed = Buffer.from(`${kind}\n${version}\n${sha256}`)
  if (!firmwareKeys.some((key) => isSignedBy(key, signed, signature)))
    throw fail('REFUSED', {
      detail: '签名与固件不符：请核对设备类别、版本号、固件文件与签名是否为厂家发布的同一套',
    })
  const now = ctx.clock.now()
  return await inTransaction(ctx, async (tx) => {
    const { rows } = await sql<Stored>`
      insert into lo_firmware (id, tenant_id, kind, version, file_name, size, sha256, signature, image, create_by, create_time)
      values (${newId()}, ${actor.tenantId}, ${kind}, ${version}, ${fileName}, ${image.length}, ${sha256}, ${signature},
        ${image}, ${actor.username}, ${new Date(now)})
      on conflict (tenant_id, kind, version) do nothing returning ${columns}`.execute(tx)
    const [row] = rows
    if (row === undefined)
      throw fail('REFUSED', { detail: `固件版本 ${version} 已存在，同一版本不能替换，请使用新的版本号` })
    const content = `固件：上传 ${kind} ${version}（${fileName}，SHA-256 ${sha256}）`
    await recordAudit(tx, { actor, content, operateType: 2, origin: originOf(request), now })
    return shown(row)
  })
}

function isSignedBy(key: string, signed: Buffer, signature: string): boolean {
  const x = Buffer.from(key, 'base64').toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, signed, publicKey, Buffer.from(signature, 'base64'))
}

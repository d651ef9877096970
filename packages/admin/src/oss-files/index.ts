import { ossFile, ossFileEndpoints, type OssFileRow } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import { discardFile, receiveFile } from '@suoan/platform/files'
import { answered, type Call, type Feature } from '@suoan/platform/http/route'
import { defineHooks, mountResource, originOf, recordAudit, resourceStore } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'

const hooks = defineHooks(ossFile, {
  afterDelete: async (rows, { tx, actor }) => {
    for (const { url } of rows) if (url !== null) await discardFile(tx, actor.tenantId, url)
  },
})

/** 对象存储 (4-api.md §6.3). A file is read by who may read its row, as every stored file is. */
export const ossFiles: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, ossFile, hooks)
  bind(ossFileEndpoints.upload, async (call) => answered(await keep(ctx, call), '上传成功！'))
  // The older client reads the address where the call of every upload has it.
  bind(ossFileEndpoints.uploadMinio, async (call) => answered(null, (await keep(ctx, call)).url, 0))
}

/** Stores the file of a call, and the row that holds it. */
async function keep(ctx: Context, { actor, request }: Call<unknown>): Promise<OssFileRow> {
  const scope = await dataScope(ctx, actor, ossFile)
  let id = ''
  const { path: url, name: fileName } = await receiveFile(ctx, { actor, request }, async (tx, file) => {
    const now = ctx.clock.now()
    const values = { fileName: file.name, url: file.path }
    const row = await resourceStore(ossFile).insert(tx, scope, values, now)
    id = String(row['id'])
    await recordAudit(
      tx,
      { actor, content: `对象存储：上传 ${file.name}`, operateType: 2, origin: originOf(request), now },
      [{ resource: ossFile, before: null, after: row }],
    )
  })
  return { id, fileName, url }
}

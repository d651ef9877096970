import { duplicateEndpoints, permissionOf } from '@suoan/contract'
import { and, eq, everything, ne, readFieldValue } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { snakeCase } from '@suoan/platform/db/columns'
import { dataScope } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import { answered, type Answered, type Feature } from '@suoan/platform/http/route'
import { compile, engineOf, resourceStore } from '@suoan/platform/resource'

/**
 * Whether a value is free (4-api.md §7.23): only for fields described as unique, within the caller's data (V3), and only
 * for whoever may add or edit such rows. For everybody else it would tell whose number, mail and account exist (V15).
 */
export const duplicateCheck: Feature = ({ ctx, bind }) => {
  bind(duplicateEndpoints.check, ({ input, actor }) => check(ctx, actor, input, 'without'))
  bind(duplicateEndpoints.checkDelFlag, ({ input, actor }) => check(ctx, actor, input, 'with'))
}

async function check(
  ctx: Context,
  actor: Actor,
  input: { tableName: string; fieldName: string; fieldVal: string; dataId?: string | undefined },
  deleted: 'with' | 'without',
): Promise<Answered<null>> {
  if (input.fieldVal.trim() === '') return answered(null, '数据为空,不作处理！', 500, true)
  const resource = engineOf(ctx)
    .resources()
    .find(({ table }) => table === input.tableName)
  const name = Object.entries(resource?.fields ?? {}).find(
    ([field, { unique }]) => unique === true && snakeCase(field) === snakeCase(input.fieldName),
  )?.[0]
  const type = resource && name !== undefined ? compile(resource).filterFields[name]?.type : undefined
  if (!resource || name === undefined || type === undefined) throw fail('DICT_REFUSED')
  const writing = ['add', 'edit'].map((verb) => permissionOf(resource, verb))
  if (!writing.some((code) => actor.permissions.has(code))) throw fail('FORBIDDEN')
  const value = readFieldValue(type, input.fieldVal)
  if (value === undefined) return answered(null, '该值可用！')
  const scope = await dataScope(ctx, actor, resource, ...writing)
  const others = input.dataId ? ne('id', input.dataId) : everything
  const taken = await resourceStore(resource).list(ctx.pool, scope, and(eq(name, value), others), {
    limit: 1,
    deleted,
  })
  return taken.length > 0
    ? answered(null, '该值不可用，系统中已存在！', 500, false)
    : answered(null, '该值可用！')
}

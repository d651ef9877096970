import * as contract from '@suoan/contract'
import type { Endpoint } from '@suoan/contract'
import type { Feature } from '../http/route.ts'
import { appVersion } from '../version.ts'
import { openApi } from './open-api.ts'

/** 接口文档, behind a session: it names every call and its permission. Made when it is first asked for. */
export const apiDoc: Feature = ({ ctx, bind }) => {
  let text: string | null = null
  bind(contract.apiDocEndpoints.openApi, async ({ reply }) => {
    text ??= JSON.stringify(
      openApi(
        { endpoints: everyEndpoint(), resources: contract.resources },
        { apiBase: ctx.config.apiBase, version: appVersion },
      ),
    )
    await reply.header('content-type', 'application/json; charset=utf-8').send(text)
    return null
  })
}

/** Whatever the contract exports as `…Endpoints`. */
function everyEndpoint(): Endpoint[] {
  return Object.entries(contract)
    .filter(([name, value]) => name.endsWith('Endpoints') && typeof value === 'object')
    .flatMap(([, value]) => Object.values(value as Readonly<Record<string, Endpoint>>))
}

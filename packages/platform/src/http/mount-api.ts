import multipart from '@fastify/multipart'
import { uploadBytes } from '@suoan/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { guardRoutes, refuseUndeclaredRoutes, type Authenticate } from './access.ts'
import { createBind } from './bind.ts'
import { allowOrigins } from './cors.ts'
import { handleErrors } from './error-handler.ts'
import { readJsonBodies } from './json-body.ts'
import type { NamedFeature } from './route.ts'
import { answerUnknownPaths } from './unknown-paths.ts'

/** What the API is made of; a test mounts the features it is about and another proof of who calls. */
export interface ApiParts {
  readonly authenticate: Authenticate
  /** Mounts the sockets below the API base. */
  readonly sockets?: (api: FastifyInstance) => void
  /** Mounted in this order. */
  readonly features: readonly NamedFeature[]
}

/** Mounts every feature below the API base: CORS → who → may → body → handler → envelope. */
export async function mountApi(app: FastifyInstance, ctx: Context, parts: ApiParts): Promise<void> {
  await app.register(
    async (api) => {
      refuseUndeclaredRoutes(api)
      allowOrigins(api, ctx.config)
      handleErrors(api, ctx)
      answerUnknownPaths(api)
      readJsonBodies(api)
      await api.register(multipart, {
        limits: { fileSize: uploadBytes, files: 1, fields: 20, fieldSize: 100_000, parts: 24 },
      })
      guardRoutes(api, ctx, parts.authenticate)
      parts.sockets?.(api)
      const bind = createBind(api, ctx)
      for (const { mount } of parts.features) await mount({ app: api, ctx, bind })
    },
    { prefix: ctx.config.apiBase },
  )
}

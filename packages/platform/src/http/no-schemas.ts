import type { FastifyServerOptions } from 'fastify'

const refuse = (): never => {
  throw new Error('a route has a JSON schema; endpoints are checked by their definitions in the contract')
}

/**
 * For `schemaController`: no route of ours has a JSON schema, endpoints are checked by their definitions. The compilers for
 * schemas, which fastify loads unless it is given others, cost every start a twentieth of its time. A route that comes with a
 * schema after all ends the start.
 */
export const noSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
}

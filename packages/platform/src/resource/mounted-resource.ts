import type { Resource } from '@suoan/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { CompiledResource } from '../db/compile.ts'
import type { Hooks } from './hooks.ts'
import type { ResourceStore } from './store.ts'

/** A resource in service: its description, what is worked out from it, and its hooks. */
export interface MountedResource {
  readonly ctx: Context
  readonly resource: Resource
  readonly compiled: CompiledResource
  readonly store: ResourceStore
  readonly hooks: Hooks
}

/** Answers one verb; what it returns goes into the envelope, unless it sent a file itself. */
export type VerbHandler = (
  mounted: MountedResource,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>

import { permissionOf, verbTable, type Fields, type Resource, type Verb } from '@suoan/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { sendOutcome } from '../http/envelope.ts'
import { isAnswered } from '../http/is-answered.ts'
import { compile } from '../db/compile.ts'
import { engineOf } from './engine.ts'
import { importPreview } from './import-sheet.ts'
import { importTemplate } from './import-template.ts'
import type { Hooks } from './hooks.ts'
import { exportJob } from './order-export.ts'
import { readVerbs } from './read-verbs.ts'
import { sheetVerbs } from './sheet-verbs.ts'
import { resourceStore } from './store.ts'
import { answerTree } from './tree.ts'
import { writeVerbs } from './write-verbs.ts'
import type { MountedResource, VerbHandler } from './mounted-resource.ts'

const handlers: Record<Verb, VerbHandler> = { ...readVerbs, ...writeVerbs, ...sheetVerbs }

/**
 * Maps the verbs of a resource to routes (4-api.md §1.9), each with its permission. Trees also answer
 * `queryTreeList`, unless a route of that path stands already (bind your own before).
 */
export function mountResource<F extends Fields>(
  { app, ctx }: { readonly app: FastifyInstance; readonly ctx: Context },
  // The engine works on the plain value; the fields' exact types matter to hooks only.
  resource: Resource<F>,
  hooks: Hooks = {},
): void {
  const plain: Resource = resource
  const mounted: MountedResource = {
    ctx,
    resource: plain,
    compiled: compile(plain),
    store: resourceStore(plain),
    hooks,
  }
  engineOf(ctx).register(plain)
  engineOf(ctx).mounted.set(plain.name, mounted)
  const route = (
    path: string,
    methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[],
    action: string,
    handler: VerbHandler,
    bodyLimit?: number,
  ): void => {
    app.route({
      method: [...methods],
      url: `${plain.path}/${path}`,
      // As in `bind.ts`: a HEAD of an export would make all of it.
      exposeHeadRoute: false,
      config: {
        access: { permission: permissionOf(plain, action) },
        title: plain.title,
        sendsFile: path === 'exportXls' || path === 'importTemplate',
        ...(isPlatforms(plain, action) ? { platformOnly: plain.title } : {}),
      },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      handler: async (request, reply) => {
        const outcome = await handler(mounted, request, reply)
        return isAnswered(reply) || outcome === reply ? reply : sendOutcome(reply, ctx.clock.now(), outcome)
      },
    })
  }
  for (const { verb, methods, action } of verbTable) {
    if (!plain.verbs.includes(verb)) continue
    route(verb, methods, action, handlers[verb])
  }
  if (plain.verbs.includes('exportXls')) route('exportJob', ['POST'], 'export', exportJob)
  if (plain.verbs.includes('importExcel')) {
    route('importTemplate', ['GET'], 'import', importTemplate)
    route('importPreview', ['POST'], 'import', importPreview)
  }
  if (plain.traits.tree && plain.verbs.includes('list')) {
    const url = `${ctx.config.apiBase}${plain.path}/queryTreeList`
    if (!app.hasRoute({ method: 'GET', url })) route('queryTreeList', ['GET'], 'list', answerTree)
  }
}

const reading: ReadonlySet<string> = new Set(['list', 'export'])

/** Rows of the platform are changed by the platform; some are not even read by others. */
const isPlatforms = ({ traits: { belongsTo } }: Resource, action: string): boolean =>
  belongsTo === 'platformOnly' || (belongsTo === 'platform' && !reading.has(action))

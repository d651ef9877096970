import type { Context } from '@suoan/platform/context'

/** Notes each break of a chain that becomes an alarm (A11), as `<kind> <id>`. */
export function noteBreaks(ctx: Context): string[] {
  const noted: string[] = []
  ctx.reactions.declare({
    name: 'test.breaks',
    title: '测试',
    event: 'chain.broken',
    key: ({ id }) => id,
    handle: async (_, breaks) => void noted.push(...breaks.map(({ kind, id }) => `${kind} ${id}`)),
  })
  return noted
}

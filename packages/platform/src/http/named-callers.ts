import type { Context, Actor } from '../context.ts'

/** Whether somebody is named on work that is under way (`Access.orNamed`). */
export type IsNamed = (actor: Actor) => Promise<boolean>

const asked = new WeakMap<Context, IsNamed>()

/** The feature of tickets says who is named; without it nobody is. */
export function nameCallers(ctx: Context, isNamed: IsNamed): void {
  asked.set(ctx, isNamed)
}

export const isNamedCaller = async (ctx: Context, actor: Actor): Promise<boolean> =>
  (await asked.get(ctx)?.(actor)) ?? false

/** The low-code app whose page is shown: its id goes along with every call, its filter into every query. */
export interface LowApp {
  readonly appId: string
  readonly filter: Readonly<Record<string, unknown>>
}

/**
 * Reads the low-code app out of a route (1-shell.md §7, 4-api.md §1.7).
 * @param name of the route: those of low-code apps begin with `low-app`
 * @param params of the route and of its query: `appId`, and `lowAppFilter` as JSON text of an object
 * @returns null anywhere else
 */
export function lowAppOf(name: string, params: Readonly<Record<string, string | undefined>>): LowApp | null {
  const appId = params['appId']
  if (!name.startsWith('low-app') || !appId) return null
  return { appId, filter: filterOf(params['lowAppFilter']) }
}

function filterOf(text: string | undefined): Readonly<Record<string, unknown>> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch (error) {
    // An address that somebody has cut short; the list then shows everything he may see.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

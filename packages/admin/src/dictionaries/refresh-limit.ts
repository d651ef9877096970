/** Between two refreshes, ms: a session asks once at its start and when somebody presses the button. */
const ofSession = 10_000
/** Sessions of one tenant come at the same moment in the morning; one of them refreshes for all. */
const ofTenant = 2_000

/**
 * Which of the calls that refresh the dictionaries do it (4-api.md §5.2). Every client calls it, whatever its rights, so a
 * call is never refused; but each refresh makes every node read all dictionaries anew, and one session in a loop would
 * keep them at it. What was refreshed a moment ago is fresh: changes through the system are seen at once without it.
 */
export function refreshLimit() {
  const last = new Map<string, number>()
  const isRecent = (key: string, now: number, pause: number): boolean => {
    const at = last.get(key)
    // By distance: a clock that steps back must not stop refreshing for an hour.
    return at !== undefined && Math.abs(now - at) < pause
  }
  return {
    /** Whether this call refreshes; then it counts. */
    takes({ sessionId, tenantId }: { sessionId: string; tenantId: number }, now: number): boolean {
      const [session, tenant] = [`s/${sessionId}`, `t/${tenantId}`]
      if (isRecent(session, now, ofSession) || isRecent(tenant, now, ofTenant)) return false
      for (const key of last.keys()) if (!isRecent(key, now, ofSession)) last.delete(key)
      last.set(session, now)
      last.set(tenant, now)
      return true
    },
    /** How many sessions and tenants are remembered. */
    get size(): number {
      return last.size
    },
  }
}

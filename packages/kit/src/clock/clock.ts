/** The one place that reads the time. Everything else receives a clock and stays testable. */
export type Clock = {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number
}

// What the server's process is started with; what its user has set himself goes before.

export const serverEnvironment = {
  // The C library keeps a pool of memory for each of our dozen threads otherwise: 12 MB that nobody uses.
  MALLOC_ARENA_MAX: '2',
  // Naming the library's own limit keeps it from raising it after the first large piece: what a rush or the start needed is
  // given back.
  MALLOC_TRIM_THRESHOLD_: '131072',
}

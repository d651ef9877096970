/** Pauses between attempts to open, ms, and how many there are (spec/2-data-entry.md §4). */
const pause = 100
const attempts = 3

/**
 * Opens what may have no place yet: at once, else after each pause, a few times. `giveUp` is told once none of them opened it.
 * @returns stops it
 */
export function openRetried(open: () => boolean, giveUp: () => void): () => void {
  if (open()) return () => undefined
  let tried = 0
  const timer = setInterval(() => {
    tried++
    const isOpen = open()
    if (!isOpen && tried < attempts) return
    clearInterval(timer)
    if (!isOpen) giveUp()
  }, pause)
  return () => clearInterval(timer)
}

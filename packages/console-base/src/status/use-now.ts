import { useEffect, useState } from 'react'
import { serverNow } from '../request/server-clock.ts'

/**
 * The present time of this device in epoch ms, renewed every `everyMs`; stands still while its tab is hidden. For what has
 * happened here, e.g. when an answer came; times of the server are compared with `useServerNow`.
 */
export const useNow = (everyMs = 15_000): number => useClock(Date.now, everyMs)

/** The same by the clock of the server: for the ages and ends of what it says, whatever the clock of this device shows. */
export const useServerNow = (everyMs = 15_000): number => useClock(serverNow, everyMs)

function useClock(read: () => number, everyMs: number): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    setNow(read())
    const timer = setInterval(() => setNow(read()), everyMs)
    return () => clearInterval(timer)
  }, [read, everyMs])
  return now
}

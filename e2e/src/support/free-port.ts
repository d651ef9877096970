import { createServer } from 'node:net'

/** A port that is free now. With `from` the first free one from there on, else one that the system picks. */
export async function freePort(from = 0): Promise<number> {
  for (let port = from; ; port += 1) {
    const found = await tryPort(port)
    if (found !== null) return found
    if (port - from > 200) throw new Error(`no free port from ${from} on`)
  }
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const taken = typeof address === 'object' && address !== null ? address.port : port
      server.close(() => resolve(taken))
    })
  })
}

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line to a server that can be cut and mended. */
export interface CutLine extends AsyncDisposable {
  readonly url: string
  /** Every connection ends and no new one is taken. */
  cut(): void
  /** Connections are taken and nothing is ever answered. */
  hang(): void
  mend(): void
}

/** Listens on 127.0.0.1 and passes everything on to the server at `url`. */
export async function cutLine(url: string): Promise<CutLine> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let state: 'whole' | 'cut' | 'hanging' = 'whole'
  const keep = (socket: Socket): void => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const server = createServer((near) => {
    keep(near)
    if (state === 'cut') return near.destroy()
    if (state === 'hanging') return
    const far = connect(Number(port), hostname)
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = (): void => {
    for (const socket of open) socket.destroy()
  }
  const turn = (to: typeof state) => () => {
    state = to
    endAll()
  }
  return {
    // A server that listens on a port has an address.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: turn('cut'),
    hang: turn('hanging'),
    mend: turn('whole'),
    async [Symbol.asyncDispose]() {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

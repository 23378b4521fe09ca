import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A connection to a database that a test can break. */
export type Line = {
  /** The database's URL, through the line. */
  url: string
  /** Closes every connection. New ones are accepted. */
  cut: () => void
  /** Blocks data from now on, but connections stay open. */
  hang: () => void
  /** Closes every connection, and accepts no new one. */
  close: () => void
}

/** @param target the database's URL */
export async function startLine(target: string): Promise<Line> {
  const url = new URL(target)
  const { port } = url
  const sockets = new Set<Socket>()
  let hangs = false
  const server = createServer((near) => {
    const far = connect(Number(port), url.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(
        from
          .on('error', () => {})
          .on('close', () => {
            sockets.delete(from)
            to.destroy()
          }),
      )
      if (!hangs) from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a server on a port has such an address
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    url: url.href,
    cut,
    hang() {
      hangs = true
      sockets.forEach((socket) => socket.unpipe().pause())
    },
    close() {
      server.close()
      cut()
    },
  }
}

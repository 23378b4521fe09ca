import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A connection to a database which a test can break. */
export type Line = {
  /** The database's URL through this connection. */
  url: string
  /** Closes all connections. New connections are accepted. */
  cut: () => void
  /** Transfers no more data, but keeps the connections open. */
  hang: () => void
  /** Closes all connections, and accepts no new ones. */
  close: () => void
}

/** Starts a line. @param target the database's URL */
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
  // a server that listens on a port has this type of address
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

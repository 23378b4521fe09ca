import { createServer, type Server } from 'node:net'

const host = '127.0.0.1'

/** Whether the port can be bound on 127.0.0.1 now. */
export async function isFree(port: number): Promise<boolean> {
  const server = await bind(port)
  await close(server)
  return server !== undefined
}

/**
 * Finds `count` different free ports on 127.0.0.1. It binds all of them at the same time, and then
 * releases them.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => bind(0)))
  const ports = servers.map((server) => portOf(server))
  await Promise.all(servers.map(close))
  return ports
}

function bind(port: number): Promise<Server | undefined> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
    )
    server.listen(port, host, () => resolve(server))
  })
}

function portOf(server: Server | undefined): number {
  const address = server?.address()
  if (!address || typeof address === 'string') throw new Error('This machine has no free port.')
  return address.port
}

function close(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()))
}

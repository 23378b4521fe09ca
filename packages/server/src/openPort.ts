import type { Server } from 'node:net'

/**
 * The port and the host on which to listen. With `fallback`, any free port is used if the wanted
 * port is taken.
 */
export type ListenOptions = { port: number; host?: string; fallback?: boolean }

/**
 * The maximum number of connections that wait to be accepted: as many as the system allows (Linux:
 * net.core.somaxconn, 4096). With Node's default of 511, some connections are reset when a thousand
 * visitors connect at once.
 */
const backlog = 65_535

/**
 * Lets a server listen, by default for this machine only. It resolves to the port.
 * @throws the socket's error, such as EADDRINUSE without `fallback`
 */
export async function openPort(
  server: Server,
  { port, host = '127.0.0.1', fallback = false }: ListenOptions,
): Promise<number> {
  try {
    await open(server, port, host)
  } catch (error) {
    if (!fallback || !isTaken(error)) throw error
    await open(server, 0, host)
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function open(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/** Returns the host part of a URL that reaches this address from this machine. */
export function nameOf(host = '127.0.0.1'): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

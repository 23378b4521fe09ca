import type { Server } from 'node:net'

/**
 * The port and host to listen on. With `fallback` any free port is used when the wanted one is
 * taken.
 */
export type ListenOptions = { port: number; host?: string; fallback?: boolean }

/**
 * Max connections that wait to be accepted: as many as the system allows (Linux:
 * net.core.somaxconn, 4096). Node's 511 are full when a thousand visitors connect at once, and some
 * of the others are reset.
 */
const backlog = 65_535

/**
 * Opens a server, by default on this machine only; resolves to its port. @throws the socket's
 * error, for instance EADDRINUSE without `fallback`
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

/** The host part of a URL that reaches this address from this machine. */
export function nameOf(host = '127.0.0.1'): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

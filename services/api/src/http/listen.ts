import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'

type Fetch = Parameters<typeof getRequestListener>[0]
/** Where to listen. `fallback` takes any free port when the wanted one is taken. */
export type ListenOptions = { port: number; host?: string; fallback?: boolean }
/** A server that answers. */
export type Listening = { url: string; port: number; close: (options?: { drain?: number }) => Promise<void> }

/** Milliseconds in which a client has to have sent its request. */
const requestLimit = 30_000
/** Milliseconds that running requests have to end when the server closes. */
const drainLimit = 5_000

/**
 * Opens an HTTP server, by default on this machine only.
 * @throws the socket's error, for instance EADDRINUSE without `fallback`
 */
export async function listen(fetch: Fetch, { port, host = '127.0.0.1', fallback = false }: ListenOptions): Promise<Listening> {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  const server = createServer({ requestTimeout: requestLimit, headersTimeout: requestLimit }, (request, response) => void listener(request, response))
  try {
    await open(server, port, host)
  } catch (error) {
    if (!fallback || !isTaken(error)) throw error
    await open(server, 0, host)
  }
  const { port: taken } = server.address() as AddressInfo // a server on a port has such an address
  return { url: `http://${nameOf(host)}:${taken}`, port: taken, close: ({ drain = drainLimit } = {}) => close(server, drain) }
}

function open(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function close(server: Server, drain: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drain)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

import type { AddressInfo, Socket } from 'node:net'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'

type Fetch = Parameters<typeof getRequestListener>[0]
/** Where to listen. `fallback` takes any free port when the wanted one is taken. */
export type ListenOptions = { port: number; host?: string; fallback?: boolean }
/** A server that answers. */
export type Listening = { url: string; port: number; close: (options?: { drain?: number }) => Promise<void> }

/** Milliseconds in which a client has to have sent its request. */
const requestLimit = 30_000
/** Milliseconds that a connection may be idle: longer than proxies keep theirs, so that none is closed under a request on its way. */
const idleLimit = 65_000
/** Milliseconds that running requests have to end when the server closes. */
const drainLimit = 5_000

/**
 * Opens an HTTP server, by default on this machine only.
 * @throws the socket's error, for instance EADDRINUSE without `fallback`
 */
export async function listen(fetch: Fetch, { port, host = '127.0.0.1', fallback = false }: ListenOptions): Promise<Listening> {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false })
  const server = createServer({ requestTimeout: requestLimit, headersTimeout: requestLimit, keepAliveTimeout: idleLimit }, (request, response) => void listener(request, response))
  const closeIdle = followConnections(server)
  try {
    await open(server, port, host)
  } catch (error) {
    if (!fallback || !isTaken(error)) throw error
    await open(server, 0, host)
  }
  const { port: taken } = server.address() as AddressInfo // a server on a port has such an address
  return { url: `http://${nameOf(host)}:${taken}`, port: taken, close: ({ drain = drainLimit } = {}) => close(server, closeIdle, drain) }
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

/**
 * Makes the function that closes the connections on which no request is running. Node's own leaves out connections that have
 * not been used yet, and lets a browser keep one that has just been answered.
 */
function followConnections(server: Server): () => void {
  const running = new Map<Socket, number>()
  const closeIdle = () => running.forEach((requests, socket) => requests === 0 && socket.destroySoon())
  server.on('connection', (socket) => {
    running.set(socket, 0)
    socket.once('close', () => running.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const count = (change: 1 | -1) => running.has(socket) && running.set(socket, (running.get(socket) ?? 0) + change)
    count(1)
    response.once('close', () => {
      count(-1)
      if (!server.listening) closeIdle()
    })
  })
  return closeIdle
}

function close(server: Server, closeIdle: () => void, drain: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drain)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    closeIdle()
  })
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

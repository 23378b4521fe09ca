import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A moment in a forwarded request: before the target gets it, or before its answer goes back. */
export type GateMoment = 'asked' | 'answered'
/** A server that forwards to another one, and can stop a request at a moment. */
export type Gate = {
  url: string
  /** Called at every moment; while it says so, the request is cut off there. */
  cut: (body: string, moment: GateMoment) => boolean
  close: () => Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // without an encoding
  return Buffer.concat(parts).toString()
}

/** Starts a gate. @param target the URL that a path is put behind; may change */
export async function startGate(target: () => string): Promise<Gate> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request)
      if (gate.cut(body, 'asked')) return request.socket.destroy()
      const names = ['content-type', 'latchkey-signature']
      const headers = Object.fromEntries(
        names.flatMap((name) =>
          typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [],
        ),
      )
      const answer = await fetch(`${target()}${request.url === '/' ? '' : request.url}`, {
        method: request.method ?? 'GET',
        body,
        headers,
      })
      const text = await answer.text()
      if (gate.cut(body, 'answered')) return request.socket.destroy()
      return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    })().catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gate: Gate = {
    // a server on a port has such an address
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return gate
}

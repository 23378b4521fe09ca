import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * When a forwarded request is cut off: before the target gets it (`asked`), or before its answer is
 * returned (`answered`).
 */
export type GatePoint = 'asked' | 'answered'
/** A proxy that can cut requests off. */
export type Gate = {
  url: string
  /** Is called at both points of each request. If it returns true, the request is cut off there. */
  cut: (body: string, point: GatePoint) => boolean
  close: () => Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  // a stream without an encoding yields Buffers
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/**
 * Starts a proxy that can cut requests off.
 * @param target returns the URL that is put before the path of a request; it may change
 */
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
        ...(body !== '' && { body }), // a GET may not even have an empty body
        headers,
      })
      const text = await answer.text()
      if (gate.cut(body, 'answered')) return request.socket.destroy()
      return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    })().catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gate: Gate = {
    // the server listens at a port
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

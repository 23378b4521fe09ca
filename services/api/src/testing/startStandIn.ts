import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node that answers whatever a test wants it to. `asked` holds the bodies it was sent. */
export type StandIn = { url: string; asked: string[]; close: () => Promise<void> }

/** Starts a stand-in for a node; `answer` is told the body of every request. */
export async function startStandIn(answer: (body: string, response: ServerResponse, request: IncomingMessage) => void): Promise<StandIn> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      asked.push(body)
      answer(body, response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server on a port has such an address
  const close = () => new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${port}`, asked, close }
}

/** Answers JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

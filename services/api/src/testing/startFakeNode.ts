import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fake node whose answers the test decides. `requests`: the bodies that `answer` got. */
export type FakeNode = { url: string; requests: string[]; close: () => Promise<void> }

/**
 * Starts a fake node. `answer` answers its requests. But the fake node itself answers the API's
 * requests for the chain id, with the id that the API expects; they are not in `requests`.
 * @param options.receivesChainId whether `answer` and `requests` get these requests, too
 */
export async function startFakeNode(
  answer: (body: string, response: ServerResponse, request: IncomingMessage) => void,
  options: { receivesChainId?: boolean } = {},
): Promise<FakeNode> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const expectedChainId = options.receivesChainId ? undefined : chainIdIn(body)
      if (expectedChainId !== undefined)
        return sendJson(response, {
          jsonrpc: '2.0',
          id: `eip155:${expectedChainId}`,
          result: `0x${expectedChainId.toString(16)}`,
        })
      requests.push(body)
      answer(body, response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // the server listens at a port
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, requests, close }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The expected chain id in a request for a node's chain id; undefined for any other request. */
export function chainIdIn(body: string): bigint | undefined {
  const id = /^\{"jsonrpc":"2.0","id":"eip155:(\d+)","method":"eth_chainId"/.exec(body)?.[1]
  return id === undefined ? undefined : BigInt(id)
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A JSON-RPC request, as a node receives it. */
export type NodeRequest = { id: unknown; method: string; params: readonly unknown[] }
/**
 * Answers by method: a result, or a function that writes the whole answer itself. Any other method
 * is unknown to the node.
 */
export type Answers = {
  readonly [method: string]: (
    params: readonly unknown[],
    request: NodeRequest,
    response: ServerResponse,
  ) => unknown
}

/** A node on this machine that gives the scene's answers. */
export type Node = { url: string; port: number; close: () => Promise<void> }

/** Returned by an answer that has written the response itself. */
export const written = Symbol('written')

/** Starts a node of a chain. `answersOf` is called for every request, so the answers may change. */
export async function startNode(chain: number, answersOf: () => Answers): Promise<Node> {
  const chainId = `0x${chain.toString(16)}`
  const server = createServer((request, response) => {
    readAll(request)
      .then((body) => {
        const parsed: NodeRequest | NodeRequest[] = JSON.parse(body)
        const answers: Answers = {
          eth_chainId: () => chainId,
          eth_gasPrice: () => '0x1',
          ...answersOf(),
        }
        const reply = (request: NodeRequest) => {
          const answer = answers[request.method]
          if (!answer)
            return { jsonrpc: '2.0', id: request.id, error: { code: -32601, message: 'Not here' } }
          const result = answer(request.params, request, response)
          return result === written
            ? written
            : result instanceof NodeError
              ? { jsonrpc: '2.0', id: request.id, error: result.error }
              : { jsonrpc: '2.0', id: request.id, result }
        }
        const replies = Array.isArray(parsed) ? parsed.map(reply) : reply(parsed)
        if (replies === written || (Array.isArray(replies) && replies.includes(written))) return
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(replies))
      })
      .catch(() => response.destroy())
  })
  return { ...(await listenHere(server)), close: () => closeServer(server) }
}

/** The error that a node answers instead of a result. */
export class NodeError {
  readonly error: { code: number; message: string; data?: unknown }

  constructor(error: NodeError['error']) {
    this.error = error
  }
}

/** Opens a server on a free port of this machine. */
export async function listenHere(
  server: ReturnType<typeof createServer>,
): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server on a port has such an address
  return { url: `http://127.0.0.1:${port}`, port }
}

function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  // the request has no encoding, so the parts are buffers
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

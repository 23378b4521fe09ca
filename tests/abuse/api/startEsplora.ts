import { createServer } from 'node:http'
import { listenHere, NodeError, written, type Answers, type Node } from './startNode.ts'

/** The methods of a made Esplora, by the form of their paths. Groups are the parameters. */
const methods: readonly (readonly [form: RegExp, method: string])[] = [
  [/^\/blocks\/tip\/height$/, 'tipHeight'],
  [/^\/block-height\/(\d+)$/, 'blockHash'],
  [/^\/address\/(\w+)$/, 'address'],
  [/^\/address\/(\w+)\/txs$/, 'newest'],
  [/^\/address\/(\w+)\/txs\/chain(?:\/(\w+))?$/, 'confirmed'],
  [/^\/tx\/(\w+)$/, 'transaction'],
]

/**
 * Starts an Esplora of a chain. `answersOf` is called for every request, so the answers may change.
 * Texts and numbers are answered as plain text, other values as JSON.
 * @param onRequest is called with each request's method and path, as they arrive
 */
export async function startEsplora(
  answersOf: () => Answers,
  onRequest: (line: string) => void = () => {},
): Promise<Node> {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    onRequest(`${request.method} ${path}`)
    request.resume()
    for (const [form, method] of methods) {
      const found = form.exec(path)
      const answer = found && answersOf()[method]
      if (!answer) continue
      const params = found.slice(1)
      const result = answer(params, { id: null, method, params }, response)
      if (result === written) return
      if (result instanceof NodeError) {
        response.statusCode = result.error.code
        return void response.end(result.error.message)
      }
      const isText = typeof result === 'string' || typeof result === 'number'
      response.setHeader('content-type', isText ? 'text/plain' : 'application/json')
      return void response.end(isText ? String(result) : JSON.stringify(result))
    }
    response.statusCode = 404
    response.end('Not found')
  })
  return {
    ...(await listenHere(server)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

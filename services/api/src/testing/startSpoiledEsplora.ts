import { onTestFinished } from 'vitest'
import { startFakeNode, type FakeNode } from './startFakeNode.ts'

/**
 * Changes an answer of an Esplora: JSON, or a text. It may also return a status, or a promise of a
 * later answer.
 * @param path without the address of the server
 */
export type Spoil = (path: string, answer: unknown) => unknown

/** Answers what the other Esplora refuses. Undefined: it is refused here, too. */
export type Invent = (path: string) => string | undefined

/** An answer with another status than 200. */
export class Refused {
  readonly status: number
  constructor(status: number) {
    this.status = status
  }
}

/** Starts an Esplora that answers as another one does, after `spoil` has changed the answers. */
export async function startSpoiledEsplora(
  url: string,
): Promise<FakeNode & { spoilBy(spoil: Spoil): void; inventBy(invent: Invent): void }> {
  let spoil: Spoil = (_, answer) => answer
  let invent: Invent = () => undefined
  async function answer(method: string, path: string, body: string) {
    const found = await fetch(url + path, { method, ...(method === 'POST' && { body }) })
    const text = await found.text()
    const invented = found.ok ? undefined : invent(path)
    if (invented !== undefined) return { status: 200, type: 'text/plain', text: invented }
    const isJson = found.headers.get('content-type') === 'application/json'
    const spoiled = found.ok ? await spoil(path, isJson ? JSON.parse(text) : text) : text
    return {
      status: spoiled instanceof Refused ? spoiled.status : found.status,
      type: isJson ? 'application/json' : 'text/plain',
      text: isJson && found.ok ? JSON.stringify(spoiled) : String(spoiled),
    }
  }
  const node = await startFakeNode((body, response, { method = 'GET', url: path = '' }) => {
    answer(method, path, body).then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text),
      () => response.destroy(), // the chain has been closed
    )
  })
  onTestFinished(node.close)
  return {
    ...node,
    spoilBy: (next) => (spoil = next),
    inventBy: (next) => (invent = next),
  }
}

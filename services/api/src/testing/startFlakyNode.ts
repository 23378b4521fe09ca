import { startFakeNode } from './startFakeNode.ts'

/**
 * The behaviour of a node.
 * - `honest`: it forwards requests.
 * - `behind`: it answers with the chain's state some slots ago.
 * - `down`: it does not answer.
 * - `failing`: it answers with an error of its own.
 */
export type NodeState = 'honest' | 'behind' | 'down' | 'failing'

/** Starts a Solana node in front of another one, with faults on request. */
export async function startFlakyNode(
  url: string,
): Promise<{ url: string; be: (nodeState: NodeState) => void; close: () => Promise<void> }> {
  const state: { nodeState: NodeState } = { nodeState: 'honest' }
  const node = await startFakeNode(
    (body, response) => {
      const { nodeState } = state
      if (nodeState === 'down') return void response.destroy()
      if (nodeState === 'failing') return void response.writeHead(503).end()
      // final blocks are some slots old
      const forwarded =
        nodeState === 'behind' ? body.replaceAll('"confirmed"', '"finalized"') : body
      void fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: forwarded,
      })
        .then(async (answer) =>
          response
            .writeHead(answer.status, { 'content-type': 'application/json' })
            .end(await answer.text()),
        )
        .catch(() => response.destroy())
    },
    { receivesChainId: true },
  )
  return { url: node.url, be: (nodeState) => void (state.nodeState = nodeState), close: node.close }
}

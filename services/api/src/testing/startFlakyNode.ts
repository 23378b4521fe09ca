import { startFakeNode } from './startFakeNode.ts'

/**
 * How a node behaves.
 * - `honest`: it forwards requests.
 * - `behind`: its answers are some slots old.
 * - `down`: it does not answer.
 * - `failing`: it answers with an error of its own.
 */
export type NodeState = 'honest' | 'behind' | 'down' | 'failing'

/** Starts a node in front of a Solana node. A test can make it faulty. */
export async function startFlakyNode(
  url: string,
): Promise<{ url: string; be: (nodeState: NodeState) => void; close: () => Promise<void> }> {
  const state: { nodeState: NodeState } = { nodeState: 'honest' }
  const node = await startFakeNode(
    (body, response) => {
      const { nodeState } = state
      if (nodeState === 'down') return void response.destroy()
      if (nodeState === 'failing') return void response.writeHead(503).end()
      // final blocks are some slots older than confirmed ones
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

import { startFakeNode } from './startFakeNode.ts'

/**
 * What a node does: `behind` answers as the chain was some slots ago, `down` does not answer,
 * `failing` answers with an error of its own.
 */
export type NodeState = 'honest' | 'behind' | 'down' | 'failing'

/** Starts a node of Solana before another one, which may be ill. */
export async function startFlakyNode(
  url: string,
): Promise<{ url: string; be: (mood: NodeState) => void; close: () => Promise<void> }> {
  const state: { mood: NodeState } = { mood: 'honest' }
  const node = await startFakeNode(
    (body, response) => {
      const { mood } = state
      if (mood === 'down') return void response.destroy()
      if (mood === 'failing') return void response.writeHead(503).end()
      // final blocks are some slots old
      const asked = mood === 'behind' ? body.replaceAll('"confirmed"', '"finalized"') : body
      void fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: asked,
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
  return { url: node.url, be: (mood) => void (state.mood = mood), close: node.close }
}

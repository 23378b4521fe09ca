import type { NetworkId } from '@latchkey/protocol/caip'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { createNode } from '../../../core/requests/createNode.ts'
import type { Node } from '../../../core/requests/createNode.ts'

/**
 * Sends requests to the Esplora of one network: a server that answers REST requests about a Bitcoin
 * chain. https://github.com/Blockstream/esplora/blob/master/API.md
 */
export type Esplora = {
  readonly networkId: NetworkId
  /**
   * Reads JSON.
   * @throws KitError httpFailed with `status`, answerInvalid …
   */
  get(path: string): Promise<unknown>
  /**
   * Reads a text.
   * @throws as `get`
   */
  getText(path: string): Promise<string>
  /**
   * Sends a text by POST, and returns the text of the answer.
   * @throws as `get`. `details` is the node's reason
   */
  post(path: string, body: string): Promise<string>
}

const nodes = perKit<{ node?: Node }>(() => ({}))

/** Creates the sender of requests to a network's Esplora. */
export function esploraOf(kit: Kit, networkId: NetworkId, signal?: AbortSignal): Esplora {
  const stored = nodes(kit)
  // paths have no verdicts as JSON-RPC has: after any failure, the next node may know more
  const node = (stored.node ??= createNode(kit, contextOf(kit).networks, () => false))
  return {
    networkId,
    get: (path) => node.get(networkId, path, signal),
    getText: (path) => node.getText(networkId, path, signal),
    post: (path, body) => node.post(networkId, path, body, signal),
  }
}

/** Whether a node answered that it does not know what a path names. */
export const isUnknown = (error: unknown): boolean =>
  KitError.is(error, 'httpFailed') && error.status === 404

/**
 * Resolves to undefined where the node does not know what the path names.
 * @throws the node's other errors
 */
export async function ifKnown<value>(answer: Promise<value>): Promise<value | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isUnknown(error)) return undefined
    throw error
  }
}

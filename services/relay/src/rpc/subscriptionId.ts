import { hash } from 'node:crypto'
import { formatDidKey, type ClientId } from '../auth/didKey.ts'

/**
 * The id of a client's subscription to a topic. Clients compute the same id.
 * docs/contracts/relay.md#client-behaviour
 */
export function subscriptionId(client: ClientId, topic: string): string {
  return hash('sha256', topic + formatDidKey(client))
}

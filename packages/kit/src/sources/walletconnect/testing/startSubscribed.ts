import { startRelayClient } from './startRelayClient.ts'
import { startHostileRelay } from './startHostileRelay.ts'

/** The topic that the client follows. */
export const topic = 'ab'.repeat(32)

/** Makes a client that follows the topic on a relay that the test controls. */
export async function startSubscribed(options?: Parameters<typeof startRelayClient>[1]) {
  const relay = await startHostileRelay()
  const started = startRelayClient(relay, options)
  const subscribed = started.client.subscribe(topic)
  await relay.answer('irn_batchSubscribe')
  const { socket } = await relay.answer('irn_subscribe')
  await subscribed
  return { relay, ...started, socket }
}

/** A frame by which a relay pushes a message to a client. */
export const push = (id: number | string, message: unknown, to: unknown = topic) =>
  `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"5e","data":${JSON.stringify({ topic: to, message, publishedAt: 1, tag: 1100 })}}}`

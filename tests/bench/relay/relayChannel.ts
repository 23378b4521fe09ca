import { once } from 'node:events'
import type { WebSocket } from 'ws'
import { newTopic } from './clients.ts'
import type { Channel } from './conversations.ts'

let ids = Date.now() * 1_000

/** Sends a request and resolves to its answer. */
export async function sendRequest(
  socket: WebSocket,
  method: string,
  params: object,
  signal: AbortSignal,
): Promise<unknown> {
  const id = `${(ids += 1)}`
  socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
  for (;;) {
    const [data] = await once(socket, 'message', { signal })
    const frame = JSON.parse(String(data))
    if (frame.error) throw new Error(frame.error.message)
    if (frame.id === id) return frame.result
  }
}

/** A path between two clients: one publishes, the other acknowledges the pushes. */
export async function relayChannel(
  site: WebSocket,
  wallet: WebSocket,
  signal: AbortSignal,
): Promise<Channel> {
  const topic = newTopic()
  await sendRequest(wallet, 'irn_subscribe', { topic }, signal)
  let arrived = () => {}
  wallet.on('message', (data) => {
    const text = String(data)
    if (!text.includes('"irn_subscription"')) return
    wallet.send(
      `{"id":${text.slice('{"id":'.length, text.indexOf(','))},"jsonrpc":"2.0","result":true}`,
    )
    arrived()
  })
  return {
    send: (message) =>
      site.send(
        `{"id":"${(ids += 1)}","jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topic}","message":"${message}","ttl":300,"tag":1108}}`,
      ),
    onArrival(next) {
      arrived = next
    },
  }
}

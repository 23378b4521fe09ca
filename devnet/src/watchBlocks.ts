import { WebSocket } from 'ws'

const subscribe = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_subscribe',
  params: ['newHeads'],
})

/**
 * Calls the listener at each new block of an anvil, until the returned function is called or the
 * anvil ends. It is not called for blocks that are removed.
 */
export function watchBlocks(url: string, listener: () => void): () => void {
  const socket = new WebSocket(url.replace('http', 'ws'))
  socket.on('open', () => socket.send(subscribe))
  socket.on('message', (data: Buffer) => {
    if (data.includes('eth_subscription')) listener()
  })
  socket.on('error', () => {}) // for example, the anvil has ended
  return () => socket.terminate()
}

/**
 * A site that calls the wallet's frame without the kit. `flood(kind, count)` sends `count` messages
 * of a kind, then a request. It resolves to the milliseconds until the request's answer.
 */
export const floodPage = `<!doctype html>
<title>Flood</title>
<link rel="icon" href="data:," />
<script type="module">
const wallet = new URLSearchParams(location.search).get('wallet')
const frame = document.createElement('iframe')
frame.src = wallet + '/frame'
document.body.append(frame)

const pending = new Map()
let port
globalThis.ready = new Promise((resolve) => {
  const nonce = crypto.randomUUID()
  const greeting = setInterval(() => frame.contentWindow.postMessage({ type: '@latchkey/hello', nonce }, wallet), 100)
  addEventListener('message', ({ data, ports }) => {
    // of the ports that hellos bring the newest one is served
    if (data?.type !== '@w3m-frame/READY') return
    clearInterval(greeting)
    port = ports[0]
    port.onmessage = ({ data }) => {
      const { resolve, message } = pending.get(data.id) ?? {}
      // too much was open: the site asks again
      if (data.type.endsWith('_ERROR') && message) port.postMessage(message)
      else resolve?.()
    }
    for (const { message } of pending.values()) port.postMessage(message)
    resolve()
  })
})

let last = 0
const ask = (type) => new Promise((resolve) => {
  const message = { type, id: 'honest ' + ++last, v: 4 }
  pending.set(message.id, { resolve, message })
  port.postMessage(message)
}).finally(() => pending.clear())

let deep = []
for (let level = 0; level < 500; level++) deep = [deep]
const large = 'a'.repeat(300_000)
const request = (type, more) => port.postMessage({ type, id: 'flood ' + ++last, v: 4, ...more })
const toWindow = (message) => frame.contentWindow.postMessage(message, wallet)
const kinds = {
  nothing: () => {},
  'valid requests': () => request('@w3m-app/GET_CHAIN_ID'),
  'unknown requests': () => request('@w3m-app/MAKE_COFFEE', { payload: { a: 1 } }),
  'another version': () => request('@w3m-app/GET_CHAIN_ID', { v: 9 }),
  'an open id': () => request('@w3m-app/IS_CONNECTED', { id: 'same' }),
  'no id': () => port.postMessage({ type: '@w3m-app/IS_CONNECTED', v: 4 }),
  'no request': () => port.postMessage(['nothing', { of: 'ours' }]),
  'deep messages': () => request('@w3m-app/RPC_REQUEST', { payload: { method: 'personal_sign', params: deep } }),
  'large messages': () => request('@w3m-app/RPC_REQUEST', { payload: large }),
  hellos: () => toWindow({ type: '@latchkey/hello', nonce: crypto.randomUUID() }),
  'other messages to its window': () => toWindow({ type: '@latchkey/hello', nonce: [1, { deep }] }),
}

const quiet = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
globalThis.flood = async (kind, count) => {
  await quiet(100)
  for (let at = 0; at < count; at++) kinds[kind]()
  const began = performance.now()
  await ask('@w3m-app/IS_CONNECTED')
  const took = performance.now() - began
  await ask('@w3m-app/IS_CONNECTED')
  return took
}
</script>
<body></body>
`

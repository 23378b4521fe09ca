import { expect, onTestFinished, test } from 'vitest'
import { sendJson, startFakeNode } from '../testing/startFakeNode.ts'
import { requestIdentity } from './chainIdentity.ts'

const main = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const networkId = `bip122:${main.slice(0, 32)}`

async function identityOf(answers: string, network: string) {
  const node = await startFakeNode(
    (body, response, { method, url }) => {
      if (body !== '') return sendJson(response, { jsonrpc: '2.0', id: 1, result: answers })
      const isHash = method === 'GET' && url === '/api/block-height/0'
      response.writeHead(isHash ? 200 : 404).end(answers)
    },
    { receivesChainId: true },
  )
  onTestFinished(node.close)
  const signal = new AbortController().signal
  return requestIdentity(`${node.url}/api`, network, { fetch, timeLimit: 1_000, signal })
}

test('an Esplora shows its network by the hash of its first block', async () => {
  const method = 'GET /block-height/0'
  expect(await identityOf(main, networkId)).toEqual({ method, isNamed: true })
  expect(await identityOf('0f'.repeat(32), networkId)).toEqual({ method, isNamed: false })
  expect(await identityOf('<html>', networkId)).toEqual({ method, isNamed: undefined })
})

test('a node of an EVM chain shows its network by JSON-RPC', async () => {
  const method = 'eth_chainId'
  expect(await identityOf('0x1', 'eip155:1')).toEqual({ method, isNamed: true })
  expect(await identityOf('0x2', 'eip155:1')).toEqual({ method, isNamed: false })
})

test('a network of an unknown namespace has no identity', async () => {
  expect(await identityOf('0x1', 'cosmos:1')).toBeUndefined()
})

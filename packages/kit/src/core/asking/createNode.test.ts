import { expect, test } from 'vitest'
import { networkOf, reasonOf, startTestKit } from '../../connection/startTestKit.ts'
import { sendJson, sendResult, startTestServer } from '../startTestServer.ts'

/** A kit over two nodes: the first answers as `answer` says, the second correctly. */
async function start(answer: (id: number) => unknown) {
  const first = await startTestServer((response, { body }) => sendJson(response, answer((JSON.parse(body) as { id: number }).id))) // the kit's own question
  const second = await startTestServer((response, request) => sendResult(response, request, '0x2'))
  const networks = [networkOf({ id: 31337, name: 'First', rpcUrl: first.url })] as const
  const kitOver = (...urls: string[]) => startTestKit({ networks, customRpcUrls: { 'eip155:31337': urls } }).kit
  const ask = (...urls: string[]) => kitOver(...urls).request({ method: 'eth_blockNumber' })
  return { both: () => ask(first.url, second.url), alone: () => reasonOf(ask(first.url)) }
}

test.each<[string, (id: number) => object]>([
  ['the number of another question', (id) => ({ id: id + 1 })],
  ['its number as a text', (id) => ({ id: String(id) })],
  ['no number', () => ({})],
  ['null', () => ({ id: null })],
])('an answer with %s is none to this question: the next node is asked', async (_, named) => {
  const { both, alone } = await start((id) => ({ jsonrpc: '2.0', result: '0x1', ...named(id) }))
  expect(await both()).toBe('0x2')
  expect(await alone()).toMatchObject({ code: 'answerInvalid' })
})

test('an error of a node that could not read the question is told', async () => {
  const { alone } = await start(() => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'invalid' } }))
  expect(await alone()).toMatchObject({ code: 'invalidRequest' })
})

test('nor is an error without a number passed over, as some gateways answer who asks too often', async () => {
  const { alone } = await start(() => ({ jsonrpc: '2.0', error: { code: -32005, message: 'too many' } }))
  expect(await alone()).toMatchObject({ code: 'limitExceeded' })
})

import { expect, test } from 'vitest'
import { Nodes } from './nodes.ts'
import { NodesError } from '../nodesError.ts'

type Answer = { result: unknown } | { error: object } | Response
/** A fake node: its answer to a method, or undefined while it is down. */
type Node = (method: string) => Answer | undefined

/** A fake node of chain 77, with the same answer to every method except `eth_chainId`. */
const always =
  (answer: Answer | undefined): Node =>
  (method) =>
    method === 'eth_chainId' ? { result: '0x4d' } : answer

/**
 * Fake nodes with the names 0, 1, … `asked` collects their requests; `clock.at` is the time in
 * milliseconds.
 */
function nodesOf(...nodes: Node[]) {
  const asked: string[] = []
  const clock = { at: 0 }
  const chain = new Nodes({
    urls: nodes.map((_, index) => `http://${index}.test`),
    chainId: 77,
    now: () => clock.at,
    fetch: async (url, init) => {
      // the body is from `Nodes`
      const { method } = JSON.parse(String(init?.body)) as { method: string }
      const name = new URL(String(url)).hostname.slice(0, 1)
      asked.push(`${name} ${method} ${init?.redirect ?? ''}`)
      const answer = nodes[Number(name)]?.(method)
      if (!answer) throw new TypeError('fetch failed')
      return answer instanceof Response ? answer : Response.json({ id: 1, ...answer })
    },
  })
  const request = () => chain.request('eth_call', [], new AbortController().signal)
  const error = async (): Promise<unknown> => request().catch((failure: unknown) => failure)
  return { chain, request, error, asked, clock }
}
const poor = { error: { code: -32000, message: 'insufficient funds for gas * price + value' } }

test.each<[string, Node[]]>([
  ['the next node is down', [always(poor), always(undefined)]],
  ['the earlier node is down', [always(undefined), always(poor)]],
  ['the next node belongs to another chain', [always(poor), () => ({ result: '0x1' })]],
  ['the next node gives an invalid answer', [always(poor), always({ error: { code: 'x' } })]],
])('the error has the code of the first node that sent one when %s', async (_, nodes) => {
  expect(await nodesOf(...nodes).error()).toMatchObject({ code: -32000, isRevert: false })
})

test('when every node is down, the error has no code', async () => {
  const failure = await nodesOf(always(undefined)).error()
  expect(failure).toBeInstanceOf(NodesError)
  expect(failure).toMatchObject({ code: undefined })
})

test.each([
  { code: 3, message: 'odd' },
  { code: -32000, message: 'invalid jump destination' },
  { code: -32000, message: 'stack underflow (0 <=> 1)' },
  { code: -32603, message: 'EVM error InvalidFEOpcode' },
  { code: -32603, message: 'Internal error', data: '0x08c379a0' },
  { code: -32015, message: 'VM execution error.', data: 'Reverted 0x' },
  { code: -32000, message: 'odd', data: 'Reverted 0x' },
])('after a revert no other node gets a request: %o', async (error) => {
  const { error: failure, asked } = nodesOf(always({ error }), always({ result: '0x' }))
  expect(await failure()).toMatchObject({ code: error.code, isRevert: true })
  expect(asked.filter((line) => line.startsWith('1'))).toEqual([])
})

const right = always({ result: '0x1' })
const checks = (asked: readonly string[], name: string) =>
  asked.filter((line) => line.startsWith(`${name} eth_chainId`)).length

test.each([401, 404, 429, 500, 503])(
  'a node that answers %i is replaced by the next one',
  async (status) => {
    const broken = () => Response.json({ result: '0x4d' }, { status })
    expect(await nodesOf(broken, right).request()).toBe('0x1')
    const later: Node = (method) => (method === 'eth_chainId' ? { result: '0x4d' } : broken())
    expect(await nodesOf(later, right).request()).toBe('0x1')
  },
)

test('an error in an answer with status 400 is read', async () => {
  const error = { code: 3, message: 'execution reverted' }
  const node: Node = (method) =>
    method === 'eth_chainId' ? { result: '0x4d' } : Response.json({ error }, { status: 400 })
  expect(await nodesOf(node, right).error()).toMatchObject({ code: 3, isRevert: true })
})

test.each(['execution aborted (timeout = 5s)', 'EVM error OutOfFunds'])(
  '“%s” from a node does not count as a revert, and the next node is used',
  async (message) => {
    const busy: Node = (method) =>
      method === 'eth_chainId' ? { result: '0x4d' } : { error: { code: -32_000, message } }
    expect(await nodesOf(busy, right).request()).toBe('0x1')
    expect(await nodesOf(busy).error()).toMatchObject({ code: -32_000, isRevert: false })
  },
)

test('requests to a node do not follow redirects', async () => {
  const { request, asked } = nodesOf(right)
  await request()
  expect(asked).toEqual(['0 eth_chainId error', '0 eth_call error'])
})

test('a node that rejects `eth_chainId` is skipped, and the error does not have its code', async () => {
  for (const refusal of [{ code: 3, message: 'execution reverted' }, poor.error]) {
    const silent = () => ({ error: refusal })
    expect(await nodesOf(silent, right).request()).toBe('0x1')
    expect(await nodesOf(silent).error()).toMatchObject({ code: undefined, isRevert: false })
  }
})

test('the chain ID of a node is requested again after five minutes', async () => {
  let chainId = '0x4d'
  const node: Node = (method) => ({ result: method === 'eth_chainId' ? chainId : '0x2' })
  const { request, error, asked, clock } = nodesOf(node)
  expect(await request()).toBe('0x2')
  clock.at = 299_999
  expect(await request()).toBe('0x2')
  expect(checks(asked, '0')).toBe(1)
  clock.at = 300_000
  chainId = '0x1'
  expect(await error()).toMatchObject({ message: 'The node belongs to another chain' })
  expect(asked.at(-1)).toBe('0 eth_chainId error') // the node got no other request after it
  clock.at = 309_999
  chainId = '0x4d'
  expect(await error()).toBeInstanceOf(NodesError)
  clock.at = 310_000
  expect(await request()).toBe('0x2')
})

test('the chain ID of a node is requested again after the node has failed', async () => {
  let isDown = false
  const node: Node = (method) => (isDown ? undefined : always({ result: '0x2' })(method))
  const { request, asked } = nodesOf(node, right)
  expect(await request()).toBe('0x2')
  isDown = true
  expect(await request()).toBe('0x1')
  isDown = false
  expect(await request()).toBe('0x2')
  expect([checks(asked, '0'), checks(asked, '1')]).toEqual([2, 1])
  isDown = true
  expect(await request()).toBe('0x1')
  // the chain id is checked again when the second node takes over
  expect(checks(asked, '1')).toBe(2)
})

import { expect, test } from 'vitest'
import { Nodes, NodesError } from './nodes.ts'

type Answer = { result: unknown } | { error: object } | Response
/** What a node answers to a method; a node without an answer is down. */
type Node = (method: string) => Answer | undefined

/** A node of chain 77 with one answer to all other methods. */
const always =
  (answer: Answer | undefined): Node =>
  (method) =>
    method === 'eth_chainId' ? { result: '0x4d' } : answer

/** Nodes with the names 0, 1, … `asked` has each request, `at` is the clock's time. */
function nodesOf(...nodes: Node[]) {
  const asked: string[] = []
  const clock = { at: 0 }
  const chain = new Nodes({
    urls: nodes.map((_, index) => `http://${index}.test`),
    chainId: 77,
    fetch: async (url, init) => {
      const { method } = JSON.parse(String(init?.body)) as { method: string } // ours
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
  ['the next node answers nonsense', [always(poor), always({ error: { code: 'x' } })]],
])('the code of a node is kept where %s', async (_, nodes) => {
  expect(await nodesOf(...nodes).error()).toMatchObject({ code: -32000, isRevert: false })
})

test('without a code there is none', async () => {
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
])('a refusal of the contract is asked of no other node: %o', async (error) => {
  const { error: failure, asked } = nodesOf(always({ error }), always({ result: '0x' }))
  expect(await failure()).toMatchObject({ code: error.code, isRevert: true })
  expect(asked.filter((line) => line.startsWith('1'))).toEqual([])
})

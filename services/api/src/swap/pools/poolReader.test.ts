import { decodeFunctionData, isHex, multicall3Abi } from 'viem'
import { expect, test } from 'vitest'
import { isRecord } from '@latchkey/protocol/isObject'
import { sendJson, startFakeNode } from '../../testing/startFakeNode.ts'
import { startTestApis } from '../../testing/startTestApis.ts'
import { swapperOn } from '../../testing/swapperOn.ts'

const { devnet, configs, start, opened } = startTestApis()
const first = () => devnet().chains[0] ?? expect.fail('The devnet has no chain')

/** The reads of pools in a request to a node: a text for each call. */
function readsIn(body: unknown): string[] {
  const [call, , overrides] =
    isRecord(body) && body['method'] === 'eth_call' && Array.isArray(body['params'])
      ? (body['params'] as unknown[])
      : []
  const data = isRecord(call) ? call['data'] : undefined
  if (!isHex(data) || !data.startsWith('0x82ad56cb') || overrides !== undefined) return []
  const { args = [] } = decodeFunctionData({ abi: multicall3Abi, data })
  // the arguments of aggregate3
  const calls = args[0] as readonly { target: string; callData: string }[]
  return calls.map(({ target, callData }) => `${target} ${callData}`)
}

test('data of a pool at a block is read only once for all swaps', async () => {
  const reads: string[] = []
  const node = await startFakeNode((body, response) => {
    reads.push(...readsIn(JSON.parse(body)))
    fetch(first().url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    }).then(
      async (answer) => sendJson(response, await answer.json()),
      () => response.destroy(),
    )
  })
  opened.push(node)
  const [config] = configs()
  if (!config) throw new Error('The devnet has no chain')
  const url = await start({ chains: [{ ...config, rpcUrls: [node.url] }] })
  const idOf = (symbol: string) => `eip155:31337:${swapperOn(first()).token(symbol).address}`
  const quote = async (from: string, to: string) =>
    (
      await fetch(
        `${url}/v1/convert/quotes?${new URLSearchParams({ amount: String(10n ** (from === 'USDC' ? 7n : 15n)), from: idOf(from), to: idOf(to), gasPrice: '1' })}`,
      )
    ).status
  const swaps = [
    ['LINK', 'UNI'],
    ['UNI', 'LINK'],
    ['LINK', 'DAI'],
    ['WETH', 'USDC'],
    ['USDC', 'LINK'],
  ] as const
  for (const [from, to] of swaps) expect(await quote(from, to)).toBe(200)
  expect(reads.length).toBeGreaterThan(50)
  expect(reads.filter((read, index) => reads.indexOf(read) !== index)).toEqual([])
  // concurrent requests are the first at the next block, and each read still occurs once
  await swapperOn(first()).client.mine({ blocks: 1 })
  reads.length = 0
  expect(await Promise.all(swaps.map(([from, to]) => quote(from, to)))).toEqual(
    swaps.map(() => 200),
  )
  expect(reads.length).toBeGreaterThan(20)
  expect(reads.filter((read, index) => reads.indexOf(read) !== index)).toEqual([])
})

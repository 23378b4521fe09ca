import { decodeFunctionData, isHex, multicall3Abi } from 'viem'
import { expect, test } from 'vitest'
import { isRecord } from '@latchkey/protocol/isObject'
import { sendJson, startFakeNode } from '../../testing/startFakeNode.ts'
import { startTestApis } from '../../testing/startTestApis.ts'
import { swapperOn } from '../../testing/swapperOn.ts'

const { devnet, configs, start, opened } = startTestApis()
const first = () => devnet().chains[0] ?? expect.fail('The devnet has no chain')

/** What a request to a node reads of pools, one text for each call. */
function readsIn(asked: unknown): string[] {
  const [call, , overrides] =
    isRecord(asked) && asked['method'] === 'eth_call' && Array.isArray(asked['params'])
      ? (asked['params'] as unknown[])
      : []
  const data = isRecord(call) ? call['data'] : undefined
  if (!isHex(data) || !data.startsWith('0x82ad56cb') || overrides !== undefined) return []
  const { args = [] } = decodeFunctionData({ abi: multicall3Abi, data })
  const calls = args[0] as readonly { target: string; callData: string }[] // of aggregate3
  return calls.map(({ target, callData }) => `${target} ${callData}`)
}

test('what one swap has read of the pools at a block is not read again for another one', async () => {
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
  const ask = async (from: string, to: string) =>
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
  for (const [from, to] of swaps) expect(await ask(from, to)).toBe(200)
  expect(reads.length).toBeGreaterThan(50)
  expect(reads.filter((one, index) => reads.indexOf(one) !== index)).toEqual([])
  // at once, for the first time at the next block: still once each
  await swapperOn(first()).client.mine({ blocks: 1 })
  reads.length = 0
  expect(await Promise.all(swaps.map(([from, to]) => ask(from, to)))).toEqual(swaps.map(() => 200))
  expect(reads.length).toBeGreaterThan(20)
  expect(reads.filter((one, index) => reads.indexOf(one) !== index)).toEqual([])
})

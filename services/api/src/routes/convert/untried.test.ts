import { parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { isRecord } from '@latchkey/protocol/isObject'
import { sendJson, startFakeNode } from '../../testing/startFakeNode.ts'
import { startTestApis } from '../../testing/startTestApis.ts'
import { swapperOn } from '../../testing/swapperOn.ts'

const { devnet, configs, start, opened } = startTestApis()
const first = () => devnet().chains[0] ?? expect.fail('The devnet has no chain')

/** Requests the quotes for an amount. */
async function quotes(url: string, query: Record<string, string>) {
  const response = await fetch(`${url}/v1/convert/quotes?${new URLSearchParams(query)}`)
  return {
    status: response.status,
    body: (await response.json()) as {
      quotes?: { toAmount: string }[]
      reasons?: { description: string }[]
    },
  } // the tests compare the shape
}

const idOf = (symbol: string) => `eip155:31337:${swapperOn(first()).token(symbol).address}`

test('a quote whose simulation fails for the account is left out, and the answer has the reason', async () => {
  const url = await start()
  const swapper = swapperOn(first())
  const amount = parseUnits('100', 6)
  await swapper.give('USDC', amount)
  const query = {
    amount: String(amount),
    from: idOf('USDC'),
    to: idOf('ETH'),
    userAddress: `eip155:31337:${swapper.address}`,
  }
  expect((await quotes(url, query)).body.quotes).toHaveLength(1)
  // now the account is a contract that cannot receive Ether
  await swapper.client.setCode({ address: swapper.address, bytecode: '0x60006000fd' })
  expect(await quotes(url, query)).toMatchObject({
    status: 400,
    body: { reasons: [{ description: expect.stringMatching(/^The swap would fail: /) as string }] },
  })
  // without an account the swap is not tried
  expect(
    (await quotes(url, { amount: query.amount, from: query.from, to: query.to })).body.quotes,
  ).toHaveLength(1)
})

/**
 * The code of a token that reports 2¹⁰⁰ as the balance of every account. Transfers report success,
 * but transfer nothing.
 */
const movesNothing = '0x5f3560e01c6370a082311460165760015f5260205ff35b600160641b5f5260205ff3'

test('a swap that would pay no tokens gets no quote', async () => {
  const url = await start()
  const swapper = swapperOn(first())
  await swapper.client.setCode({ address: swapper.token('UNI').address, bytecode: movesNothing })
  const query = { amount: String(10n ** 18n), from: idOf('WETH'), to: idOf('UNI') }
  await swapper.give('WETH', 10n ** 18n)
  const users: Record<string, string>[] = [{}, { userAddress: `eip155:31337:${swapper.address}` }]
  for (const more of users)
    expect(await quotes(url, { ...query, ...more })).toMatchObject({ status: 400 })
})

test('when the node fails in the simulation of a transfer, the next quote simulates the token again', async () => {
  let isOut = true
  const node = await startFakeNode((body, response) => {
    const query: unknown = JSON.parse(body)
    const isTrial =
      isRecord(query) &&
      query['method'] === 'eth_call' &&
      Array.isArray(query['params']) &&
      query['params'].length === 3
    if (isTrial && isOut)
      return sendJson(response, {
        jsonrpc: '2.0',
        id: query['id'],
        error: { code: -32000, message: 'out of order' },
      })
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
  const query = { amount: String(parseUnits('100', 18)), from: idOf('TOLL'), to: idOf('WETH') }
  const untried = BigInt((await quotes(url, query)).body.quotes?.[0]?.toAmount ?? 0)
  isOut = false
  const tried = BigInt((await quotes(url, query)).body.quotes?.[0]?.toAmount ?? 0)
  expect(tried).toBeGreaterThan(0n)
  // the token takes a fee of 2 % of each transfer
  expect(Number(tried) / Number(untried)).toBeLessThan(0.985)
})

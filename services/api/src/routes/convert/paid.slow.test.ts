import fc from 'fast-check'
import {
  encodeAbiParameters,
  hashTypedData,
  maxUint256,
  parseAbiParameters,
  parseSignature,
  type Hex,
} from 'viem'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { convertBuildTransaction, convertQuotes } from '@latchkey/protocol/convert'
import { startTestApis } from '../../testing/startTestApis.ts'
import { swapperOn, type Swapper } from '../../testing/swapperOn.ts'

const { devnet, start } = startTestApis()
const first = () => devnet().chains[0] ?? expect.fail('The devnet has no chain')
const symbols = [
  'ETH',
  'WETH',
  'USDC',
  'DAI',
  'LINK',
  'UNI',
  'WBTC',
  'USDT',
  'AAVE',
  'SHIB',
  'GUSD',
  'TOLL',
  'HUSH',
] as const
/** How many whole tokens are worth about a dollar. */
const perDollar: Readonly<Record<string, number>> = {
  ETH: 1 / 3_000,
  WETH: 1 / 3_000,
  LINK: 1 / 14,
  UNI: 1 / 6.4,
  WBTC: 1 / 94_000,
  AAVE: 1 / 180,
  SHIB: 100_000,
  TOLL: 0.5,
}

const idOf = (swapper: Swapper, symbol: string) => `eip155:31337:${swapper.token(symbol).address}`
const addressIn = (id: string): Hex => `0x${id.slice(id.lastIndexOf('0x') + 2)}`

async function quote(
  url: string,
  swapper: Swapper,
  {
    from,
    to,
    amount,
    more = {},
  }: { from: string; to: string; amount: bigint; more?: Record<string, string> },
) {
  const query = new URLSearchParams({
    amount: String(amount),
    from: idOf(swapper, from),
    to: idOf(swapper, to),
    ...more,
  })
  const response = await fetch(`${url}/v1/convert/quotes?${query}`)
  const body: unknown = await response.json()
  if (!response.ok) return { status: response.status, body, best: undefined }
  return { status: 200, body, best: v.parse(convertQuotes.answer, body).quotes[0] }
}

async function build(
  url: string,
  swapper: Swapper,
  {
    from,
    to,
    amount,
    more = {},
  }: { from: string; to: string; amount: bigint; more?: Record<string, unknown> },
) {
  const body = JSON.stringify({
    amount: String(amount),
    from: idOf(swapper, from),
    to: idOf(swapper, to),
    userAddress: `eip155:31337:${swapper.address}`,
    eip155: { slippage: 1 },
    ...more,
  })
  const response = await fetch(`${url}/v1/convert/build-transaction`, { method: 'POST', body })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return v.parse(convertBuildTransaction.answer, answer).tx
}

/**
 * Sends a transaction that the API has built.
 * @returns `arrived`: the amount that the account got; `gasUsed`
 */
async function swap(
  swapper: Swapper,
  to: string,
  tx: Awaited<ReturnType<typeof build>>,
): Promise<{ arrived: bigint; gasUsed: bigint }> {
  const before = await swapper.balance(to)
  const value = BigInt(tx.value ?? '0')
  if (value > 0n)
    await swapper.client.setBalance({
      address: swapper.address,
      value: before + value + 10n ** 19n,
    })
  const start = await swapper.balance(to)
  const receipt = await swapper.send(addressIn(tx.to), tx.data, {
    value,
    gas: BigInt(tx.eip155?.gas ?? 0),
  })
  expect(receipt.status).toBe('success')
  const fee = receipt.gasUsed * receipt.effectiveGasPrice
  return {
    arrived: (await swapper.balance(to)) - start + (to === 'ETH' ? fee : 0n),
    gasUsed: receipt.gasUsed,
  }
}

const swapsOf = fc.record({
  pair: fc.uniqueArray(fc.constantFrom(...symbols), { minLength: 2, maxLength: 2 }),
  // from a cent to half a million dollars; all orders of magnitude are equally likely
  dollars: fc.double({ min: -2, max: 5.7, noNaN: true }).map((power) => 10 ** power),
  hasUser: fc.boolean(),
})

test('the chain pays exactly the quoted amount, for every token and amount', async () => {
  const url = await start()
  await fc.assert(
    fc.asyncProperty(swapsOf, async ({ pair: [from = '', to = ''], dollars, hasUser }) => {
      const swapper = swapperOn(first())
      await swapper.client.setBalance({ address: swapper.address, value: 10n ** 20n })
      const { decimals } = swapper.token(from)
      const amount =
        BigInt(
          Math.max(Math.round(dollars * (perDollar[from] ?? 1) * 10 ** Math.min(decimals, 9)), 1),
        ) *
        10n ** BigInt(Math.max(decimals - 9, 0))
      await swapper.give(from, amount)
      const quoted = await quote(url, swapper, {
        from,
        to,
        amount,
        more: hasUser ? { userAddress: `eip155:31337:${swapper.address}` } : {},
      })
      // less than a dollar may be worth less than the smallest unit of the other token
      if (quoted.status === 400 && dollars < 1) return
      expect(quoted.status, JSON.stringify(quoted.body)).toBe(200)
      const { best } = quoted
      if (from !== 'ETH' && best?.provider?.id !== 'wrap') await swapper.approve(from, amount)
      const tx = await build(url, swapper, { from, to, amount })
      expect(tx.amount).toBe(best?.toAmount)
      expect(`eip155:31337:${addressIn(tx.to)}`).toBe(best?.spender)
      // the calldata has the minimum that the swap must pay: the quoted amount less 1 %
      if (best?.provider?.id !== 'wrap')
        expect(tx.data).toContain(
          (BigInt(tx.amount) - BigInt(tx.amount) / 100n).toString(16).padStart(64, '0'),
        )
      const { arrived, gasUsed } = await swap(swapper, to, tx)
      expect(arrived).toBe(BigInt(tx.amount))
      // The quoted gas is that of a trial for this account. If the account's storage was written
      // for the first time, or a block has passed, one or two storage slots cost more or less
      // (EIP-2200: at most 20,000 each).
      if (hasUser && best?.provider?.id === 'pools')
        expect(Math.abs(Number(best.gas) - Number(gasUsed))).toBeLessThan(40_000)
      if (from !== 'ETH') expect(await swapper.balance(from)).toBe(0n)
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 240_000)

test('a swap fails when the price changes beyond the slippage, and succeeds after a smaller change', async () => {
  const url = await start()
  const [swapper, other] = [swapperOn(first()), swapperOn(first())]
  const amount = 10n ** 20n
  for (const [others, isPaid] of [
    [10n ** 20n, true],
    [2n * 10n ** 22n, false],
  ] as const) {
    await swapper.give('LINK', amount)
    await swapper.approve('LINK', amount)
    const tx = await build(url, swapper, { from: 'LINK', to: 'ETH', amount })
    await other.give('LINK', others)
    await other.approve('LINK', others)
    await swap(other, 'USDC', await build(url, other, { from: 'LINK', to: 'USDC', amount: others }))
    const before = await swapper.balance('LINK')
    if (isPaid)
      expect((await swap(swapper, 'ETH', tx)).arrived).toBeGreaterThanOrEqual(
        (BigInt(tx.amount) * 99n) / 100n,
      )
    else {
      const receipt = await swapper.send(addressIn(tx.to), tx.data, { gas: 1_000_000n })
      expect(receipt.status).toBe('reverted')
      expect(await swapper.balance('LINK')).toBe(before)
    }
  }
}, 120_000)

test('whatever the price does before a swap is mined, the swap pays at least its minimum or takes no tokens', async () => {
  const url = await start()
  const [swapper, other] = [swapperOn(first()), swapperOn(first())]
  const { client } = swapper
  const ends = { paid: 0, undone: 0 }
  // `power` gives the amount of another swap, which moves the pools' price by up to a tenth.
  // `isSameWay`: whether it goes in the same direction.
  const moves = fc.record({
    power: fc
      .constantFrom(18, 20.5, 21.6, 22.3, 22.8)
      .chain((power) => fc.double({ min: power, max: power + 0.3, noNaN: true })),
    isSameWay: fc.constantFrom(true, true, false),
    slippage: fc.constantFrom(0.1, 0.5, 1, 3),
    to: fc.constantFrom('ETH', 'USDC', 'DAI'),
  })
  await fc.assert(
    fc.asyncProperty(moves, async ({ power, isSameWay, slippage, to }) => {
      const id = await client.snapshot()
      try {
        const amount = 10n ** 20n
        await swapper.give('LINK', amount)
        await swapper.approve('LINK', amount)
        const tx = await build(url, swapper, {
          from: 'LINK',
          to,
          amount,
          more: { eip155: { slippage } },
        })
        const minOut = BigInt(tx.amount) - (BigInt(tx.amount) * BigInt(slippage * 100)) / 10_000n
        const [pay, get] = isSameWay ? ['LINK', 'WETH'] : ['WETH', 'LINK']
        const others = (BigInt(Math.round(10 ** (power - 9))) * 10n ** 9n) / (isSameWay ? 1n : 200n)
        await other.give(pay, others)
        await other.approve(pay, others)
        await swap(
          other,
          get,
          await build(url, other, {
            from: pay,
            to: get,
            amount: others,
            more: { eip155: { slippage: 50 } },
          }),
        )
        const [had, paid] = [await swapper.balance(to), await swapper.balance('LINK')]
        const { status, gasUsed, effectiveGasPrice } = await swapper.send(
          addressIn(tx.to),
          tx.data,
          { gas: 1_000_000n },
        )
        const arrived =
          (await swapper.balance(to)) - had + (to === 'ETH' ? gasUsed * effectiveGasPrice : 0n)
        ends[status === 'success' ? 'paid' : 'undone']++
        expect(await swapper.balance('LINK')).toBe(status === 'success' ? 0n : paid)
        if (status === 'success') expect(arrived).toBeGreaterThanOrEqual(minOut)
        else expect(arrived).toBe(0n)
      } finally {
        await client.revert({ id })
        await client.mine({ blocks: 1 })
      }
    }),
    { numRuns: 14 },
  )
  // both outcomes have occurred
  expect([ends.paid > 0, ends.undone > 0]).toEqual([true, true])
}, 240_000)

test('concurrent quotes are equal, and send few requests to the node', async () => {
  const methods: string[] = []
  const counting: typeof fetch = (input, init) => {
    methods.push(/"method":"(\w+)"/.exec(String(init?.body))?.[1] ?? '')
    return fetch(input, init)
  }
  const url = await start({ fetch: counting })
  const swapper = swapperOn(first())
  const quoted = { from: 'UNI', to: 'DAI', amount: 10n ** 21n, more: { gasPrice: '1000000000' } }
  const answers = await Promise.all(Array.from({ length: 50 }, () => quote(url, swapper, quoted)))
  expect(new Set(answers.map(({ best }) => best?.toAmount)).size).toBe(1)
  // the pools are read only once, in a few steps
  expect(methods.filter((method) => method === 'eth_call').length).toBeLessThan(15)
  expect(methods.length).toBeLessThan(70)
  await swapper.client.mine({ blocks: 1 })
  methods.length = 0
  await quote(url, swapper, quoted)
  // after a new block, a quote needs two requests: one for the block, and one that reads all pools
  expect(methods).toEqual(['eth_getBlockByNumber', 'eth_call'])
})

test("a swap may contain the user's permit, and a permit of another account is refused", async () => {
  const url = await start()
  const swapper = swapperOn(first())
  await swapper.client.setBalance({ address: swapper.address, value: 10n ** 20n })
  const amount = 700_000_000n
  await swapper.give('USDC', amount)
  const router = first().deployment.swap?.router ?? '0x'
  const permitBy = async (signer: Swapper, spender: Hex, value: bigint) => {
    const message = { owner: signer.address, spender, value, nonce: 0n, deadline: maxUint256 }
    const domain = {
      name: 'USD Coin',
      version: '1',
      chainId: 31_337,
      verifyingContract: swapper.token('USDC').address,
    }
    const types = {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    } as const
    const { r, s, yParity } = parseSignature(
      await signer.account.sign({
        hash: hashTypedData({ domain, types, primaryType: 'Permit', message }),
      }),
    )
    return encodeAbiParameters(
      parseAbiParameters('address, address, uint256, uint256, uint8, bytes32, bytes32'),
      [message.owner, spender, value, message.deadline, 27 + yParity, r, s],
    )
  }
  const built = (permit: Hex) =>
    build(url, swapper, {
      from: 'USDC',
      to: 'LINK',
      amount,
      more: { eip155: { slippage: '0.5', permit } },
    })
  await expect(built(await permitBy(swapperOn(first()), router, amount))).rejects.toThrow(
    'another account',
  )
  await expect(built(await permitBy(swapper, swapper.address, amount))).rejects.toThrow(
    'another contract',
  )
  await expect(built(await permitBy(swapper, router, amount - 1n))).rejects.toThrow(
    'smaller amount',
  )
  await expect(built('0x1234')).rejects.toThrow('224 bytes')
  const tx = await built(await permitBy(swapper, router, amount))
  expect((await swap(swapper, 'LINK', tx)).arrived).toBe(BigInt(tx.amount))
})

test('the simulation refuses a swap that would fail, but not for a missing allowance or missing coins', async () => {
  const url = await start()
  const swapper = swapperOn(first())
  await swapper.client.setBalance({ address: swapper.address, value: 10n ** 20n })
  const poor = await build(url, swapper, { from: 'LINK', to: 'ETH', amount: 10n ** 18n })
  await swapper.give('LINK', 10n ** 18n)
  const rich = await build(url, swapper, { from: 'LINK', to: 'ETH', amount: 10n ** 18n })
  expect(rich.data.length).toBe(poor.data.length)
  expect(BigInt(rich.eip155?.gas ?? 0)).toBeGreaterThan(100_000n)
  const native = await build(url, swapper, { from: 'ETH', to: 'LINK', amount: 10n ** 21n })
  expect(native.value).toBe(String(10n ** 21n))
  await swapper.client.setCode({ address: swapper.token('AAVE').address, bytecode: holdsAll })
  const frozen = (disableEstimate: boolean) =>
    build(url, swapper, { from: 'AAVE', to: 'ETH', amount: 10n ** 18n, more: { disableEstimate } })
  await expect(frozen(false)).rejects.toThrow('The swap would fail')
  expect((await frozen(true)).amount).toMatch(/^\d+$/)
})

/**
 * The code of a token that reports 2¹⁰⁰ as the balance of every account, and reverts every other
 * call.
 */
const holdsAll = '0x5f3560e01c6370a08231146011575f5ffd5b600160641b5f5260205ff3'

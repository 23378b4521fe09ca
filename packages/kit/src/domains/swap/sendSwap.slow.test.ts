import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { encodeFunctionData, erc20Abi, parseAbi, parseEther, parseUnits } from 'viem'
import { getBalance, getTransactionCount, readContract } from 'viem/actions'
import { facetOf } from '../../core/accounts/facetOf.ts'
import { isUnsent } from '../../core/errors/isUnsent.ts'
import type { KitContext } from '../../core/kit/context.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { getSwapGasPrices, getSwapQuotes, getSwapTokens, prepareSwap, sendSwap } from './actions.ts'
import { unfinishedSwap } from './unfinishedSwap.ts'
import { startTestSwaps } from './startTestSwaps.ts'
import type { SwapProgress } from './run/sendSwap.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

const swaps = startTestSwaps()
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const tokenOf = (symbol: string) =>
  swaps.deployment().tokens.find((token) => token.symbol === symbol)?.address as `0x${string}`
const held = (token: `0x${string}`) =>
  readContract(swaps.client(), {
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [self],
  })
const allowed = (token: `0x${string}`, spender: `0x${string}`) =>
  readContract(swaps.client(), {
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [self, spender],
  })

beforeEach(() => {
  startTestPage()
  for (const key of Object.keys(swaps.variant))
    delete swaps.variant[key as keyof typeof swaps.variant]
})

/** A kit with a running clock, connected to a development wallet on the chain with the pools. */
async function start() {
  const wallet = startTestWallet({ chains: [swaps.chain()] })
  const started = startTestKit({
    chains: [swaps.chain()],
    services: { api: swaps.url() },
    customRpcUrls: { 'eip155:31337': [swaps.chain().rpcUrl] },
    clock: undefined as never,
  })
  await started.kit.connect({ connectorId: wallet.info.rdns })
  onTestFinished(wallet.close)
  return { ...started, wallet }
}

type RpcRequest = Parameters<KitContext['adapters'][number]['request']>[0]

/**
 * Answers some requests in place of the node and the wallet. If `answer` returns undefined, the
 * request goes to the node or the wallet.
 */
function changeNode(
  kit: Kit,
  answer: (rpcRequest: RpcRequest, forward: () => Promise<unknown>) => Promise<unknown> | undefined,
): void {
  const [adapter] = contextOf(kit).adapters
  if (!adapter) throw new Error('there is one')
  const { request } = adapter
  Object.assign(adapter, {
    request: (rpcRequest: RpcRequest) =>
      answer(rpcRequest, () => request(rpcRequest)) ?? request(rpcRequest),
  })
}

test('tokens are listed, and offers have the network fee', async () => {
  const { kit } = await start()
  const tokens = await getSwapTokens(kit)
  expect(tokens.find(({ symbol }) => symbol === 'ETH')?.address).toBeUndefined()
  expect(tokens.find(({ symbol }) => symbol === 'USDC')).toMatchObject({
    decimals: 6,
    hasPermit: true,
  })
  const [offer] = await getSwapQuotes(kit, { to: tokenOf('USDC'), amount: '1.5' })
  expect(offer).toMatchObject({
    provider: { id: 'pools', name: 'Pools' },
    kind: 'swap',
    priceImpact: 0.1,
  })
  expect(offer?.networkFee).toBeGreaterThan(0n)
  expect(offer?.arrives).toBeGreaterThan(parseUnits('4000', 6))
})

test('ether for a token needs one transaction, and the result has the arrived amount', async () => {
  const { kit } = await start()
  const before = await held(tokenOf('USDC'))
  const prepared = await prepareSwap(kit, { to: tokenOf('USDC'), amount: '1.5' })
  expect(prepared).toMatchObject({ method: 'direct', isChecked: true, problems: [], approvals: [] })
  expect(prepared.arrives).toBe(prepared.offer.arrives)
  expect(prepared.minimum).toBe(prepared.offer.arrives - prepared.offer.arrives / 100n)
  const steps: SwapProgress['status'][] = []
  const outcome = await sendSwap(kit, prepared, { onProgress: ({ status }) => steps.push(status) })
  expect(outcome.status).toBe('mined')
  expect(outcome.arrived).toBe((await held(tokenOf('USDC'))) - before)
  expect(outcome.arrived).toBe(prepared.arrives)
  expect(steps).toEqual(['checking', 'asking', 'sent'])
})

test('the shown fee is close to the paid fee, even if the gas in the offer is wrong', async () => {
  const { kit } = await start()
  swaps.variant.quote = (quote) => ({ ...quote, gas: '115000' })
  const prepared = await prepareSwap(kit, { to: tokenOf('USDC'), amount: '0.2' })
  const fee = prepared.fee?.total ?? 0n
  expect(fee).toBe(prepared.offer.networkFee)
  expect(prepared.fee?.max).toBeGreaterThan(fee)
  const before = await getBalance(swaps.client(), { address: self })
  await sendSwap(kit, prepared)
  const paid = before - (await getBalance(swaps.client(), { address: self })) - parseEther('0.2')
  expect(fee).toBeGreaterThan((paid * 9n) / 10n)
  expect(fee).toBeLessThan((paid * 13n) / 10n)
  swaps.variant.quote = (quote) => ({ ...quote, gas: '1000' })
  const cheap = await prepareSwap(kit, { to: tokenOf('USDC'), amount: '0.2' })
  expect(cheap.fee?.total).toBeGreaterThan((paid * 9n) / 10n)
  swaps.variant.quote = (quote) => ({ ...quote, gas: '4000000' })
  expect((await prepareSwap(kit, { to: tokenOf('USDC'), amount: '0.2' })).fee?.total).toBeLessThan(
    paid * 2n,
  )
})

test('with a permit no approval is sent, and no allowance remains', async () => {
  const { kit } = await start()
  const prepared = await prepareSwap(kit, { from: tokenOf('USDC'), amount: '25' })
  expect(prepared).toMatchObject({ method: 'permit', isChecked: true, problems: [] })
  const before = await getBalance(swaps.client(), { address: self })
  const steps: unknown[] = []
  const outcome = await sendSwap(kit, prepared, {
    onProgress: (progress) => steps.push('step' in progress ? progress.step : progress.status),
  })
  expect(steps).toEqual(['checking', 'permit', 'swap', 'sent'])
  expect(outcome.arrived).toBe(prepared.arrives)
  expect(await getBalance(swaps.client(), { address: self })).toBeGreaterThan(before)
  expect(await allowed(tokenOf('USDC'), swaps.deployment().swap?.router as `0x${string}`)).toBe(0n)
})

test('without permits the exact amount is approved, and no allowance remains', async () => {
  const { kit } = await start()
  await sendSwap(kit, await prepareSwap(kit, { to: tokenOf('WETH'), amount: '0.5' }))
  const prepared = await prepareSwap(kit, {
    from: tokenOf('WETH'),
    to: tokenOf('USDC'),
    amount: parseEther('0.25'),
  })
  expect(prepared).toMatchObject({ method: 'approve', isChecked: true })
  const steps: unknown[] = []
  const outcome = await sendSwap(kit, prepared, {
    onProgress: (progress) => steps.push('step' in progress ? progress.step : progress.status),
  })
  expect(steps).toEqual(['checking', 'approve', 'approving', 'checking', 'swap', 'sent'])
  expect(outcome).toMatchObject({ status: 'mined', arrived: prepared.arrives })
  expect(await allowed(tokenOf('WETH'), swaps.deployment().swap?.router as `0x${string}`)).toBe(0n)
})

test('if the token requires it, an old allowance is reset before the new one', async () => {
  const { kit } = await start()
  const router = swaps.deployment().swap?.router as `0x${string}`
  const approve = (amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] })
  const mint = encodeFunctionData({
    abi: parseAbi(['function mint(address to, uint256 amount)']),
    functionName: 'mint',
    args: [self, parseUnits('500', 6)],
  })
  for (const data of [mint, approve(7n)]) {
    const hash = await kit.sendTransaction({ to: tokenOf('HUSH'), data })
    await expect
      .poll(() => kit.getState().pending?.find((transaction) => transaction.hash === hash)?.status)
      .toBe('mined')
  }
  const prepared = await prepareSwap(kit, {
    from: tokenOf('HUSH'),
    to: tokenOf('USDC'),
    amount: '50',
  })
  expect(prepared).toMatchObject({
    method: 'approve',
    isChecked: true,
    problems: [],
    approvals: [{ data: approve(0n) }, { data: approve(parseUnits('50', 6)) }],
  })
  const steps: unknown[] = []
  const outcome = await sendSwap(kit, prepared, {
    onProgress: (progress) => steps.push('step' in progress ? progress.step : progress.status),
  })
  expect(steps).toEqual([
    'checking',
    'approve',
    'approving',
    'approve',
    'approving',
    'checking',
    'swap',
    'sent',
  ])
  expect(outcome).toMatchObject({ status: 'mined', arrived: prepared.arrives })
  expect(await allowed(tokenOf('HUSH'), router)).toBe(0n)
})

test('wrapping and unwrapping call the token itself, without slippage', async () => {
  const { kit } = await start()
  const wrap = await prepareSwap(kit, { to: tokenOf('WETH'), amount: '0.5' })
  expect(wrap).toMatchObject({
    method: 'direct',
    minimum: parseEther('0.5'),
    offer: { kind: 'wrap' },
  })
  expect((await sendSwap(kit, wrap)).arrived).toBe(parseEther('0.5'))
  const unwrap = await prepareSwap(kit, { from: tokenOf('WETH'), amount: '0.5' })
  expect(unwrap).toMatchObject({ method: 'direct', offer: { kind: 'unwrap' } })
  expect((await sendSwap(kit, unwrap)).arrived).toBe(parseEther('0.5'))
})

test('an amount above the balance has the problem `balance` and no transaction', async () => {
  const { kit } = await start()
  const prepared = await prepareSwap(kit, { from: tokenOf('USDC'), amount: '999999999' })
  expect(prepared).toMatchObject({ problems: ['balance'], transaction: undefined })
  await expect(sendSwap(kit, prepared)).rejects.toMatchObject({
    code: 'actionNotAllowed',
    details: 'balance',
  })
})

test('an outage, a missing offer and an unsupported network have different codes', async () => {
  const { kit } = await start()
  await getSwapTokens(kit)
  swaps.variant.status = 400
  swaps.variant.reason = 'Insufficient liquidity'
  await expect(getSwapQuotes(kit, { to: tokenOf('USDC'), amount: 1n })).rejects.toMatchObject({
    code: 'liquidityMissing',
  })
  swaps.variant.reason = 'Network not supported for Swaps'
  await expect(getSwapQuotes(kit, { to: tokenOf('USDC'), amount: 1n })).rejects.toMatchObject({
    code: 'swapsUnsupported',
    message: 'Network not supported for Swaps',
  })
  swaps.variant.status = 501
  await expect(getSwapQuotes(kit, { to: tokenOf('USDC'), amount: 1n })).rejects.toMatchObject({
    code: 'httpFailed',
    status: 501,
  })
})

test('gas prices come from the API; without them the call fails with `gasPriceUnsupported`', async () => {
  const { kit } = await start()
  expect(await getSwapGasPrices(kit)).toEqual({
    standard: 1_000_000_007n,
    fast: 1_200_000_000n,
    instant: 1_500_000_000n,
  })
  swaps.variant.status = 400
  swaps.variant.reason = 'Network not supported for Gas Price'
  await expect(getSwapGasPrices(kit)).rejects.toMatchObject({
    code: 'gasPriceUnsupported',
    message: 'Network not supported for Gas Price',
  })
  swaps.variant.status = 501
  await expect(getSwapGasPrices(kit)).rejects.toMatchObject({ code: 'httpFailed', status: 501 })
  const { kit: alone } = startTestKit({ chains: [swaps.chain()] })
  await expect(getSwapGasPrices(alone)).rejects.toMatchObject({ code: 'gasPriceUnsupported' })
})

test('if the node has no gas prices, the fee is calculated from the gas prices of the API', async () => {
  const { kit } = await start()
  changeNode(kit, ({ method }) =>
    ['eth_feeHistory', 'eth_gasPrice', 'eth_maxPriorityFeePerGas'].includes(method)
      ? Promise.reject(new KitError('methodNotFound', 'no'))
      : undefined,
  )
  const [offer] = await getSwapQuotes(kit, { to: tokenOf('USDC'), amount: '1' })
  expect(offer?.networkFee).toBe(180_000n * 1_000_000_007n)
})

test('a swap that its provider refuses fails with `liquidityMissing`, not as an outage', async () => {
  const { kit } = await start()
  await getSwapTokens(kit)
  swaps.variant.status = 400
  for (const reason of [
    'The swap would fail: STE',
    'This token keeps a part of each transfer, which its pools do not accept',
  ]) {
    swaps.variant.reason = reason
    await expect(getSwapQuotes(kit, { to: tokenOf('USDC'), amount: 1n })).rejects.toMatchObject({
      code: 'liquidityMissing',
      details: reason,
    })
  }
})

test('if the price has moved, the swap stops with `priceMoved` without a request to the wallet', async () => {
  const { kit } = await start()
  const prepared = await prepareSwap(kit, { to: tokenOf('USDC'), amount: '0.5' })
  swaps.variant.quote = (quote) => ({
    ...quote,
    toAmount: String((BigInt(String(quote['toAmount'])) * 98n) / 100n),
  })
  const steps: unknown[] = []
  await expect(
    sendSwap(kit, prepared, { onProgress: ({ status }) => steps.push(status) }),
  ).rejects.toMatchObject({ code: 'priceMoved', message: 'The price has moved since the offer' })
  expect(steps).toEqual(['checking'])
})

test('an approved swap that was not sent is stored, and continues without another approval', async () => {
  const { kit, wallet } = await start()
  await sendSwap(kit, await prepareSwap(kit, { to: tokenOf('WETH'), amount: '0.5' }))
  const order = { from: tokenOf('WETH'), to: tokenOf('USDC'), amount: '0.25' }
  const accountId = `eip155:31337:${self}`
  const refusing = sendSwap(kit, await prepareSwap(kit, order), {
    onProgress: (progress) => progress.status === 'approving' && wallet.setBehaviour('refuse'),
  })
  await expect(refusing).rejects.toMatchObject({ code: 'userRejected' })
  expect(unfinishedSwap(kit, accountId)).toMatchObject({
    from: { symbol: 'WETH' },
    to: { symbol: 'USDC' },
    amount: parseEther('0.25'),
    approvals: [expect.stringMatching(/^0x/) as string],
  })
  wallet.setBehaviour('approve')
  const prepared = await prepareSwap(kit, order)
  expect(prepared.method).toBe('direct')
  expect((await sendSwap(kit, prepared)).status).toBe('mined')
  expect(unfinishedSwap(kit, accountId)).toBeUndefined()
})

test('if an approved swap was prepared twice, the second one is not sent and pays nothing', async () => {
  const { kit, wallet } = await start()
  const weth = tokenOf('WETH')
  await sendSwap(kit, await prepareSwap(kit, { to: weth, amount: '0.5' }))
  const order = { from: weth, to: tokenOf('USDC'), amount: '0.125' }
  await expect(
    sendSwap(kit, await prepareSwap(kit, order), {
      onProgress: (progress) => progress.status === 'approving' && wallet.setBehaviour('refuse'),
    }),
  ).rejects.toMatchObject({ code: 'userRejected' })
  wallet.setBehaviour('approve')
  const [first, second] = await Promise.all([prepareSwap(kit, order), prepareSwap(kit, order)])
  expect([first.method, second.method]).toEqual(['direct', 'direct'])
  const before = await held(weth)
  await sendSwap(kit, first)
  await expect(sendSwap(kit, second)).rejects.toMatchObject({
    code: 'actionNotAllowed',
    details: 'allowance used',
  })
  expect(await held(weth)).toBe(before - parseEther('0.125'))
})

test('without simulation a swap is unchecked, and is sent only with consent', async () => {
  const { kit } = await start()
  changeNode(kit, ({ method, params }) => {
    const isRun =
      method === 'eth_simulateV1' ||
      (method === 'eth_call' && (params as readonly unknown[]).length > 2)
    return isRun ? Promise.reject(new KitError('methodNotFound', 'no')) : undefined
  })
  const prepared = await prepareSwap(kit, { to: tokenOf('USDC'), amount: '0.1' })
  expect(prepared).toMatchObject({ isChecked: false, arrives: undefined, problems: [] })
  await expect(sendSwap(kit, prepared)).rejects.toMatchObject({
    code: 'actionNotAllowed',
    details: 'unchecked',
  })
  expect((await sendSwap(kit, prepared, { isUncheckedFine: true })).status).toBe('mined')
})

test('a new block during the check does not leave the swap unchecked', async () => {
  const { kit } = await start()
  // the cast: viem's types do not know this method of development chains
  const mine = () => swaps.client().request({ method: 'evm_mine' } as never)
  let refused = 0
  changeNode(kit, ({ method, params }, forward) => {
    if (method !== 'eth_simulateV1') return undefined
    const [
      {
        blockStateCalls: [run],
      },
      at,
    ] = params as readonly [
      { blockStateCalls: readonly [{ blockOverrides: { number: string } }] },
      string,
    ] // the cast: the kit sends these parameters
    if (at !== 'latest') return mine().then(forward)
    refused++
    return Promise.reject(
      new KitError(
        'invalidInput',
        `block numbers must be in order: ${Number(run.blockOverrides.number)}`,
      ),
    )
  })
  for (const order of [
    { to: tokenOf('USDC'), amount: '0.1' },
    { from: tokenOf('USDC'), amount: '10' },
  ])
    expect(await prepareSwap(kit, order)).toMatchObject({ isChecked: true, problems: [] })
  expect(refused).toBe(0)
})

test('without eth_simulateV1 the arriving amount is known, but the swap stays unchecked', async () => {
  const { kit } = await start()
  changeNode(kit, ({ method }) =>
    method === 'eth_simulateV1' ? Promise.reject(new KitError('methodNotFound', 'no')) : undefined,
  )
  for (const order of [
    { to: tokenOf('USDC'), amount: '0.1' },
    { from: tokenOf('USDC'), amount: '10' },
  ]) {
    const prepared = await prepareSwap(kit, order)
    expect(prepared).toMatchObject({
      isChecked: false,
      arrives: prepared.offer.arrives,
      problems: [],
    })
    await expect(sendSwap(kit, prepared)).rejects.toMatchObject({
      code: 'actionNotAllowed',
      details: 'unchecked',
    })
  }
})

test('if the wallet changes its account between two approvals, it gets no further request', async () => {
  const wallet = startTestWallet({ chains: [swaps.chain()], count: 2 })
  const { kit } = startTestKit({
    chains: [swaps.chain()],
    services: { api: swaps.url() },
    customRpcUrls: { 'eip155:31337': [swaps.chain().rpcUrl] },
    clock: undefined as never,
  })
  const [first, second] = wallet.getState().accounts.map(({ address }) => address)
  if (!first || !second) throw new Error('It has two accounts')
  wallet.selectAccount([first, second])
  await kit.connect({ connectorId: wallet.info.rdns })
  const prepared = await prepareSwap(kit, {
    from: tokenOf('USDC'),
    to: tokenOf('LINK'),
    amount: '1',
  })
  const [approval] = prepared.approvals
  if (!approval) throw new Error('It needs one')
  const twice = { ...prepared, method: 'approve' as const, approvals: [approval, approval] }
  const before = await getTransactionCount(swaps.client(), { address: second })
  // a plan with two approvals, as for a token whose allowance must first be set to 0
  const facet = await facetOf(kit, prepared.order.networkId, 'swap')
  const { plan } = facet
  Object.assign(facet, { plan: () => Promise.resolve(twice) })
  const sending = sendSwap(kit, twice, {
    onProgress: ({ status }) => status === 'approving' && wallet.selectAccount([second, first]),
  })
  await expect(sending).rejects.toMatchObject({ code: 'chainDisconnected' })
  expect(await getTransactionCount(swaps.client(), { address: second })).toBe(before)
  // a later swap shows that the contract could use the approval that was sent
  Object.assign(facet, { plan })
  wallet.selectAccount([first, second])
  expect(await prepareSwap(kit, { to: tokenOf('USDC'), amount: '0.01' })).toMatchObject({
    isChecked: false,
    exposures: [{ token: tokenOf('USDC').toLowerCase(), amount: 1_000_000n }],
  })
  const revoked = await kit.sendTransaction({
    to: tokenOf('USDC'),
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [swaps.deployment().swap?.router as `0x${string}`, 0n],
    }),
  }) // the cast: the devnet has a router
  await expect
    .poll(() => kit.getState().pending?.find((transaction) => transaction.hash === revoked)?.status)
    .toBe('mined')
})

test('a disconnect or an abort ends the wait for a sent swap, which counts as sent', async () => {
  for (const leave of ['disconnect', 'abort'] as const) {
    const { kit } = await start()
    const controller = new AbortController()
    const prepared = await prepareSwap(kit, { to: tokenOf('USDC'), amount: '0.01' })
    // the node never reports the block of the swap
    changeNode(kit, ({ method }) =>
      method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash'
        ? new Promise(() => {})
        : undefined,
    )
    const sending = sendSwap(kit, prepared, {
      signal: controller.signal,
      onProgress: ({ status }) => {
        if (status !== 'sent') return
        if (leave === 'abort') controller.abort()
        else kit.disconnect().catch(() => {})
      },
    })
    // the cast: the next line checks that it is a KitError
    const error = (await sending.catch((reason: KitError) => reason)) as KitError
    expect(error).toMatchObject({
      code: leave === 'abort' ? 'requestAborted' : 'providerDisconnected',
    })
    // the swap was sent, so the error must not say "not sent"
    expect(isUnsent(error)).toBe(false)
  }
})

test('a disconnect during the wallet’s request ends the swap', async () => {
  const { kit, wallet } = await start()
  wallet.setBehaviour('hang')
  const prepared = await prepareSwap(kit, { to: tokenOf('USDC'), amount: '0.01' })
  const sending = sendSwap(kit, prepared, {
    onProgress: ({ status }) => status === 'asking' && kit.disconnect().catch(() => {}),
  })
  await expect(sending).rejects.toMatchObject({ code: 'providerDisconnected' })
})

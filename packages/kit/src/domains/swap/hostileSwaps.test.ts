import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { encodeFunctionData, erc20Abi, maxUint256, parseUnits } from 'viem'
import { getTransactionCount, readContract } from 'viem/actions'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { prepareSwap, sendSwap } from './actions.ts'
import { network, routerAbi, startTestSwaps } from './startTestSwaps.ts'

const swaps = startTestSwaps()
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const thief = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const tokenOf = (symbol: string) =>
  swaps.deployment().tokens.find((token) => token.symbol === symbol)?.address as `0x${string}`
const router = () => swaps.deployment().swap?.router as `0x${string}`
const id = (address: string) => `${network}:${address}`
const call = (functionName: 'transfer' | 'approve', args: readonly [`0x${string}`, bigint]) =>
  encodeFunctionData({ abi: routerAbi, functionName, args })

beforeEach(() => {
  startTestPage()
  for (const key of Object.keys(swaps.variant))
    delete swaps.variant[key as keyof typeof swaps.variant]
})

/**
 * Starts a connected kit whose wallet then leaves every request unanswered. Also returns a function
 * that counts these requests.
 */
async function start() {
  const wallet = startTestWallet({ chains: [swaps.chain()] })
  const { kit } = startTestKit({
    chains: [swaps.chain()],
    services: { api: swaps.url() },
    customRpcUrls: { 'eip155:31337': [swaps.chain().rpcUrl] },
    clock: undefined as never,
  })
  await kit.connect({ connectorId: wallet.info.rdns })
  wallet.setBehaviour('hang')
  onTestFinished(wallet.close)
  return { kit, wallet, pendingRequests: () => wallet.getState().pending.length }
}

/** `ofToken`: a swap of 25 USDC for LINK, which needs an approval. `ofEther`: a swap of ether. */
const ofToken = () => ({
  from: tokenOf('USDC'),
  to: tokenOf('LINK'),
  amount: '25',
  held: [tokenOf('DAI'), tokenOf('WETH')],
})
const ofEther = () => ({ to: tokenOf('LINK'), amount: '0.01', held: [tokenOf('DAI')] })
const swapTo = (receiver: `0x${string}`, amount: bigint, path: readonly `0x${string}`[]) =>
  encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [amount, 0n, path, receiver],
  })

/** The expected reasons of swaps that are refused because of their fields, before a simulation. */
const saysWhy = {
  'another contract is called': 'It calls another contract.',
  'another value is paid': 'It pays another amount.',
  'ether is paid with a token': 'It pays another amount.',
  'another account sends it': 'It is not the account’s.',
}

test.for([
  ['another contract is called', ofToken, () => ({ to: id(thief) })],
  [
    'the call transfers the paid token to another account',
    ofToken,
    () => ({ to: id(tokenOf('USDC')), data: call('transfer', [thief, parseUnits('25', 6)]) }),
  ],
  [
    'the bought token goes to another account',
    ofToken,
    () => ({
      data: swapTo(thief, parseUnits('25', 6), [
        tokenOf('USDC'),
        swaps.deployment().dex.weth,
        tokenOf('LINK'),
      ]),
    }),
  ],
  ['the call does nothing', ofToken, () => ({ data: '0x' })],
  [
    'only a hundredth arrives',
    ofToken,
    () => ({
      data: swapTo(self, parseUnits('0.25', 6), [
        tokenOf('USDC'),
        swaps.deployment().dex.weth,
        tokenOf('LINK'),
      ]),
    }),
  ],
  [
    'another value is paid',
    ofEther,
    (tx: { value?: string }) => ({ value: String(BigInt(tx.value ?? 0) * 100n) }),
  ],
  ['ether is paid with a token', ofToken, () => ({ value: '1' })],
  ['another account sends it', ofToken, () => ({ from: id(thief) })],
  [
    'the token bought with ether goes to another account',
    ofEther,
    () => ({
      data: swapTo(thief, parseUnits('0.01', 18), [swaps.deployment().dex.weth, tokenOf('LINK')]),
    }),
  ],
] as const)(
  'a swap is refused without a request to the wallet: %s',
  async ([description, order, variant]) => {
    const { kit, pendingRequests } = await start()
    swaps.variant.tx = (tx) => ({ ...tx, ...variant(tx as never) })
    const outcome = await prepareSwap(kit, order()).then(
      ({ problems }) => (problems.includes('fails') ? 'fails' : problems),
      (error: { code: string; details?: string }) => error,
    )
    if (description in saysWhy)
      expect(outcome).toMatchObject({
        code: 'swapRefused',
        details: saysWhy[description as keyof typeof saysWhy],
      }) // the cast is safe, because this branch only gets descriptions that have an entry
    else
      expect(['swapRefused', 'fails']).toContain(
        typeof outcome === 'object' && 'code' in outcome ? outcome.code : outcome,
      )
    expect(pendingRequests()).toBe(0)
  },
)

test('if the API describes another token than the requested one, the swap is refused', async () => {
  const { kit } = await start()
  swaps.variant.token = 'LINK'
  await expect(prepareSwap(kit, { to: thief, amount: '0.01' })).rejects.toMatchObject({
    code: 'actionNotAllowed',
    details: 'There is no token at this address.',
  })
})

test('a swap that uses an earlier allowance to take another token is refused', async () => {
  const { kit, wallet, pendingRequests } = await start()
  wallet.setBehaviour('approve')
  const { hash } = await sendSwap(
    kit,
    await prepareSwap(kit, { to: tokenOf('DAI'), amount: '0.05' }),
  )
  expect(hash).toMatch(/^0x/)
  const approved = await kit.sendTransaction({
    to: tokenOf('DAI'),
    data: call('approve', [router(), maxUint256]),
  })
  await expect
    .poll(
      () => kit.getState().pending?.find((transaction) => transaction.hash === approved)?.status,
    )
    .toBe('mined')
  wallet.setBehaviour('hang')
  const dai = await readContract(swaps.client(), {
    address: tokenOf('DAI'),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [self],
  })
  const { weth, usd } = swaps.deployment().dex
  // a transaction that sells the account's DAI for the requested token. Enough of that token
  // arrives, and only DAI, which is not in the order, is lost
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [dai / 2n, 0n, [tokenOf('DAI'), usd, weth, tokenOf('LINK')], self],
  })
  swaps.variant.tx = (tx) => ({ ...tx, data })
  await expect(prepareSwap(kit, { ...ofToken(), amount: '1' })).rejects.toMatchObject({
    code: 'swapRefused',
    details: expect.stringContaining('another token') as string,
  })
  expect(pendingRequests()).toBe(0)
  // for an honest swap through the same contract, the kit shows what the contract could take
  delete swaps.variant.tx
  expect(await prepareSwap(kit, { ...ofToken(), amount: '1' })).toMatchObject({
    isChecked: false,
    exposures: [
      { contract: router().toLowerCase(), token: tokenOf('DAI').toLowerCase(), amount: dai },
    ],
  })
  wallet.setBehaviour('approve')
  const revoked = await kit.sendTransaction({
    to: tokenOf('DAI'),
    data: call('approve', [router(), 0n]),
  })
  await expect
    .poll(() => kit.getState().pending?.find((transaction) => transaction.hash === revoked)?.status)
    .toBe('mined')
})

test('a swap that the API changes after its check is refused and not sent', async () => {
  const { kit, wallet } = await start()
  wallet.setBehaviour('approve')
  const prepared = await prepareSwap(kit, ofToken())
  expect(prepared.method).toBe('permit')
  const before = await getTransactionCount(swaps.client(), { address: self })
  let builds = 0
  swaps.variant.tx = (tx) =>
    ++builds === 1
      ? tx
      : {
          ...tx,
          data: swapTo(thief, parseUnits('25', 6), [
            tokenOf('USDC'),
            swaps.deployment().dex.weth,
            tokenOf('LINK'),
          ]),
        }
  await expect(sendSwap(kit, prepared)).rejects.toMatchObject({
    code: expect.stringMatching(/swapRefused|actionNotAllowed/) as string,
  })
  expect(await getTransactionCount(swaps.client(), { address: self })).toBe(before)
})

test('if one provider’s swap fails the check, another offer is used, unless the visitor chose the provider', async () => {
  const { kit, pendingRequests } = await start()
  swaps.variant.otherQuotes = (quote) =>
    ['boastful', 'twisted'].map((name) => ({
      ...quote,
      provider: { id: name, name },
      toAmount: String((BigInt(String(quote['toAmount'])) * 3n) / 2n),
    }))
  const prepared = await prepareSwap(kit, ofToken())
  expect(prepared).toMatchObject({
    offer: { provider: { id: 'pools' } },
    isChecked: true,
    problems: [],
  })
  expect(prepared.minimum).toBeLessThan(prepared.offer.arrives)
  await expect(prepareSwap(kit, { ...ofToken(), provider: 'twisted' })).rejects.toMatchObject({
    code: 'httpFailed',
    status: 400,
  })
  // if no offer is valid, the error is that of the best offer
  swaps.variant.quote = (quote) => ({ ...quote, provider: { id: 'third', name: 'Third' } })
  await expect(prepareSwap(kit, ofToken())).rejects.toMatchObject({ code: 'httpFailed' })
  expect(pendingRequests()).toBe(0)
})

test('an offer with an impossible amount or another account is refused', async () => {
  const { kit } = await start()
  for (const variant of [
    { toAmount: '0' },
    { toAmount: '9'.repeat(78) },
    { fromAmount: '1' },
    { toAccount: id(thief) },
    { fromAccount: id(thief) },
  ]) {
    swaps.variant.quote = (quote) => ({ ...quote, ...variant })
    await expect(prepareSwap(kit, ofToken())).rejects.toMatchObject({ code: 'swapRefused' })
  }
  // an impossible price impact is ignored
  for (const priceImpact of [1e300, -1e300, 100.1]) {
    swaps.variant.quote = (quote) => ({ ...quote, priceImpact })
    expect((await prepareSwap(kit, ofToken())).offer).not.toHaveProperty('priceImpact')
  }
  // the simulation shows that less arrives than this offer says, so it is refused
  swaps.variant.quote = (quote) => ({
    ...quote,
    toAmount: String(BigInt(String(quote['toAmount'])) * 1_000n),
  })
  await expect(prepareSwap(kit, ofToken())).rejects.toMatchObject({ code: 'swapRefused' })
})

test('any answer of the API gives a result or an error with a code, without a request to the wallet', async () => {
  const { kit, pendingRequests } = await start()
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.constantFrom('tx', 'quote'), async (value, part) => {
      swaps.variant.tx = undefined as never
      swaps.variant.quote = undefined as never
      swaps.variant[part as 'tx'] = (quote) =>
        typeof value === 'object' && value !== null
          ? { ...quote, ...value }
          : { ...quote, to: value, data: value, toAmount: value }
      const outcome = await prepareSwap(kit, ofToken()).then(
        () => 'fine',
        (error: { code?: string }) => error.code,
      )
      expect(outcome).toBeTypeOf('string')
    }),
    { numRuns: 25 },
  )
  expect(pendingRequests()).toBe(0)
})

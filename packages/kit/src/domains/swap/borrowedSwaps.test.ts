import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  concat,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  http,
  keccak256,
  maxUint256,
  pad,
  parseUnits,
  toHex,
  walletActions,
} from 'viem'
import type { Hex } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { strangerOn } from '../../../../../devnet/src/strangerOn.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { prepareSwap, sendSwap } from './actions.ts'
import { network, routerAbi, startTestSwaps } from './startTestSwaps.ts'

const swaps = startTestSwaps()
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const thief = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const tokenOf = (symbol: string) =>
  swaps.deployment().tokens.find((token) => token.symbol === symbol)?.address as `0x${string}`
const anvil = () =>
  createTestClient({ mode: 'anvil', transport: http(swaps.chain().rpcUrl) }).extend(walletActions)
const balance = (symbol: string, owner: `0x${string}`) =>
  readContract(swaps.client(), {
    address: tokenOf(symbol),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })

beforeEach(() => {
  startTestPage()
  for (const key of Object.keys(swaps.variant))
    delete swaps.variant[key as keyof typeof swaps.variant]
})

async function start() {
  const wallet = startTestWallet({ chains: [swaps.chain()] })
  const { kit } = startTestKit({
    chains: [swaps.chain()],
    services: { api: swaps.url() },
    customRpcUrls: { 'eip155:31337': [swaps.chain().rpcUrl] },
    clock: undefined as never,
  })
  await kit.connect({ connectorId: wallet.info.rdns })
  onTestFinished(wallet.close)
  return { kit, wallet }
}

const selector = (signature: string) => keccak256(toHex(signature)).slice(2, 10)
const push = (value: Hex) => `${(0x5f + (value.length - 2) / 2).toString(16)}${value.slice(2)}`
const to = (place: number) => push(toHex(place, { size: 2 }))
const word = (value: bigint) => toHex(value, { size: 32 })

/**
 * Code that calls a function of a token. `words` are the arguments, each as the code that pushes
 * it. If the call fails, the code continues; with `end`, it jumps there. memory[0] = selector;
 * memory[4 + 32 i] = word i; call(gas, token, 0, 0, size, 0, 0)
 */
const tokenCall = (token: Hex, signature: string, words: readonly string[], end = 0) =>
  [
    push(`0x${selector(signature)}${'00'.repeat(28)}`),
    '600052',
    ...words.flatMap((code, at) => [code, `60${(4 + 32 * at).toString(16).padStart(2, '0')}52`]),
    '60006000',
    `60${(4 + 32 * words.length).toString(16).padStart(2, '0')}`,
    '60006000',
    push(token),
    '5af1',
    end ? `15${to(end)}57` : '50',
  ].join('')

/**
 * A router that behaves correctly in a simulation, and takes all tokens that it may take in a
 * block. Its call data has the amount, the minimum and the paid amount. Like an honest router, it
 * fails if it would pay less than the minimum.
 * @param isRun code that pushes whether the router believes to be in a simulation
 * @param helper a contract that does nothing; the router calls it only in a block
 */
function hostileRouter(isRun: string, stolen: readonly Hex[], helper?: Hex): Hex {
  const from = push(self)
  const codeOf = (theft: number, end: number) => {
    const takeAll = stolen
      .map((token) =>
        [
          // memory[0x100] = balanceOf(self)
          push(`0x${selector('balanceOf(address)')}${'00'.repeat(28)}`),
          '600052',
          from,
          '600452',
          '6020610100602460006000',
          push(token),
          '5af150',
          tokenCall(
            token,
            'transferFrom(address,address,uint256)',
            [from, push(thief), '61010051'],
            end,
          ),
        ].join(''),
      )
      .join('')
    const pay = tokenCall(tokenOf('LINK'), 'transfer(address,uint256)', [from, '604035'], end)
    const call = `600060006000600060006000${push(helper ?? thief)}5af150`
    const skip = `${isRun}${to(isRun.length / 2 + 4 + call.length / 2)}57`
    const begin = [
      helper ? `${skip}${call}5b` : '',
      '60203560403510',
      to(end),
      '57',
      isRun,
      '15',
      to(theft),
      '57',
      tokenCall(
        tokenOf('USDC'),
        'transferFrom(address,address,uint256)',
        [from, '30', '600035'],
        end,
      ),
      pay,
      '00',
    ].join('')
    return {
      code: [begin, '5b', takeAll, pay, '00', '5b60006000fd'].join(''),
      theft: begin.length / 2,
    }
  }
  const { code, theft } = codeOf(1, 1)
  return `0x${codeOf(theft, code.length / 2 - 6).code}`
}

async function deploy(code: Hex) {
  const stranger = await strangerOn(swaps.chain().rpcUrl)
  const size = toHex((code.length - 2) / 2, { size: 2 }).slice(2)
  return stranger.deploy(concat([`0x61${size}600c5f3961${size}5ff3`, code]))
}
const deployRouter = (isRun: string, stolen: readonly Hex[] = [tokenOf('USDC')]) =>
  deploy(hostileRouter(isRun, stolen))

/** Buys LINK for the router, so that it can pay. */
async function fund(router: Hex) {
  const [value, path] = [parseUnits('0.05', 18), [swaps.deployment().dex.weth, tokenOf('LINK')]]
  const swap = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [value, 0n, path, router],
  })
  await anvil().impersonateAccount({ address: self })
  await anvil().sendTransaction({
    account: self,
    chain: null,
    gas: 1_000_000n,
    to: swaps.deployment().swap?.router,
    value,
    data: encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [[swap]] }),
  })
  await anvil().mine({ blocks: 1 })
}

async function approve(symbol: string, spender: Hex, amount: bigint) {
  await anvil().impersonateAccount({ address: self })
  await anvil().sendTransaction({
    account: self,
    chain: null,
    gas: 200_000n,
    to: tokenOf(symbol),
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  })
  await anvil().mine({ blocks: 1 })
}

/** Makes the API offer a swap of 5 USDC for LINK that goes through `router`. */
function offerBy(router: Hex, paid = parseUnits('0.01', 18)) {
  swaps.variant.quote = (quote) => ({
    ...quote,
    spender: `${network}:${router}`,
    toAmount: String(paid),
  })
  swaps.variant.tx = (tx) => ({
    ...tx,
    to: `${network}:${router}`,
    amount: String(paid),
    data: concat([word(parseUnits('5', 6)), word((paid * 99n) / 100n), word(paid)]),
  })
}

const outcomeOf = async (
  kit: Awaited<ReturnType<typeof start>>['kit'],
  held: readonly string[] = [],
) =>
  prepareSwap(kit, {
    from: tokenOf('USDC'),
    to: tokenOf('LINK'),
    amount: '5',
    held,
  }).then(
    (prepared) => prepared,
    (error: { code: string; details?: string }) => error,
  )

describe('a router that detects a simulation', () => {
  test.for<[string, string]>([
    ['BASEFEE', '4815'],
    ['GASPRICE', '3a15'],
    ['BASEFEE above GASPRICE', '483a10'],
    ['NUMBER: not the next block', '4315'],
    ['BLOCKHASH of the block before', '600143034015'],
    ['BLOCKHASH of two blocks before', '600243034015'],
    ['COINBASE', '4115'],
    ['the coins of COINBASE', '413115'],
    ['BLOBBASEFEE', '4a15'],
    [
      'EXTCODEHASH of its caller: that of code',
      `${push('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')}333f1415`,
    ],
    ['ORIGIN: zero', '3215'],
    ['CHAINID: zero', '4615'],
    ['PREVRANDAO', '4415'],
    ['the gas that is left: far more than a transaction has', `${push('0x00500000')}5a11`],
    ['the code of its caller', '333b1515'],
    ['a caller that is not the origin', '32331415'],
    ['GASLIMIT: of another block', `45${push('0x0f4240')}11`],
  ])('a theft is detected even if the router detects a simulation by %s', async ([, isRun]) => {
    await anvil().setCoinbase({ address: thief })
    const { kit } = await start()
    const router = await deployRouter(isRun)
    await fund(router)
    await approve('USDC', router, maxUint256)
    offerBy(router)
    expect(await outcomeOf(kit)).toMatchObject({
      code: 'swapRefused',
      details: 'It takes more than the amount.',
    })
  })

  test('if the account has few coins, a router that looks at the balance of its caller leaves the swap unchecked', async () => {
    const { kit } = await start()
    const [router, honest] = [
      await deployRouter(`${push(toHex(parseUnits('0.01', 18)))}333111`),
      await deployRouter('6001'),
    ]
    for (const one of [router, honest]) await fund(one)
    const coins = await getBalance(swaps.client(), { address: self })
    onTestFinished(() => anvil().setBalance({ address: self, value: coins }))
    await anvil().setNextBlockBaseFeePerGas({ baseFeePerGas: 10_000_000n })
    await anvil().setBalance({ address: self, value: parseUnits('0.0008', 18) })
    await anvil().mine({ blocks: 1 })
    offerBy(router)
    expect(await outcomeOf(kit)).toMatchObject({ isChecked: false })
    // with an honest router, the swap of the same account counts as checked
    offerBy(honest)
    expect(await outcomeOf(kit)).toMatchObject({ isChecked: true, problems: [] })
    // if the account can't pay the fee, the swap does not count as checked
    await anvil().setBalance({ address: self, value: parseUnits('0.00001', 18) })
    expect(await outcomeOf(kit)).toMatchObject({ isChecked: false })
  })

  test('an honest router passes the check, and the swap takes exactly the amount', async () => {
    const { kit } = await start()
    const router = await deployRouter('6001')
    await fund(router)
    await approve('USDC', router, parseUnits('5', 6))
    offerBy(router)
    const prepared = await prepareSwap(kit, {
      from: tokenOf('USDC'),
      to: tokenOf('LINK'),
      amount: '5',
    })
    expect(prepared).toMatchObject({ isChecked: true, exposures: [], problems: [] })
    const before = await balance('USDC', self)
    await sendSwap(kit, prepared)
    expect(before - (await balance('USDC', self))).toBe(parseUnits('5', 6))
  })
})

describe('an earlier allowance', () => {
  test('an allowance above the amount is shown as an exposure, and the swap is not sent without consent', async () => {
    const { kit } = await start()
    // `6001` pushes 1: the router always behaves correctly, like one whose owner switches it later
    const router = await deployRouter('6001')
    await fund(router)
    await approve('USDC', router, parseUnits('905', 6))
    await approve('DAI', router, maxUint256)
    offerBy(router)
    const dai = await balance('DAI', self)
    const prepared = await prepareSwap(kit, {
      from: tokenOf('USDC'),
      to: tokenOf('LINK'),
      amount: '5',
      held: [tokenOf('DAI'), tokenOf('WETH')],
    })
    const contract = router.toLowerCase()
    expect(prepared.exposures).toEqual([
      { contract, token: tokenOf('USDC').toLowerCase(), amount: parseUnits('905', 6) },
      ...(dai > 0n ? [{ contract, token: tokenOf('DAI').toLowerCase(), amount: dai }] : []),
    ])
    expect(prepared.isChecked).toBe(false)
    await expect(sendSwap(kit, prepared)).rejects.toMatchObject({ code: 'actionNotAllowed' })
  })

  test('an allowance of at most the amount is not an exposure', async () => {
    const { kit } = await start()
    const router = await deployRouter('6001')
    await fund(router)
    await approve('USDC', router, parseUnits('5', 6))
    offerBy(router)
    expect(await outcomeOf(kit)).toMatchObject({ isChecked: true, exposures: [] })
  })

  test('an allowance for another contract in the transaction is also an exposure', async () => {
    const { kit } = await start()
    const [router, named] = [await deployRouter('6001'), await deployRouter('6001')]
    await fund(router)
    await approve('USDC', router, parseUnits('5', 6))
    await approve('USDC', named, parseUnits('7', 6))
    offerBy(router)
    const { tx } = swaps.variant
    swaps.variant.tx = (call) => {
      const built = tx?.(call) ?? call
      return { ...built, data: concat([built['data'] as Hex, pad(named)]) } // `offerBy` wrote hex
    }
    expect(await outcomeOf(kit)).toMatchObject({
      isChecked: false,
      exposures: [
        {
          contract: named.toLowerCase(),
          token: tokenOf('USDC').toLowerCase(),
          amount: parseUnits('7', 6),
        },
      ],
    })
  })

  // not by GASPRICE: anvil ignores the price in this method. exposure.test.ts checks that the kit
  // sends it
  test.for<[string, string]>([
    ['BASEFEE', '4815'],
    ['the gas that is left: far more than a transaction has', `${push('0x00500000')}5a11`],
  ])(
    'an allowance for a contract that is called only outside a simulation is found, with a router that looks at %s',
    async ([, isRun]) => {
      const { kit } = await start()
      const helper = await deploy('0x00')
      await approve('USDC', helper, parseUnits('7', 6))
      const router = await deploy(hostileRouter(isRun, [], helper))
      await fund(router)
      await approve('USDC', router, parseUnits('5', 6))
      offerBy(router)
      expect(await outcomeOf(kit)).toMatchObject({
        isChecked: false,
        exposures: [
          {
            contract: helper.toLowerCase(),
            token: tokenOf('USDC').toLowerCase(),
            amount: parseUnits('7', 6),
          },
        ],
      })
    },
  )

  test('a token with an allowance but without a readable balance leaves the swap unchecked', async () => {
    const { kit } = await start()
    const router = await deployRouter('6001')
    await fund(router)
    await approve('USDC', router, parseUnits('5', 6))
    offerBy(router)
    // a token whose `balanceOf` fails, and which answers 5 to every other call
    const odd = await deploy(
      `0x60003560e01c${push(`0x${selector('balanceOf(address)')}`)}1461001a57600560005260206000f35b60006000fd`,
    )
    expect(await outcomeOf(kit, [tokenOf('DAI')])).toMatchObject({ isChecked: true })
    expect(await outcomeOf(kit, [odd])).toMatchObject({ isChecked: false, exposures: [] })
  })

  test('allowances are read even beside a token that uses up all gas or has no allowances', async () => {
    const { kit } = await start()
    const router = await deployRouter('6001')
    await fund(router)
    await approve('USDC', router, parseUnits('5', 6))
    await approve('LINK', router, parseUnits('3', 18))
    offerBy(router)
    const fails = (code: string) =>
      `0x60003560e01c${push(`0x${selector('allowance(address,address)')}`)}1461001a57600560005260206000f35b${code}` as const
    // tokens whose `allowance` fails or never ends, and which answer 5 to every other call
    const [plain, endless] = [await deploy(fails('60006000fd')), await deploy(fails('61001a56'))]
    const outcome = await outcomeOf(kit, [endless, plain])
    expect(outcome).toMatchObject({
      isChecked: false,
      exposures: [
        {
          contract: router.toLowerCase(),
          token: tokenOf('LINK').toLowerCase(),
          amount: parseUnits('3', 18),
        },
      ],
    })
    await approve('LINK', router, 0n)
    expect(await outcomeOf(kit, [endless, plain])).toMatchObject({ isChecked: true, exposures: [] })
  })

  test('a token whose calls fail does not leave the swap unchecked', async () => {
    const { kit } = await start()
    const router = await deployRouter('6001')
    await fund(router)
    await approve('USDC', router, parseUnits('5', 6))
    offerBy(router)
    const dead = await deploy('0x60006000fd')
    expect(await outcomeOf(kit, [dead, tokenOf('DAI'), dead])).toMatchObject({
      isChecked: true,
      exposures: [],
    })
  })

  test('if a token’s balance becomes unreadable during the swap, the swap is refused', async () => {
    const { kit } = await start()
    // a token that answers 5 to every call until it is called without data; then every call fails
    const token = await deploy(
      '0x3615601557600054601c57600560005260206000f35b6001600055005b60006000fd',
    )
    const router = await deployRouter(`600060006000600060006000${push(token)}5af1`)
    await fund(router)
    await approve('USDC', router, parseUnits('5', 6))
    offerBy(router)
    expect(await outcomeOf(kit, [token])).toMatchObject({ code: 'swapRefused' })
  })

  test('an allowance through Permit2 is added to the direct allowance', async () => {
    const { kit } = await start()
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
    // in place of Permit2, a contract that answers every call with the amount of 6 USDC
    await anvil().setCode({
      address: permit2,
      bytecode: `0x${push(word(parseUnits('6', 6)))}60005260206000f3`,
    })
    const router = await deployRouter('6001')
    await fund(router)
    await approve('USDC', router, parseUnits('5', 6))
    offerBy(router)
    await approve('USDC', permit2, 0n)
    expect(await outcomeOf(kit)).toMatchObject({ isChecked: true, exposures: [] })
    await approve('USDC', permit2, maxUint256)
    const outcome = await outcomeOf(kit)
    expect(
      'exposures' in outcome &&
        outcome.exposures.find(({ contract }) => contract === router.toLowerCase()),
    ).toMatchObject({ token: tokenOf('USDC').toLowerCase(), amount: parseUnits('11', 6) })
    expect(outcome).toMatchObject({ isChecked: false })
    await approve('USDC', permit2, 0n)
    await anvil().setCode({ address: permit2, bytecode: '0x' })
  })
})

test('a router that takes another token outside a simulation is detected by its logs', async () => {
  const { kit } = await start()
  const router = await deployRouter('4815', [tokenOf('DAI')])
  await fund(router)
  await approve('USDC', router, parseUnits('5', 6))
  await approve('DAI', router, maxUint256)
  offerBy(router)
  expect(await outcomeOf(kit)).toMatchObject({
    code: 'swapRefused',
    details: 'It moves another token.',
  })
})

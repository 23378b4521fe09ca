import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  http,
  multicall3Abi,
  parseAbi,
  parseUnits,
  type Address,
  type PublicClient,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmChains } from './chains.ts'
import { accounts, addressOf, developmentMnemonic } from './accounts.ts'
import { mnemonicToAccount } from 'viem/accounts'
import type { Deployment } from './deployment.ts'
import { readDeployment } from './readDeployment.ts'
import { startDevnet, type Devnet } from './startDevnet.ts'

const uniswapAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
])
const v3Abi = parseAbi([
  'function getPool(address, address, uint24) view returns (address)',
  'function liquidity() view returns (uint128)',
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 limit)) returns (uint256, uint160, uint32, uint256)',
])
const multiTokenAbi = parseAbi([
  'function uri(uint256) view returns (string)',
  'function name() view returns (string)',
  'function balanceOf(address, uint256) view returns (uint256)',
])

const chainIds = evmChains.map(({ chainId }) => chainId)
let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
}, 60_000)
afterAll(() => devnet.close())

test('the addresses in `accounts` are derived from the development mnemonic', () => {
  for (const { index, address } of accounts)
    expect(mnemonicToAccount(developmentMnemonic, { addressIndex: index }).address).toBe(address)
})

test.each(chainIds)(
  'chain %i: each token has the name, symbol and decimals of the manifest',
  async (chainId) => {
    const { client, deployment } = chain(chainId)
    for (const { address, ...token } of deployment.tokens) {
      const read = (functionName: 'name' | 'symbol' | 'decimals') =>
        client.readContract({ address, abi: erc20Abi, functionName })
      expect({
        name: await read('name'),
        symbol: await read('symbol'),
        decimals: await read('decimals'),
      }).toEqual(token)
    }
  },
)

test.each(chainIds)(
  'chain %i: every token has a pool with WETH or USDC that has reserves',
  async (chainId) => {
    const { client, deployment } = chain(chainId)
    const { weth, usd, factory } = deployment.dex
    const reservesOf = (pool: Address) =>
      client.readContract({ address: pool, abi: uniswapAbi, functionName: 'getReserves' })
    const unpriced: string[] = []
    for (const { address, symbol } of deployment.tokens) {
      const pools = await Promise.all(
        [weth, usd].map((other) =>
          client.readContract({
            address: factory,
            abi: uniswapAbi,
            functionName: 'getPair',
            args: [address, other],
          }),
        ),
      )
      const reserves = await Promise.all(pools.filter((pool) => BigInt(pool) > 0n).map(reservesOf))
      if (!reserves.some(([one, other]) => one > 0n && other > 0n)) unpriced.push(symbol)
    }
    expect(unpriced).toEqual([])
  },
)

test.each(chainIds)('chain %i: one Ether is worth about 3,000 dollars', async (chainId) => {
  const { client, deployment } = chain(chainId)
  const args = [parseUnits('0.01', 18), [deployment.dex.weth, deployment.dex.usd]] as const
  const amounts = await client.readContract({
    address: deployment.dex.router,
    abi: uniswapAbi,
    functionName: 'getAmountsOut',
    args,
  })
  expect(Number(amounts[1]) / 1e4).toBeGreaterThan(2_700)
  expect(Number(amounts[1]) / 1e4).toBeLessThan(3_300)
})

test('chain 31337 has Uniswap v3 pools with nearly the price of the v2 pool; chain 31338 has no v3 pools', async () => {
  const { client, deployment } = chain(31_337)
  const { weth, usd, router } = deployment.dex
  const { quoter = '0x', v3Factory = '0x' } = deployment.swap ?? {}
  const amountIn = parseUnits('0.01', 18)
  const [, inV2 = 0n] = await client.readContract({
    address: router,
    abi: uniswapAbi,
    functionName: 'getAmountsOut',
    args: [amountIn, [weth, usd]],
  })
  for (const fee of [500, 3_000]) {
    const pool = await client.readContract({
      address: v3Factory,
      abi: v3Abi,
      functionName: 'getPool',
      args: [weth, usd, fee],
    })
    expect(
      await client.readContract({ address: pool, abi: v3Abi, functionName: 'liquidity' }),
    ).toBeGreaterThan(0n)
    const {
      result: [amountOut],
    } = await client.simulateContract({
      address: quoter,
      abi: v3Abi,
      functionName: 'quoteExactInputSingle',
      args: [{ tokenIn: weth, tokenOut: usd, amountIn, fee, limit: 0n }],
    })
    expect(Number(amountOut) / Number(inV2)).toBeCloseTo(1, 1)
  }
  expect(chain(31_338).deployment.swap).toBeUndefined()
})

test('TOLL has a transfer fee of 200 basis points; `transfer` of HUSH returns no value', async () => {
  const { client, deployment } = chain(31_337)
  const addressOfToken = (symbol: string) =>
    deployment.tokens.find((token) => token.symbol === symbol)?.address ?? '0x'
  const holder = await client.readContract({
    address: deployment.dex.factory,
    abi: uniswapAbi,
    functionName: 'getPair',
    args: [addressOfToken('TOLL'), deployment.dex.weth],
  })
  expect(
    await client.readContract({
      address: addressOfToken('TOLL'),
      abi: parseAbi(['function fee() view returns (uint256)']),
      functionName: 'fee',
    }),
  ).toBe(200n)
  const transfer = (symbol: string) =>
    client.call({
      account: holder,
      to: addressOfToken(symbol),
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [addressOf('empty'), 0n],
      }),
    })
  expect((await transfer('TOLL')).data).toBe(`0x${'0'.repeat(63)}1`)
  expect((await transfer('HUSH')).data ?? '0x').toBe('0x')
})

test.each(chainIds)('chain %i: multicall3 works at its canonical address', async (chainId) => {
  const { client, deployment } = chain(chainId)
  expect(deployment.multicall3).toBe('0xcA11bde05977b3631167028862bE2a173976CA11')
  const address = addressOf('everyday user')
  const balance = await client.readContract({
    address: deployment.multicall3,
    abi: multicall3Abi,
    functionName: 'getEthBalance',
    args: [address],
  })
  expect(balance).toBe(await client.getBalance({ address }))
  const contracts = deployment.tokens.map(
    (token) => ({ address: token.address, abi: erc20Abi, functionName: 'decimals' }) as const,
  )
  const decimals = await client.multicall({
    contracts,
    allowFailure: false,
    multicallAddress: deployment.multicall3,
  })
  expect(decimals).toEqual(deployment.tokens.map((token) => token.decimals))
})

test('the everyday user holds Ether and at least five tokens, the newcomer Ether and USDC, the empty account nothing', async () => {
  const held = await symbolsHeld('everyday user')
  expect(held).toEqual(expect.arrayContaining(['ETH', 'USDC', 'DAI', 'LINK', 'WBTC', 'UNI']))
  expect(await symbolsHeld('newcomer')).toEqual(['ETH', 'USDC'])
  expect(await symbolsHeld('empty')).toEqual([])
  expect(await chain(31_337).client.getTransactionCount({ address: addressOf('empty') })).toBe(0)
})

test('the metadata of a lighthouse NFT on the chain contains its picture and its traits', async () => {
  const { client, deployment } = chain(31_337)
  const address = collection(deployment, 'ERC721', false)
  expect(
    await client.readContract({
      address,
      abi: erc721Abi,
      functionName: 'balanceOf',
      args: [addressOf('collector')],
    }),
  ).toBeGreaterThan(4n)
  const metadata = parseDataJson(
    await client.readContract({ address, abi: erc721Abi, functionName: 'tokenURI', args: [1n] }),
  )
  expect(metadata).toMatchObject({
    name: 'Harbour Light #1',
    attributes: expect.arrayContaining([expect.objectContaining({ trait_type: 'Sky' })]),
  })
  expect(pictureOf(metadata)).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>$/)
})

test('the metadata of each leaf NFT on the chain contains its picture, and the collector owns leaves', async () => {
  const { client, deployment } = chain(31_337)
  const address = collection(deployment, 'ERC1155', false)
  for (const id of [1n, 2n, 3n, 4n, 5n, 6n]) {
    expect(
      pictureOf(
        parseDataJson(
          await client.readContract({
            address,
            abi: multiTokenAbi,
            functionName: 'uri',
            args: [id],
          }),
        ),
      ),
    ).toContain('<ellipse')
  }
  expect(
    await client.readContract({
      address,
      abi: multiTokenAbi,
      functionName: 'balanceOf',
      args: [addressOf('collector'), 3n],
    }),
  ).toBe(7n)
})

test('every account except the empty one owns a spam token', async () => {
  const { client, deployment } = chain(31_337)
  const address = collection(deployment, 'ERC1155', true)
  expect(
    await client.readContract({ address, abi: multiTokenAbi, functionName: 'name' }),
  ).toContain('example.invalid')
  const counts = await Promise.all(
    accounts.map(({ address: account }) =>
      client.readContract({
        address,
        abi: multiTokenAbi,
        functionName: 'balanceOf',
        args: [account, 1n],
      }),
    ),
  )
  expect(accounts.filter((_, index) => !counts[index]).map(({ role }) => role)).toEqual(['empty'])
})

test('the everyday user has at least 60 transactions, some in every month, over 13 months and a new year', async () => {
  const { times } = await historyOf(addressOf('everyday user'))
  expect(times.length).toBeGreaterThanOrEqual(60)
  const months = new Set(times.map((time) => time.toISOString().slice(0, 7)))
  expect(months.size).toBeGreaterThanOrEqual(14)
  expect(new Set(times.map((time) => time.getUTCFullYear())).size).toBe(2)
  const first = times[0]?.getTime() ?? Number.NaN
  const last = times.at(-1)?.getTime() ?? Number.NaN
  expect((last - first) / 86_400_000).toBeGreaterThan(13 * 30.4)
  expect(last).toBeLessThanOrEqual(Date.now())
})

test('the chain returns receipts and logs of old transactions, including two failed transactions', async () => {
  const { client } = chain(31_337)
  const { hashes } = await historyOf(addressOf('everyday user'))
  const receipts = await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })))
  expect(receipts.filter((receipt) => receipt.status === 'reverted')).toHaveLength(2)
  expect((await client.getLogs({ fromBlock: 0n, toBlock: 'latest' })).length).toBeGreaterThan(200)
})

test('the timestamp of the newest block is the manifest’s `bakedAt`', async () => {
  for (const chainId of chainIds) {
    const { client, deployment } = chain(chainId)
    expect(Number((await client.getBlock()).timestamp)).toBe(deployment.bakedAt)
  }
})

test('for a chain that is not baked, the error contains the command that bakes it', () => {
  expect(() => readDeployment(1)).toThrowErrorMatchingInlineSnapshot(
    `[Error: Chain 1 is not baked. Add it to devnet/src/chains.ts, then bake it: npx tsx devnet/bake/bake.ts 1]`,
  )
})

function chain(chainId: number): { client: PublicClient; deployment: Deployment } {
  const found = devnet.chains.find((candidate) => candidate.chainId === chainId)
  if (!found) throw new Error(`chain ${chainId} does not run`)
  return {
    client: createPublicClient({ transport: http(found.url) }),
    deployment: found.deployment,
  }
}

async function symbolsHeld(role: Parameters<typeof addressOf>[0]): Promise<string[]> {
  const { client, deployment } = chain(31_337)
  const account = addressOf(role)
  const ether = await client.getBalance({ address: account })
  const balances = await Promise.all(
    deployment.tokens.map(async ({ address, symbol }) => {
      const balance = await client.readContract({
        address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
      })
      return { symbol, balance }
    }),
  )
  return [{ symbol: 'ETH', balance: ether }, ...balances]
    .filter(({ balance }) => balance > 0n)
    .map(({ symbol }) => symbol)
}

async function historyOf(account: Address) {
  const { client } = chain(31_337)
  const count = Number(await client.getBlockNumber()) + 1
  const blocks = await Promise.all(
    Array.from({ length: count }, (_, number) =>
      client.getBlock({ blockNumber: BigInt(number), includeTransactions: true }),
    ),
  )
  const found = blocks.flatMap((block) =>
    block.transactions
      .filter((transaction) => transaction.from === account.toLowerCase())
      .map(({ hash }) => ({ hash, time: new Date(Number(block.timestamp) * 1_000) })),
  )
  return { hashes: found.map(({ hash }) => hash), times: found.map(({ time }) => time) }
}

function collection(
  deployment: Deployment,
  standard: 'ERC721' | 'ERC1155',
  spam: boolean,
): Address {
  const found = deployment.collections.find(
    (candidate) => candidate.standard === standard && candidate.spam === spam,
  )
  if (!found) throw new Error(`no ${standard} collection`)
  return found.address
}

function parseDataJson(uri: string): unknown {
  return JSON.parse(
    Buffer.from(uri.replace('data:application/json;base64,', ''), 'base64').toString(),
  )
}

function pictureOf(metadata: unknown): string {
  const image =
    typeof metadata === 'object' && metadata !== null && 'image' in metadata
      ? String(metadata.image)
      : ''
  return Buffer.from(image.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
}

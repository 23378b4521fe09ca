import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import {
  createPublicClient,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  http,
  isAddress,
  parseAbi,
  parseEther,
  type Hex,
} from 'viem'
import { errorBody } from '@latchkey/protocol/api'
import { accountHistory } from '@latchkey/protocol/history'
import { addressOf } from '@latchkey/devnet/accounts'
import { chainAt } from '../../testing/chainAt.ts'
import { createScan, type ScannedTransaction } from '../../testing/scanChain.ts'
import {
  found,
  startTestHistory,
  wordOf,
  type TestHistory,
} from '../../testing/startTestHistory.ts'
import { sendJson, startFakeNode } from '../../testing/startFakeNode.ts'
import { chainClient } from '../../testing/traffic.ts'

const opened: { close: () => Promise<unknown> }[] = []
let world: TestHistory
beforeAll(async () => void (world = await startTestHistory()), 120_000)
afterEach(
  async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
)
afterAll(() => world.close())

const me = addressOf('everyday user')

test('a history lists all transactions of an account on all chains, newest first, 50 a page', async () => {
  const entries = await world.everything()
  expect((await world.requestPage()).data).toHaveLength(50)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  const times = entries.map(({ metadata }) => Date.parse(metadata.minedAt))
  expect(times).toEqual([...times].sort((a, b) => b - a))
  for (const { networkId } of world.devnet.chains) {
    const own = await world.everything(`chainId=${networkId}`)
    expect(own).toEqual(entries.filter(({ metadata }) => metadata.chain === networkId))
    expect(own.length).toBeGreaterThan(0)
  }
  expect(await world.everything('chainId=31337')).toEqual(
    await world.everything('chainId=eip155:31337'),
  )
})

test('pages of a history do not change while blocks are added', async () => {
  const before = await world.everything()
  const { next } = await world.requestPage()
  await world.happen({ from: me, to: addressOf('newcomer'), value: 7n })
  const after = await world.requestPage(`cursor=${next}`)
  expect(after.data).toEqual(before.slice(50, 100))
  expect((await world.everything()).slice(1)).toEqual(before)
})

async function refusal(base: string, path: string) {
  const response = await fetch(`${base}${path}`)
  const { reasons } = v.parse(errorBody, await response.json())
  return {
    status: response.status,
    field: reasons[0]?.field,
    retryAfter: response.headers.get('retry-after'),
  }
}

test.each([
  ['chainId', 'chainId=eip155:999'],
  ['', 'chainId=solana'],
  ['currency', 'currency=eur'],
  ['cursor', 'cursor=nonsense'],
  ['onramp', 'onramp=coinbase'],
  [
    'chainId',
    `cursor=${Buffer.from('{"at":1,"places":{"eip155:999":[1,1]}}').toString('base64url')}`,
  ],
])('a wrong %s is refused: %s', async (field, query) => {
  expect(await refusal(world.url, `/v1/account/${me}/history?${query}`)).toMatchObject({
    status: 400,
    field,
  })
})

test('the history of a chain without a source is refused, because an empty list would mean no transactions', async () => {
  const { api: other, url: base } = await world.start({ chains: [chainAt('http://127.0.0.1:1')] })
  opened.push(other)
  for (const path of ['history', 'nfts', 'history?chainId=eip155:77', 'nfts?chainId=eip155:77'])
    expect(await refusal(base, `/v1/account/${me}/${path}`)).toMatchObject({
      status: 400,
      field: 'chainId',
    })
})

test('until a chain is indexed, its history comes from the next source, or the API answers 503 with Retry-After', async () => {
  const down = chainAt('http://127.0.0.1:1')
  const row = {
    blockNumber: '5',
    timeStamp: '1700000000',
    hash: wordOf('ab'),
    from: me,
    to: addressOf('trader'),
    value: '5',
    nonce: '1',
    transactionIndex: '0',
    input: '0x',
    contractAddress: '',
    gasUsed: '1',
    gasPrice: '1',
  }
  const service = await startFakeNode((_, response, request) =>
    sendJson(
      response,
      (request.url ?? '').includes('action=txlist&')
        ? { status: '1', message: 'OK', result: [row] }
        : { status: '0', message: 'No transactions found', result: [] },
    ),
  )
  const broken = await startFakeNode((_, response) => response.writeHead(500).end())
  opened.push(service, broken)
  const index = { pollEvery: 30 }
  const historyApis = [
    { kind: 'blockscout' as const, url: broken.url },
    { kind: 'etherscan' as const, url: service.url },
  ]
  const { api: with_, url: base } = await world.start({
    chains: [{ ...down, index, historyApis }],
    database: 'postgres://127.0.0.1:1/none',
  })
  const { api: without, url: other } = await world.start({
    chains: [{ ...down, index }],
    database: 'postgres://127.0.0.1:1/none',
  })
  opened.push(with_, without)
  expect((await world.requestPage('', me, base)).data).toMatchObject([
    {
      metadata: { hash: row.hash, operationType: 'send', chain: 'eip155:77' },
      transfers: [{ direction: 'out', quantity: { numeric: '0.000000000000000005' }, price: null }],
    },
  ])
  expect(broken.requests).toHaveLength(3)
  expect(await refusal(other, `/v1/account/${me}/history`)).toMatchObject({
    status: 503,
    retryAfter: '5',
  })
  expect(await refusal(other, `/v1/account/${me}/nfts`)).toMatchObject({
    status: 503,
    retryAfter: '5',
  })
})

test('when no node reports the decimals of a token, the answer names the chain as unavailable', async () => {
  const strange = wordOf('ee').replace(/^0x0{24}/, '0x')
  const row = {
    blockNumber: '5',
    timeStamp: '1999999999',
    hash: wordOf('ab'),
    from: addressOf('trader'),
    to: me,
    value: '5000000',
    contractAddress: strange,
  }
  const service = await startFakeNode((_, response, request) =>
    sendJson(
      response,
      (request.url ?? '').includes('action=tokentx&')
        ? { status: '1', message: 'OK', result: [row] }
        : { status: '0', message: 'No transactions found', result: [] },
    ),
  )
  opened.push(service)
  const down = {
    ...chainAt('http://127.0.0.1:1'),
    historyApis: [{ kind: 'etherscan' as const, url: service.url }],
  }
  const { api: alone, url: base } = await world.start({ chains: [down] })
  const { api: beside, url: other } = await world.start({
    chains: [...world.configs().slice(0, 1), down],
    database: 'memory',
  })
  opened.push(alone, beside)
  expect(await refusal(base, `/v1/account/${me}/history`)).toMatchObject({
    status: 503,
    retryAfter: '5',
  })
  await beside.settled('eip155:31337')
  const response = await fetch(`${other}/v1/account/${me}/history`)
  expect(response.headers.get('x-latchkey-unavailable')).toBe('eip155:77')
  const page = v.parse(accountHistory.answer, await response.json())
  expect(page.data.map(({ id }) => id)).toEqual(
    (await world.requestPage('chainId=31337')).data.map(({ id }) => id),
  )
  expect((await world.requestPage(`cursor=${page.next}`, me, other)).data).toHaveLength(50)
})

test('metrics and logs count requests without accounts', async () => {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  expect(text).toMatch(
    /^latchkey_api_requests_total\{route="\/v1\/account\/:address\/history",status="200"\} \d+$/m,
  )
  expect(text).toMatch(/^latchkey_api_index_head\{chain="eip155:31337"\} \d+$/m)
  for (const output of [text, JSON.stringify(world.lines)])
    expect(output.toLowerCase()).not.toContain(me.slice(2).toLowerCase())
})

test('every entry equals that of a scan of the chain', { timeout: 60_000 }, async () => {
  const client = chainClient(world.first.url)
  const scan = createScan(client, world.first.deployment.dex.weth)
  const newest = await client.getBlockNumber()
  const transactions: ScannedTransaction[] = []
  for (let number = newest; number > 0n; number--)
    transactions.push(...(await scan(number, { traced: false })))
  const decimals = new Map([
    ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 18],
    ...world.first.deployment.tokens.map(
      (token) => [token.address.toLowerCase(), token.decimals] as const,
    ),
  ])
  for (const role of ['everyday user', 'trader', 'collector', 'whale', 'holder of dust'] as const) {
    const account = addressOf(role).toLowerCase()
    const isOwn = ({ sender, recipient }: { sender: string; recipient: string | null }) =>
      sender === account || recipient === account
    const expected = transactions
      .filter(
        (transaction) =>
          isOwn(transaction) ||
          transaction.transfers.some(isOwn) ||
          transaction.approvers.includes(account),
      )
      .map((transaction) => ({
        hash: transaction.hash,
        ...endsOf(transaction, account),
        status: transaction.succeeded ? 'confirmed' : 'failed',
        minedAt: new Date(transaction.minedAt * 1000).toISOString(),
        moved: transaction.transfers
          .filter(isOwn)
          .map(
            ({ sender, recipient, amount, token }) =>
              `${sender === recipient ? 'self' : sender === account ? 'out' : 'in'} ${formatUnits(amount, decimals.get(token) ?? 0)} ${sender} ${recipient}`,
          ),
      }))
    const entries = await world.everything('chainId=31337', account)
    expect(
      entries.map(({ metadata, transfers }) => ({
        hash: metadata.hash,
        from: metadata.sentFrom.toLowerCase(),
        to: metadata.sentTo.toLowerCase(),
        status: metadata.status,
        minedAt: metadata.minedAt,
        // coins that contracts sent are left out here: viem cannot trace the devnet's initial
        // blocks; another test compares the sums with balances
        moved: transfers
          ?.filter((transfer) => !isInternal(transfer, metadata.operationType))
          .map(({ direction, quantity, sender, recipient }) =>
            `${direction} ${quantity.numeric} ${sender} ${recipient}`.toLowerCase(),
          ),
      })),
    ).toEqual(expected)
    for (const { transfers } of entries)
      for (const transfer of transfers ?? [])
        expect(
          [transfer.sender, transfer.recipient].every(
            (party) => party && isAddress(party, { strict: true }),
          ),
        ).toBe(true)
  }
})

/**
 * The sender and the recipient that the history should show: for a plain send of a listed token,
 * those of the transfer; for a failed one, those in its data.
 */
function endsOf(
  { sender, recipient, created, transfers, succeeded, input }: ScannedTransaction,
  account: string,
) {
  const [move, ...others] = transfers
  const { tokens, collections } = world.first.deployment
  const listed = [...tokens, ...collections.slice(0, 2)].some(
    ({ address }) => address.toLowerCase() === move?.token,
  )
  const zero = `0x${'0'.repeat(40)}`
  const isMint = move?.sender === zero
  const isSending =
    move &&
    others.length === 0 &&
    listed &&
    move.amount > 0n &&
    !(isMint && sender === account) &&
    move.recipient !== zero &&
    [move.sender, move.recipient].includes(account)
  if (!succeeded && sender === account && input.startsWith('0xa9059cbb'))
    return {
      from: sender,
      to: decodeFunctionData({ abi: erc20Abi, data: input }).args?.[0]?.toLowerCase(),
    }
  if (!isSending) return { from: sender, to: recipient ?? created }
  return { from: move.sender === account || isMint ? sender : move.sender, to: move.recipient }
}

/** Whether a transfer is of coins that a contract sent, in a trade or for unwrapped coins. */
const isInternal = (
  transfer: {
    direction: string
    fungible_info?: { symbol?: string | null | undefined } | null | undefined
  },
  type: string,
) =>
  transfer.direction === 'in' &&
  transfer.fungible_info?.symbol === 'ETH' &&
  ['trade', 'withdraw'].includes(type)

test('an entry of a payment has all digits of the amount and its value at that time, without the fee', async () => {
  const entry = await world.happen({
    from: me,
    to: addressOf('newcomer'),
    value: parseEther('0.123456789012345678'),
  })
  expect(entry).toMatchObject({
    id: `eip155:31337:${entry.metadata.hash}`,
    metadata: {
      operationType: 'send',
      sentFrom: me,
      sentTo: addressOf('newcomer'),
      status: 'confirmed',
      chain: 'eip155:31337',
      application: null,
    },
    transfers: [
      {
        direction: 'out',
        quantity: { numeric: '0.123456789012345678' },
        fungible_info: { symbol: 'ETH', name: 'Ether', flags: { is_spam: false } },
        nft_info: null,
      },
    ],
  })
  const [transfer] = entry.transfers ?? []
  const balances = await (
    await fetch(`${world.url}/v1/account/${me}/balance?currency=usd&chainId=eip155:31337`)
  ).json()
  expect(transfer?.price).toBe(
    balances.balances.find((row: { symbol: string }) => row.symbol === 'ETH').price,
  )
  expect(transfer?.value).toBeCloseTo(0.12345678901234568 * (transfer?.price ?? 0), 9)
  expect((await world.requestPage('', addressOf('newcomer'))).data[0]).toMatchObject({
    metadata: { operationType: 'receive' },
    transfers: [{ direction: 'in' }],
  })
})

test('the history of both sides of a token transfer names the recipient, not the contract', async () => {
  const token =
    world.first.deployment.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
  const erc20 = parseAbi([
    'function transfer(address, uint256)',
    'function transferFrom(address, address, uint256)',
    'function approve(address, uint256)',
  ])
  const [friend, spender] = [addressOf('newcomer'), addressOf('trader')]
  const sent = await world.happen({
    from: me,
    to: token,
    data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [friend, 5n] }),
  })
  expect(sent).toMatchObject({
    metadata: { operationType: 'send', sentFrom: me, sentTo: friend },
    transfers: [{ direction: 'out', sender: me, recipient: friend }],
  })
  expect(
    found((await world.requestPage('chainId=31337', friend)).data, sent.metadata.hash as Hex),
    // the answer's hash is hex
  ).toMatchObject({ metadata: { operationType: 'receive', sentFrom: me, sentTo: friend } })
  const approved = await world.happen({
    from: me,
    to: token,
    data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, 7n] }),
  })
  expect(approved.metadata.sentTo).toBe(token)
  const taken = await world.happen({
    from: spender,
    to: token,
    data: encodeFunctionData({ abi: erc20, functionName: 'transferFrom', args: [me, friend, 7n] }),
  })
  expect(taken.metadata).toMatchObject({ operationType: 'send', sentFrom: spender, sentTo: friend })
  expect(
    found((await world.requestPage('chainId=31337', friend)).data, taken.metadata.hash as Hex)
      ?.metadata,
  ).toMatchObject({ operationType: 'receive', sentFrom: me, sentTo: friend })
  const nothing = await world.happen({
    from: spender,
    to: token,
    data: encodeFunctionData({
      abi: erc20,
      functionName: 'transferFrom',
      args: [me, addressOf('whale'), 0n],
    }),
  })
  expect(nothing.metadata).toMatchObject({ sentFrom: spender, sentTo: token })
})

test('the price in an entry is that of its time', async () => {
  const {
    deployment: { dex },
    url: node,
  } = world.first
  const reserves = parseAbi([
    'function getPair(address, address) view returns (address)',
    'function getReserves() view returns (uint112, uint112, uint32)',
    'function swapExactETHForTokens(uint256, address[], address, uint256) payable',
  ])
  const client = createPublicClient({ transport: http(node), cacheTime: 0 })
  const pair = await client.readContract({
    address: dex.factory,
    abi: reserves,
    functionName: 'getPair',
    args: [dex.weth, dex.usd],
  })
  const priceNow = async () => {
    const [one, two] = await client.readContract({
      address: pair,
      abi: reserves,
      functionName: 'getReserves',
    })
    const [coins, dollars] = BigInt(dex.weth) < BigInt(dex.usd) ? [one, two] : [two, one]
    return Number(dollars) / 1e6 / (Number(coins) / 1e18)
  }
  const cheap = await world.happen({ from: me, to: addressOf('newcomer'), value: 1n })
  const cheapPrice = await priceNow()
  await world.happen(
    {
      from: addressOf('whale'),
      to: dex.router,
      value: parseEther('50'),
      data: encodeFunctionData({
        abi: reserves,
        functionName: 'swapExactETHForTokens',
        args: [0n, [dex.weth, dex.usd], addressOf('whale'), 10n ** 12n],
      }),
    },
    addressOf('whale'),
  )
  const dear = await world.happen({ from: me, to: addressOf('newcomer'), value: 1n })
  const entries = (await world.requestPage('chainId=31337')).data
  expect(found(entries, cheap.metadata.hash as Hex)?.transfers?.[0]?.price).toBeCloseTo(
    cheapPrice,
    6,
  ) // the answer's hash is hex
  expect(found(entries, dear.metadata.hash as Hex)?.transfers?.[0]?.price).toBeCloseTo(
    await priceNow(),
    6,
  )
  expect(await priceNow()).toBeLessThan(cheapPrice)
})

test('a failed transaction has the status `failed`, the intended operation, and no transfer', async () => {
  const failed = (await world.everything()).filter(({ metadata }) => metadata.status === 'failed')
  expect(failed.map(({ metadata, transfers }) => [metadata.operationType, transfers])).toEqual([
    ['trade', []],
    ['send', []],
  ])
})

test('a failed token transfer names its intended recipient, and has no transfer', async () => {
  const token =
    world.first.deployment.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
  const [friend, spender] = [addressOf('newcomer'), addressOf('trader')]
  const tooMuch = 10n ** 40n
  const erc20 = parseAbi([
    'function transfer(address, uint256)',
    'function transferFrom(address, address, uint256)',
    'function approve(address, uint256)',
  ])
  const transfer = encodeFunctionData({
    abi: erc20,
    functionName: 'transfer',
    args: [friend, tooMuch],
  })
  expect(await world.happen({ from: me, to: token, data: transfer })).toMatchObject({
    metadata: { operationType: 'send', status: 'failed', sentFrom: me, sentTo: friend },
    transfers: [],
  })
  const taking = encodeFunctionData({
    abi: erc20,
    functionName: 'transferFrom',
    args: [me, friend, tooMuch],
  })
  expect(
    (await world.happen({ from: spender, to: token, data: taking }, spender)).metadata,
  ).toMatchObject({ status: 'failed', sentFrom: spender, sentTo: friend })
  // calls with incomplete data or without a recipient show the called contract
  expect(
    (await world.happen({ from: me, to: token, data: transfer.slice(0, 60) as Hex })).metadata,
  ).toMatchObject({ status: 'failed', sentTo: token }) // shortened hex is still hex
  expect((await world.happen({ from: me, to: token, data: '0x12345678' })).metadata).toMatchObject({
    status: 'failed',
    sentTo: token,
  })
})

import {
  createAssociatedTokenAccountIdempotentInstruction,
  createMintToInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { accountBalance } from '@latchkey/protocol/api'
import { accountHistory } from '@latchkey/protocol/history'
import { nativeTokenId } from '@latchkey/protocol/nativeToken'
import { accountNfts } from '@latchkey/protocol/nfts'
import {
  keysOf,
  startTestSolana,
  type TestSolana,
} from '@latchkey/devnet/solana/testing/startTestSolana'
import { createApi } from '../../createApi.ts'
import type { ApiOptions } from '../../options.ts'
import { makeSolanaMint } from '../../testing/makeSolanaMint.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import { solanaChainAt } from '../../testing/solanaChainAt.ts'
import { makeAccounts, makeMints, type TestMint } from '../../testing/solanaTraffic.ts'
import type { SolanaChainConfig } from '../../chains/solana/solanaChain.ts'

const deployer = keysOf('whale')
const memo = (text: string) =>
  new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from(text),
  })
const placeOf = ({ address, program }: TestMint, owner: PublicKey) =>
  getAssociatedTokenAddressSync(address, owner, false, program)

/** Starts an API that reads the chain. Its token list has some of the mints. */
async function start(
  solana: TestSolana,
  tokens: SolanaChainConfig['tokens'],
  more: Partial<ApiOptions> = {},
) {
  const api = createApi({
    ...neverOverloaded,
    chains: [{ ...solanaChainAt(solana.url), tokens, index: { pollEvery: 600_000 } }],
    database: 'memory',
    ...more,
  })
  onTestFinished(() => api.close())
  const { url } = await api.listen({ port: 0 })
  const request = async (path: string) => fetch(`${url}/v1/account/${path}`)
  return { api, url, request }
}

async function prepared() {
  const solana = await startTestSolana()
  const {
    keys: [user, friend],
  } = await makeAccounts(solana, [24e9, 310e9])
  const [usdc] = await makeMints(solana, deployer)
  if (!user || !friend || !usdc) throw new Error('There is no mint')
  const me = user.publicKey.toBase58()
  const { send, advance } = solana
  const mintTo = async (owner: PublicKey, amount: bigint) => {
    await send(
      [
        createAssociatedTokenAccountIdempotentInstruction(
          deployer.publicKey,
          placeOf(usdc, owner),
          owner,
          usdc.address,
          usdc.program,
        ),
        createMintToInstruction(usdc.address, placeOf(usdc, owner), deployer.publicKey, amount),
      ],
      [deployer],
    )
    advance()
  }
  return {
    solana,
    user,
    friend,
    me,
    usdc,
    mintTo,
    listed: { address: usdc.address.toBase58(), name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  }
}

test("a balance has the coin, listed tokens and other tokens by their own names, no spam, and the operator's prices", async () => {
  const { solana, user, me, mintTo, listed } = await prepared()
  await mintTo(user.publicKey, 2_500_000n)
  const mint = (name: string, symbol: string, decimals = 2) =>
    makeSolanaMint(solana, deployer, {
      name,
      symbol,
      decimals,
      amount: 12_345n,
      to: user.publicKey,
      uri: '',
    })
  const harbour = await mint('Harbour \u202eCoin<b>', 'HBR')
  await mint('Claim at https://evil.example', 'FREE')
  await mint('Dollar', 'U​SDC')
  await mint('A picture', 'PIC', 0)
  solana.advance(2)
  const prices: Record<string, number> = {
    [`${solana.networkId}:So11111111111111111111111111111111111111111`]: 150,
    [`${solana.networkId}:${listed.address}`]: 1,
  }
  const { request, url } = await start(solana, [listed], { prices: async (token) => prices[token] })
  const { balances } = v.parse(
    accountBalance.answer,
    await (await request(`${me}/balance?currency=usd`)).json(),
  )
  expect(balances).toEqual([
    {
      name: 'Solana',
      symbol: 'SOL',
      chainId: solana.networkId,
      value: 24 * 150,
      price: 150,
      quantity: { decimals: '9', numeric: '24' },
      iconUrl: `${url}/public/getTokenImage/SOL`,
    },
    {
      name: 'USD Coin',
      symbol: 'USDC',
      chainId: solana.networkId,
      address: `${solana.networkId}:${listed.address}`,
      value: 2.5,
      price: 1,
      quantity: { decimals: '6', numeric: '2.5' },
      iconUrl: `${url}/public/getTokenImage/USDC`,
    },
    {
      name: 'Harbour Coin<b>',
      symbol: 'HBR',
      chainId: solana.networkId,
      address: `${solana.networkId}:${harbour.address.toBase58()}`,
      price: 0,
      quantity: { decimals: '2', numeric: '123.45' },
      iconUrl: `${url}/public/getTokenImage/HBR?drawn=0`,
      verified: false,
    },
  ])
  const price = (addresses: readonly string[]) =>
    fetch(`${url}/v1/fungible/price`, {
      method: 'POST',
      body: JSON.stringify({ currency: 'usd', addresses }),
    })
  expect(await (await price(Object.keys(prices))).json()).toMatchObject({
    fungibles: [
      { symbol: 'SOL', price: 150, decimals: 9 },
      { symbol: 'USDC', price: 1, decimals: 6 },
    ],
  })
  // without a price there is an error, and not the price 0
  expect((await price([`${solana.networkId}:${harbour.address.toBase58()}`])).status).toBe(400)
  expect((await price([`${solana.networkId}:0x${'1'.repeat(40)}`])).status).toBe(400)
})

test('`forceUpdate` reads without the cache, and the API reports that a node does not answer', async () => {
  const { solana, user, me, mintTo, listed } = await prepared()
  const { request } = await start(solana, [listed])
  const numeric = async (query: string) =>
    v
      .parse(
        accountBalance.answer,
        await (await request(`${me}/balance?currency=usd&${query}`)).json(),
      )
      .balances.find(({ symbol }) => symbol === 'USDC')?.quantity.numeric
  expect(await numeric('')).toBeUndefined()
  await mintTo(user.publicKey, 1_000_000n)
  expect(await numeric('')).toBeUndefined()
  expect(
    await numeric(
      `forceUpdate=${solana.networkId}:${listed.address},${solana.networkId}:So11111111111111111111111111111111111111111`,
    ),
  ).toBe('1')
  expect(
    (
      await request(
        `${me}/balance?currency=usd&forceUpdate=${solana.networkId}:0x${'1'.repeat(40)}`,
      )
    ).status,
  ).toBe(400)
  const { request: askDown } = await start(solana, [], {
    chains: [solanaChainAt('http://127.0.0.1:1')],
    database: undefined,
  })
  expect((await askDown(`${me}/balance?currency=usd`)).status).toBe(503)
  expect((await askDown(`${me}/history`)).status).toBe(400)
})

test('a history has incoming, outgoing and failed transactions with the owners of token accounts, and no memo texts', async () => {
  const { solana, user, friend, me, usdc, mintTo, listed } = await prepared()
  const { send, advance } = solana
  const { api, request } = await start(solana, [listed])
  const newcomer = Keypair.generate().publicKey
  await mintTo(user.publicKey, 9_000_000n)
  await send(
    [
      SystemProgram.transfer({
        fromPubkey: user.publicKey,
        toPubkey: friend.publicKey,
        lamports: 1_500_000_000,
      }),
      memo('rent'),
    ],
    [user],
  )
  await send(
    [
      createAssociatedTokenAccountIdempotentInstruction(
        user.publicKey,
        placeOf(usdc, newcomer),
        newcomer,
        usdc.address,
        TOKEN_PROGRAM_ID,
      ),
      createTransferCheckedInstruction(
        placeOf(usdc, user.publicKey),
        usdc.address,
        placeOf(usdc, newcomer),
        user.publicKey,
        2_000_000n,
        6,
      ),
    ],
    [user],
  )
  advance()
  await send(
    [
      createTransferCheckedInstruction(
        placeOf(usdc, user.publicKey),
        usdc.address,
        placeOf(usdc, newcomer),
        user.publicKey,
        2_000_000_000n,
        6,
      ),
    ],
    [user],
    { skipPreflight: true },
  )
  await send(
    [
      SystemProgram.transfer({
        fromPubkey: friend.publicKey,
        toPubkey: user.publicKey,
        lamports: 5_000,
      }),
      memo('Claim your reward at https://evil.example'),
    ],
    [friend],
  )
  await send(
    [
      SystemProgram.transfer({
        fromPubkey: friend.publicKey,
        toPubkey: user.publicKey,
        lamports: 5_000_000_000,
      }),
      memo('see https://dinner.example'),
    ],
    [friend],
  )
  advance(2)
  await api.settled(solana.networkId)
  const { data } = v.parse(
    accountHistory.answer,
    await (await request(`${me}/history?chainId=${solana.networkId}`)).json(),
  )
  const rows = data.toReversed().map(({ metadata, transfers }) => ({
    type: metadata.operationType,
    from: metadata.sentFrom,
    to: metadata.sentTo,
    status: metadata.status,
    moved: transfers?.map(
      ({ direction, quantity, fungible_info }) =>
        `${direction} ${quantity.numeric} ${fungible_info?.symbol}${fungible_info?.flags?.is_spam ? ' spam' : ''}`,
    ),
  }))
  const [friends, new_, deployers] = [
    friend.publicKey.toBase58(),
    newcomer.toBase58(),
    deployer.publicKey.toBase58(),
  ]
  expect(rows).toEqual([
    { type: 'receive', from: deployers, to: me, status: 'confirmed', moved: ['in 24 SOL'] },
    { type: 'receive', from: deployers, to: me, status: 'confirmed', moved: ['in 9 USDC'] },
    { type: 'send', from: me, to: friends, status: 'confirmed', moved: ['out 1.5 SOL'] },
    {
      type: 'send',
      from: me,
      to: new_,
      status: 'confirmed',
      moved: ['out 2 USDC', 'out 0.00203928 SOL'],
    },
    { type: 'send', from: me, to: new_, status: 'failed', moved: [] },
    {
      type: 'receive',
      from: friends,
      to: me,
      status: 'confirmed',
      moved: ['in 0.000005 SOL spam'],
    },
    { type: 'receive', from: friends, to: me, status: 'confirmed', moved: ['in 5 SOL'] },
  ])
  expect(data[0]).toMatchObject({
    id: expect.stringMatching(new RegExp(`^${solana.networkId}:[1-9A-HJ-NP-Za-km-z]{64,88}$`)),
    metadata: { nonce: 0, chain: solana.networkId },
    transfers: [{ sender: friends, recipient: me, value: null, price: null }],
  })
  expect(JSON.stringify(data)).not.toMatch(/evil|dinner/)
  expect(await (await fetch(`${(await api.listen({ port: 0 })).url}/health`)).text()).toContain(
    `${solana.networkId} complete`,
  )
})

test('an amount in a history has its value at that time if the operator’s prices answer, and otherwise no value', async () => {
  const { solana, user, friend, me, mintTo, listed } = await prepared()
  const { send, advance } = solana
  const sol = nativeTokenId(solana.networkId)
  const priceTimes: number[] = []
  const outage = { is: true }
  const pricesAt = async (token: string, at: number) => {
    if (outage.is) throw new Error('Down')
    priceTimes.push(at)
    return { [sol]: 140, [`${solana.networkId}:${listed.address}`]: 0.5 }[token]
  }
  const { api, request } = await start(solana, [listed], { pricesAt })
  await mintTo(user.publicKey, 9_000_000n)
  await makeSolanaMint(solana, deployer, {
    name: 'Harbour',
    symbol: 'HBR',
    decimals: 2,
    amount: 500n,
    to: user.publicKey,
    uri: '',
  })
  // two transactions with different tokens in the same block
  await send(
    [
      SystemProgram.transfer({
        fromPubkey: user.publicKey,
        toPubkey: friend.publicKey,
        lamports: 1_500_000_000,
      }),
    ],
    [user],
  )
  await mintTo(user.publicKey, 4_000_000n)
  advance(2)
  await api.settled(solana.networkId)
  const rows = async () =>
    v
      .parse(accountHistory.answer, await (await request(`${me}/history`)).json())
      .data.map(({ metadata, transfers }) => [
        metadata.minedAt,
        ...(transfers ?? []).map(({ quantity, fungible_info, value, price }) => [
          quantity.numeric,
          fungible_info?.symbol,
          value,
          price,
        ]),
      ])
  const valuesOf = async () => (await rows()).map(([, first]) => first)
  expect((await valuesOf()).every((row) => Array.isArray(row) && row[2] === null)).toBe(true)
  outage.is = false
  expect(await valuesOf()).toEqual([
    ['4', 'USDC', 2, 0.5],
    ['1.5', 'SOL', 210, 140],
    ['5', 'HBR', null, null],
    ['9', 'USDC', 4.5, 0.5],
    ['24', 'SOL', 3_360, 140],
  ])
  const times = (await rows()).map(([at]) => Date.parse(String(at)) / 1_000)
  expect(priceTimes.every((at) => times.includes(at))).toBe(true)
  // past prices are cached, because they do not change
  const before = priceTimes.length
  await rows()
  expect(priceTimes).toHaveLength(before)
})

test('pages of a history are in order, and contain each row once', async () => {
  const { solana, user, friend, me } = await prepared()
  const { api, request } = await start(solana, [])
  for (let index = 0; index < 117; index += 1) {
    await solana.send(
      [
        SystemProgram.transfer({
          fromPubkey: user.publicKey,
          toPubkey: friend.publicKey,
          lamports: 1_000_000 + index,
        }),
      ],
      [user],
    )
    if (index % 9 === 0) solana.advance()
  }
  solana.advance(2)
  await api.settled(solana.networkId)
  const seen: string[] = []
  let cursor: string | null | undefined = ''
  while (cursor !== null && cursor !== undefined) {
    const page: v.InferOutput<typeof accountHistory.answer> = v.parse(
      accountHistory.answer,
      await (await request(`${me}/history${cursor && `?cursor=${cursor}`}`)).json(),
    )
    seen.push(...page.data.map(({ transfers }) => transfers?.[0]?.quantity.numeric ?? ''))
    cursor = page.next
  }
  expect(seen).toEqual([
    ...Array.from({ length: 117 }, (_, index) => `${(1_000_000 + 116 - index) / 1e9}`),
    '24',
  ])
  expect((await request(`${me}/history?cursor=bm9uZQ`)).status).toBe(400)
})

test('tokens without decimals are listed as NFTs, with their own metadata', async () => {
  const { solana, user, me } = await prepared()
  const json = JSON.stringify({
    name: 'Harbour Light #7',
    description: 'A light',
    image: 'data:image/svg+xml;base64,PHN2Zy8+',
    attributes: [{ trait_type: 'Sky', value: 'dawn' }],
  })
  const nft = (name: string, uri: string, amount = 1n) =>
    makeSolanaMint(solana, deployer, {
      name,
      symbol: 'LIGHT',
      decimals: 0,
      amount,
      to: user.publicKey,
      uri,
    })
  const light = await nft(
    'Light',
    `data:application/json;base64,${Buffer.from(json).toString('base64')}`,
  )
  const bare = await nft('Ticket', 'https://elsewhere.example/7.json', 40n)
  const lure = await nft('Claim 5,000 USDC', '')
  solana.advance(2)
  const { request } = await start(solana, [])
  const { data, next } = v.parse(accountNfts.answer, await (await request(`${me}/nfts`)).json())
  const of = (mint: TestMint) => data.find(({ contract }) => contract === mint.address.toBase58())
  expect([data.length, next]).toEqual([3, null])
  expect(of(light)).toMatchObject({
    chainId: solana.networkId,
    standard: 'NFT',
    tokenId: '0',
    amount: '1',
    name: 'Harbour Light #7',
    description: 'A light',
    picture: 'data:image/svg+xml;base64,PHN2Zy8+',
    collection: { symbol: 'LIGHT' },
    traits: [{ name: 'Sky', value: 'dawn' }],
    flags: { is_spam: false },
  })
  expect(of(bare)).toMatchObject({ amount: '40', name: 'Ticket', picture: null })
  expect(of(lure)).toMatchObject({ flags: { is_spam: true } })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as v from 'valibot'
import { createPublicClient, formatUnits, http, parseAbi, type Address, type Hex } from 'viem'
import { accountBalance } from '@latchkey/protocol/api'
import type { HistoryEntry } from '@latchkey/protocol/history'
import { accountNfts } from '@latchkey/protocol/nfts'
import { addressOf } from '@latchkey/devnet/accounts'
import {
  found,
  startTestHistory,
  wordOf,
  type TestHistory,
} from '../../testing/startTestHistory.ts'
import { sendJson, startFakeNode } from '../../testing/startFakeNode.ts'
import { gasBurner, placeCode, placeTextContract } from '../../testing/strangeTokens.ts'
import { logging } from '../../testing/traffic.ts'

const opened: { close: () => Promise<unknown> }[] = []
let world: TestHistory
/**
 * The database of the APIs whose token list lacks LINK. They use it one after the other, so that
 * the chain is indexed only once.
 */
let folder: string
beforeAll(
  async () =>
    void ([world, folder] = await Promise.all([
      startTestHistory(),
      mkdtemp(join(tmpdir(), 'latchkey-strangers-')),
    ])),
  120_000,
)
afterEach(
  async () => void (await Promise.all(opened.splice(0).map((resource) => resource.close()))),
)
afterAll(() => Promise.all([world.close(), rm(folder, { recursive: true, force: true })]))

const me = addressOf('everyday user')
const tokensOf = (entry: HistoryEntry | undefined) =>
  entry?.transfers?.map(
    ({ direction, quantity, fungible_info, nft_info }) =>
      `${direction} ${quantity.numeric} ${fungible_info?.symbol ?? nft_info?.name}`,
  )

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

test('the texts of hostile tokens are cleaned in all answers, and the other rows stay', async () => {
  const { url: node } = world.first
  const hostile = addressOf('trader')
  const max = wordOf('f'.repeat(64))
  const create = async (
    logs: { topics: Hex[]; data: Hex }[],
    place: (token: Address) => Promise<void>,
  ) => {
    const { contractAddress, transactionHash } = await world.send({
      from: hostile,
      data: `0x${logs.map((log) => logging(log).slice(2)).join('')}`,
    })
    await place(contractAddress ?? '0x')
    return transactionHash
  }
  const toMe = { topics: [transferTopic, wordOf(hostile), wordOf(me)] as Hex[], data: max }
  const made = await create([toMe], (token) =>
    placeTextContract(node, token, `USDC\u202E\u0000 claim at evil.example ${'x'.repeat(10_000)}`),
  )
  const burner = await create(
    [toMe, { topics: [...toMe.topics, wordOf('05')], data: '0x' }],
    (token) => placeCode(node, token, gasBurner),
  )
  const nothing = await create([{ ...toMe, data: wordOf('00') }], async () => {})
  // code that reverts every call
  const swallowed = await create([toMe], (token) => placeCode(node, token, '0x5f5ffd'))
  await world.api.settled('eip155:31337')
  const entries = (await world.requestPage('chainId=31337')).data
  const of = (hash: Hex) => found(entries, hash)?.transfers
  for (const hash of [made, burner, nothing, swallowed])
    expect(of(hash)?.[0]).toMatchObject({
      fungible_info: { flags: { is_spam: true } },
      price: null,
      value: null,
    })
  expect(of(made)?.[0]?.fungible_info?.symbol).toMatch(/^USDC claim at evil\.examplex* ?x*$/)
  expect(JSON.stringify(of(made))).not.toMatch(/\\u202e|\\u0000|x{100}/i)
  // the token reports 32 decimals
  expect(of(made)?.[0]?.quantity.numeric).toBe(formatUnits(2n ** 256n - 1n, 32))
  expect(tokensOf(found(entries, burner))).toEqual([`in ${2n ** 256n - 1n} `, 'in 1 #5'])
  expect(of(nothing)?.[0]?.quantity.numeric).toBe('0')
  expect(found(entries, made)?.metadata).toMatchObject({
    sentFrom: hostile,
    operationType: 'receive',
  })
})

test('a balance has the tokens outside the list that the account received, and no spam', async () => {
  const { url: node, deployment } = world.first
  const [config] = world.configs()
  const unlisted = config?.tokens.find(({ symbol }) => symbol === 'LINK')
  const { api: other, url: base } = await world.start({
    chains: config
      ? [{ ...config, tokens: config.tokens.filter((token) => token !== unlisted) }]
      : [],
    database: folder,
  })
  opened.push(other)
  await other.settled('eip155:31337')
  const rows = (
    await (await fetch(`${base}/v1/account/${me}/balance?currency=usd&chainId=eip155:31337`)).json()
  ).balances
  const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)'])
  const amount = await createPublicClient({ transport: http(node) }).readContract({
    address: unlisted?.address ?? '0x',
    abi: erc20,
    functionName: 'balanceOf',
    args: [me],
  })
  expect(rows.find((row: { symbol: string }) => row.symbol === 'LINK')).toMatchObject({
    name: 'ChainLink Token',
    quantity: { numeric: formatUnits(amount, 18) },
    iconUrl: expect.stringMatching(/LINK\?drawn=0$/),
  })
  expect(
    rows.every(({ symbol }: { symbol: string }) =>
      ['ETH', ...deployment.tokens.map((token) => token.symbol)].includes(symbol),
    ),
  ).toBe(true)
  expect(rows.filter(({ symbol }: { symbol: string }) => symbol === 'LINK')).toHaveLength(1)
})

test('an unlisted token that no node reads has its last indexed amount, and is left out and reported as missing if its name is unknown', async () => {
  const { url: node } = world.first
  const [config] = world.configs()
  const link = config?.tokens.find(({ symbol }) => symbol === 'LINK')?.address.toLowerCase() ?? ''
  const failing = { calls: [] as readonly string[] }
  const standIn = await startFakeNode(async (body, response) => {
    const isHit = body.includes(link.slice(2)) && failing.calls.some((call) => body.includes(call))
    if (isHit)
      return sendJson(response, {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32603, message: 'Internal error' },
      })
    return sendJson(
      response,
      await (
        await fetch(node, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      ).json(),
    )
  })
  opened.push(standIn)
  const startWith = async (calls: readonly string[]) => {
    failing.calls = []
    const chains = config
      ? [
          {
            ...config,
            rpcUrls: [standIn.url],
            tokens: config.tokens.filter((token) => token.address.toLowerCase() !== link),
          },
        ]
      : []
    const { api, url } = await world.start({ chains, database: folder })
    onTestFinished(() => api.close())
    await api.settled('eip155:31337')
    failing.calls = calls
    const response = await fetch(
      `${url}/v1/account/${me}/balance?currency=usd&chainId=eip155:31337`,
    )
    const { balances } = v.parse(accountBalance.answer, await response.json())
    await api.close()
    return {
      missing: response.headers.get('x-latchkey-unavailable'),
      link: balances.find(({ symbol }) => symbol === 'LINK')?.quantity.numeric,
      others: balances.length,
    }
  }
  const all = await startWith([])
  expect(all).toMatchObject({ missing: null, link: expect.stringMatching(/^\d+(\.\d+)?$/) })
  // without an answer to `balanceOf`, the index's amount is used
  expect(await startWith(['70a08231'])).toEqual(all)
  expect(await startWith(['06fdde03'])).toEqual({
    missing: 'eip155:31337',
    link: undefined,
    others: all.others - 1,
  }) // without an answer to `name`, the token is left out
})

test('NFTs have their own metadata, and spam is marked as spam', async () => {
  const collector = addressOf('collector')
  const answer = v.parse(
    accountNfts.answer,
    await (await fetch(`${world.url}/v1/account/${collector}/nfts`)).json(),
  )
  const [lights, leaves, spam] = world.first.deployment.collections
  const erc721 = parseAbi([
    'function ownerOf(uint256) view returns (address)',
    'function balanceOf(address, uint256) view returns (uint256)',
  ])
  const client = createPublicClient({ transport: http(world.first.url) })
  for (const { contract, tokenId, standard, amount } of answer.data) {
    if (standard === 'ERC721')
      expect(
        await client.readContract({
          address: contract as Address,
          abi: erc721,
          functionName: 'ownerOf',
          args: [BigInt(tokenId)],
        }),
      ).toBe(collector)
    else
      expect(
        String(
          await client.readContract({
            address: contract as Address,
            abi: erc721,
            functionName: 'balanceOf',
            args: [collector, BigInt(tokenId)],
          }),
        ),
      ).toBe(amount)
  }
  const named = (address: string | undefined) =>
    answer.data.filter(({ contract }) => contract === address)
  expect(named(lights?.address)[0]).toMatchObject({
    chainId: 'eip155:31337',
    standard: 'ERC721',
    amount: '1',
    name: expect.stringMatching(/^Harbour Light #\d+$/),
    collection: { name: 'Harbour Lights', symbol: 'LIGHT' },
    picture: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    flags: { is_spam: false },
  })
  expect(named(lights?.address)[0]?.traits.map(({ name }) => name)).toEqual([
    'Sky',
    'Stripes',
    'Beam',
    'Height',
  ])
  expect(named(leaves?.address).every(({ flags }) => !flags.is_spam)).toBe(true)
  expect(named(spam?.address)).toMatchObject([{ flags: { is_spam: true } }])
  const inHistory = (await world.requestPage('chainId=31337', collector)).data
    .flatMap(({ transfers }) => transfers ?? [])
    .filter(({ nft_info }) => nft_info)
  expect(
    inHistory
      .filter(({ nft_info }) => nft_info?.flags?.is_spam)
      .map(({ nft_info }) => nft_info?.name),
  ).toEqual(['5,000 USDC reward', '5,000 USDC reward'])
  expect(
    inHistory.some(({ nft_info }) =>
      nft_info?.content?.preview?.url.startsWith('data:image/svg+xml'),
    ),
  ).toBe(true)
})

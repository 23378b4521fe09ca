import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { createPublicClient, encodeFunctionData, formatUnits, http, isAddress, parseAbi, parseEther, type Address, type Hex } from 'viem'
import { errorBody } from '@latchkey/protocol/api'
import { accountHistory, type HistoryEntry } from '@latchkey/protocol/history'
import { accountNfts } from '@latchkey/protocol/nfts'
import { startDevnet, type Devnet } from '@latchkey/devnet'
import { addressOf } from '@latchkey/devnet/accounts'
import { chainOfDeployment } from '../../chainOfDeployment.ts'
import { createApi, type Api } from '../../createApi.ts'
import type { ApiOptions, ChainConfig, LogLine } from '../../options.ts'
import { chainAt } from '../../testing/chainAt.ts'
import { createScan, type ScannedTransaction } from '../../testing/scanChain.ts'
import { sendJson, startStandIn } from '../../testing/startStandIn.ts'
import { gasBurner, placeCode, placeTalker } from '../../testing/strangeTokens.ts'
import { chainClient, logging } from '../../testing/traffic.ts'

let devnet: Devnet
let api: Api
let url: string
const lines: LogLine[] = []
const opened: { close: () => Promise<unknown> }[] = []

beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
  ;({ api, url } = await start({ chains: configs(), database: 'memory' }))
  await Promise.all(devnet.chains.map(({ networkId }) => api.settled(networkId)))
}, 120_000)
afterEach(async () => void (await Promise.all(opened.splice(0).map((one) => one.close()))))
afterAll(async () => {
  await api.close()
  await devnet.close()
})

const configs = (): ChainConfig[] => devnet.chains.map(({ deployment, url }) => ({ ...chainOfDeployment(deployment, url), index: { pollEvery: 600_000 } }))
const me = addressOf('everyday user')

async function start(options: ApiOptions) {
  const api = createApi({ log: (line) => lines.push(line), ...options })
  return { api, url: (await api.listen({ port: 0 })).url }
}

async function ask(query = '', account: string = me, base = url) {
  const response = await fetch(`${base}/v1/account/${account}/history?${query}`)
  if (!response.ok) throw new Error(`${response.status}`)
  return v.parse(accountHistory.answer, await response.json())
}

async function everything(query = '', account: string = me): Promise<HistoryEntry[]> {
  const { data, next } = await ask(query, account)
  return next ? [...data, ...(await everything(`${query.replace(/&?cursor=.*/, '')}&cursor=${next}`, account))] : data
}

function first() {
  const [chain] = devnet.chains
  if (!chain) throw new Error('The devnet has no chain')
  return chain
}

const tokensOf = (entry: HistoryEntry | undefined) => entry?.transfers?.map(({ direction, quantity, fungible_info, nft_info }) => `${direction} ${quantity.numeric} ${fungible_info?.symbol ?? nft_info?.name}`)
const found = (entries: readonly HistoryEntry[], hash: Hex) => entries.find((entry) => entry.metadata.hash === hash)

type Deed = { from: Address; to?: Address; data?: Hex; value?: bigint }

/** Sends something and waits until it is mined. */
async function send({ from, to, data, value }: Deed) {
  const client = chainClient(first().url)
  const hash = await client.sendTransaction({ account: from, to: to ?? null, data, value, gas: 2_000_000n, chain: null } as never) // an absent receiver creates a contract
  return client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
}

/** Sends something, and finds it in the account's history. */
async function happen(deed: Deed, account: string = me): Promise<HistoryEntry> {
  const { transactionHash } = await send(deed)
  await api.settled('eip155:31337')
  const entry = found((await ask('chainId=31337', account)).data, transactionHash)
  if (!entry) throw new Error('It is not in the history')
  return entry
}

test('tells all of an account on all chains, newest first, 50 a page', async () => {
  const entries = await everything()
  expect((await ask()).data).toHaveLength(50)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  const times = entries.map(({ metadata }) => Date.parse(metadata.minedAt))
  expect(times).toEqual([...times].sort((one, other) => other - one))
  for (const { networkId } of devnet.chains) {
    const own = await everything(`chainId=${networkId}`)
    expect(own).toEqual(entries.filter(({ metadata }) => metadata.chain === networkId))
    expect(own.length).toBeGreaterThan(0)
  }
  expect(await everything('chainId=31337')).toEqual(await everything('chainId=eip155:31337'))
})

test('every entry is what a scan of the chain finds', { timeout: 60_000 }, async () => {
  const client = chainClient(first().url)
  const scan = createScan(client, first().deployment.dex.weth)
  const newest = await client.getBlockNumber()
  const transactions: ScannedTransaction[] = []
  for (let number = newest; number > 0n; number--) transactions.push(...(await scan(number, { traced: false })))
  const decimals = new Map([['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 18], ...first().deployment.tokens.map((token) => [token.address.toLowerCase(), token.decimals] as const)])
  for (const role of ['everyday user', 'trader', 'collector', 'whale', 'holder of dust'] as const) {
    const account = addressOf(role).toLowerCase()
    const isOwn = ({ sender, recipient }: { sender: string; recipient: string | null }) => sender === account || recipient === account
    const expected = transactions.filter((one) => isOwn(one) || one.transfers.some(isOwn) || one.approvers.includes(account)).map((one) => ({
      hash: one.hash, ...endsOf(one, account), status: one.succeeded ? 'confirmed' : 'failed', minedAt: new Date(one.minedAt * 1000).toISOString(),
      moved: one.transfers.filter(isOwn).map(({ sender, recipient, amount, token }) => `${sender === recipient ? 'self' : sender === account ? 'out' : 'in'} ${formatUnits(amount, decimals.get(token) ?? 0)} ${sender} ${recipient}`),
    }))
    const entries = await everything('chainId=31337', account)
    expect(entries.map(({ metadata, transfers }) => ({
      hash: metadata.hash, from: metadata.sentFrom.toLowerCase(), to: metadata.sentTo.toLowerCase(), status: metadata.status, minedAt: metadata.minedAt,
      // the baked blocks can only be traced in the indexer's own way; its sums are held against balances elsewhere
      moved: transfers?.filter((one) => !isInternal(one, metadata.operationType)).map(({ direction, quantity, sender, recipient }) => `${direction} ${quantity.numeric} ${sender} ${recipient}`.toLowerCase()),
    }))).toEqual(expected)
    for (const { transfers } of entries) for (const one of transfers ?? []) expect([one.sender, one.recipient].every((party) => party && isAddress(party, { strict: true }))).toBe(true)
  }
})

/** Between whom a transaction was, told by the one transfer of a plain sending of a token that is listed. */
function endsOf({ sender, recipient, created, transfers }: ScannedTransaction, account: string) {
  const [move, ...others] = transfers
  const { tokens, collections } = first().deployment
  const listed = [...tokens, ...collections.slice(0, 2)].some(({ address }) => address.toLowerCase() === move?.token)
  const nobody = `0x${'0'.repeat(40)}`
  const isMint = move?.sender === nobody
  const isSending = move && others.length === 0 && listed && move.amount > 0n && !(isMint && sender === account) && move.recipient !== nobody && [move.sender, move.recipient].includes(account)
  if (!isSending) return { from: sender, to: recipient ?? created }
  return { from: move.sender === account || isMint ? sender : move.sender, to: move.recipient }
}

/** Coins that came back in a trade, or for wrapped ones. */
const isInternal = (one: { direction: string; fungible_info?: { symbol?: string | null | undefined } | null | undefined }, type: string) =>
  one.direction === 'in' && one.fungible_info?.symbol === 'ETH' && ['trade', 'withdraw'].includes(type)

test('pages stay as they are while blocks come', async () => {
  const before = await everything()
  const { next } = await ask()
  await happen({ from: me, to: addressOf('newcomer'), value: 7n })
  const after = await ask(`cursor=${next}`)
  expect(after.data).toEqual(before.slice(50, 100))
  expect((await everything()).slice(1)).toEqual(before)
})

test('tells what was sent with all its digits, for what it was worth, and nothing of the fee', async () => {
  const entry = await happen({ from: me, to: addressOf('newcomer'), value: parseEther('0.123456789012345678') })
  expect(entry).toMatchObject({
    id: `eip155:31337:${entry.metadata.hash}`,
    metadata: { operationType: 'send', sentFrom: me, sentTo: addressOf('newcomer'), status: 'confirmed', chain: 'eip155:31337', application: null },
    transfers: [{ direction: 'out', quantity: { numeric: '0.123456789012345678' }, fungible_info: { symbol: 'ETH', name: 'Ether', flags: { is_spam: false } }, nft_info: null }],
  })
  const [transfer] = entry.transfers ?? []
  const balances = await (await fetch(`${url}/v1/account/${me}/balance?currency=usd&chainId=eip155:31337`)).json()
  expect(transfer?.price).toBe(balances.balances.find((row: { symbol: string }) => row.symbol === 'ETH').price)
  expect(transfer?.value).toBeCloseTo(0.12345678901234568 * (transfer?.price ?? 0), 9)
  expect((await ask('', addressOf('newcomer'))).data[0]).toMatchObject({ metadata: { operationType: 'receive' }, transfers: [{ direction: 'in' }] })
})

test('of a token that was sent both sides see who got it, and not the contract', async () => {
  const token = first().deployment.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
  const erc20 = parseAbi(['function transfer(address, uint256)', 'function transferFrom(address, address, uint256)', 'function approve(address, uint256)'])
  const [friend, spender] = [addressOf('newcomer'), addressOf('trader')]
  const sent = await happen({ from: me, to: token, data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [friend, 5n] }) })
  expect(sent).toMatchObject({ metadata: { operationType: 'send', sentFrom: me, sentTo: friend }, transfers: [{ direction: 'out', sender: me, recipient: friend }] })
  expect(found((await ask('chainId=31337', friend)).data, sent.metadata.hash as Hex)).toMatchObject({ metadata: { operationType: 'receive', sentFrom: me, sentTo: friend } }) // a hash is hex
  const approved = await happen({ from: me, to: token, data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, 7n] }) })
  expect(approved.metadata.sentTo).toBe(token)
  const taken = await happen({ from: spender, to: token, data: encodeFunctionData({ abi: erc20, functionName: 'transferFrom', args: [me, friend, 7n] }) })
  expect(taken.metadata).toMatchObject({ operationType: 'send', sentFrom: spender, sentTo: friend })
  expect(found((await ask('chainId=31337', friend)).data, taken.metadata.hash as Hex)?.metadata).toMatchObject({ operationType: 'receive', sentFrom: me, sentTo: friend })
  const nothing = await happen({ from: spender, to: token, data: encodeFunctionData({ abi: erc20, functionName: 'transferFrom', args: [me, addressOf('whale'), 0n] }) })
  expect(nothing.metadata).toMatchObject({ sentFrom: spender, sentTo: token })
})

test('a price is that of its time', async () => {
  const { deployment: { dex }, url: node } = first()
  const reserves = parseAbi(['function getPair(address, address) view returns (address)', 'function getReserves() view returns (uint112, uint112, uint32)', 'function swapExactETHForTokens(uint256, address[], address, uint256) payable'])
  const client = createPublicClient({ transport: http(node), cacheTime: 0 })
  const pair = await client.readContract({ address: dex.factory, abi: reserves, functionName: 'getPair', args: [dex.weth, dex.usd] })
  const priceNow = async () => {
    const [one, two] = await client.readContract({ address: pair, abi: reserves, functionName: 'getReserves' })
    const [coins, dollars] = BigInt(dex.weth) < BigInt(dex.usd) ? [one, two] : [two, one]
    return Number(dollars) / 1e6 / (Number(coins) / 1e18)
  }
  const cheap = await happen({ from: me, to: addressOf('newcomer'), value: 1n })
  const cheapPrice = await priceNow()
  await happen({ from: addressOf('whale'), to: dex.router, value: parseEther('50'), data: encodeFunctionData({ abi: reserves, functionName: 'swapExactETHForTokens', args: [0n, [dex.weth, dex.usd], addressOf('whale'), 10n ** 12n] }) }, addressOf('whale'))
  const dear = await happen({ from: me, to: addressOf('newcomer'), value: 1n })
  const entries = (await ask('chainId=31337')).data
  expect(found(entries, cheap.metadata.hash as Hex)?.transfers?.[0]?.price).toBeCloseTo(cheapPrice, 6) // a hash is hex
  expect(found(entries, dear.metadata.hash as Hex)?.transfers?.[0]?.price).toBeCloseTo(await priceNow(), 6)
  expect(await priceNow()).toBeLessThan(cheapPrice)
})

test('what failed is told as failed, with the word for what was tried, and moved nothing', async () => {
  const failed = (await everything()).filter(({ metadata }) => metadata.status === 'failed')
  expect(failed.map(({ metadata, transfers }) => [metadata.operationType, transfers])).toEqual([['trade', []], ['send', []]])
})

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (hex: string): Hex => `0x${hex.replace('0x', '').toLowerCase().padStart(64, '0')}`

test('hostile tokens reach nobody unclean, and spoil nothing', async () => {
  const { url: node } = first()
  const hostile = addressOf('trader')
  const most = word('f'.repeat(64))
  const create = async (logs: { topics: Hex[]; data: Hex }[], place: (token: Address) => Promise<void>) => {
    const { contractAddress, transactionHash } = await send({ from: hostile, data: `0x${logs.map((one) => logging(one).slice(2)).join('')}` })
    await place(contractAddress ?? '0x')
    return transactionHash
  }
  const toMe = { topics: [transferTopic, word(hostile), word(me)] as Hex[], data: most }
  const made = await create([toMe], (token) => placeTalker(node, token, `USDC\u202E\u0000 claim at evil.example ${'x'.repeat(10_000)}`))
  const burner = await create([toMe, { topics: [...toMe.topics, word('05')], data: '0x' }], (token) => placeCode(node, token, gasBurner))
  const nothing = await create([{ ...toMe, data: word('00') }], async () => {})
  const swallowed = await create([toMe], (token) => placeCode(node, token, '0x5f5ffd')) // reverts
  await api.settled('eip155:31337')
  const entries = (await ask('chainId=31337')).data
  const of = (hash: Hex) => found(entries, hash)?.transfers
  for (const hash of [made, burner, nothing, swallowed]) expect(of(hash)?.[0]).toMatchObject({ fungible_info: { flags: { is_spam: true } }, price: null, value: null })
  expect(of(made)?.[0]?.fungible_info?.symbol).toMatch(/^USDC claim at evil\.examplex* ?x*$/)
  expect(JSON.stringify(of(made))).not.toMatch(/\\u202e|\\u0000|x{100}/i)
  expect(of(made)?.[0]?.quantity.numeric).toBe(formatUnits(2n ** 256n - 1n, 32)) // it says that it has 32 decimals
  expect(tokensOf(found(entries, burner))).toEqual([`in ${2n ** 256n - 1n} `, 'in 1 #5'])
  expect(of(nothing)?.[0]?.quantity.numeric).toBe('0')
  expect(found(entries, made)?.metadata).toMatchObject({ sentFrom: hostile, operationType: 'receive' })
})

test('a balance holds tokens outside the list that the account got, and no spam', async () => {
  const { url: node, deployment } = first()
  const [config, ...others] = configs()
  const unlisted = config?.tokens.find(({ symbol }) => symbol === 'LINK')
  const { api: other, url: base } = await start({ chains: config ? [{ ...config, tokens: config.tokens.filter((token) => token !== unlisted) }, ...others] : [], database: 'memory' })
  opened.push(other)
  await other.settled('eip155:31337')
  const rows = (await (await fetch(`${base}/v1/account/${me}/balance?currency=usd&chainId=eip155:31337`)).json()).balances
  const erc20 = parseAbi(['function balanceOf(address) view returns (uint256)'])
  const amount = await createPublicClient({ transport: http(node) }).readContract({ address: unlisted?.address ?? '0x', abi: erc20, functionName: 'balanceOf', args: [me] })
  expect(rows.find((row: { symbol: string }) => row.symbol === 'LINK')).toMatchObject({ name: 'ChainLink Token', quantity: { numeric: formatUnits(amount, 18) }, iconUrl: expect.stringMatching(/LINK\?drawn=0$/) })
  expect(rows.every(({ symbol }: { symbol: string }) => ['ETH', ...deployment.tokens.map((token) => token.symbol)].includes(symbol))).toBe(true)
  expect(rows.filter(({ symbol }: { symbol: string }) => symbol === 'LINK')).toHaveLength(1)
})

test('NFTs with what they say of themselves; spam is marked as spam', async () => {
  const collector = addressOf('collector')
  const answer = v.parse(accountNfts.answer, await (await fetch(`${url}/v1/account/${collector}/nfts`)).json())
  const [lights, leaves, spam] = first().deployment.collections
  const erc721 = parseAbi(['function ownerOf(uint256) view returns (address)', 'function balanceOf(address, uint256) view returns (uint256)'])
  const client = createPublicClient({ transport: http(first().url) })
  for (const { contract, tokenId, standard, amount } of answer.data) {
    if (standard === 'ERC721') expect(await client.readContract({ address: contract, abi: erc721, functionName: 'ownerOf', args: [BigInt(tokenId)] })).toBe(collector)
    else expect(String(await client.readContract({ address: contract, abi: erc721, functionName: 'balanceOf', args: [collector, BigInt(tokenId)] }))).toBe(amount)
  }
  const named = (address: string | undefined) => answer.data.filter(({ contract }) => contract === address)
  expect(named(lights?.address)[0]).toMatchObject({ chainId: 'eip155:31337', standard: 'ERC721', amount: '1', name: expect.stringMatching(/^Harbour Light #\d+$/), collection: { name: 'Harbour Lights', symbol: 'LIGHT' }, picture: expect.stringMatching(/^data:image\/svg\+xml;base64,/), flags: { is_spam: false } })
  expect(named(lights?.address)[0]?.traits.map(({ name }) => name)).toEqual(['Sky', 'Stripes', 'Beam', 'Height'])
  expect(named(leaves?.address).every(({ flags }) => !flags.is_spam)).toBe(true)
  expect(named(spam?.address)).toMatchObject([{ flags: { is_spam: true } }])
  const inHistory = (await ask('chainId=31337', collector)).data.flatMap(({ transfers }) => transfers ?? []).filter(({ nft_info }) => nft_info)
  expect(inHistory.filter(({ nft_info }) => nft_info?.flags?.is_spam).map(({ nft_info }) => nft_info?.name)).toEqual(['5,000 USDC reward', '5,000 USDC reward'])
  expect(inHistory.some(({ nft_info }) => nft_info?.content?.preview?.url.startsWith('data:image/svg+xml'))).toBe(true)
})

async function refusal(base: string, path: string) {
  const response = await fetch(`${base}${path}`)
  const { reasons } = v.parse(errorBody, await response.json())
  return { status: response.status, field: reasons[0]?.field, retryAfter: response.headers.get('retry-after') }
}

test.each([
  ['chainId', 'chainId=eip155:999'], ['', 'chainId=solana'], ['currency', 'currency=eur'], ['cursor', 'cursor=nonsense'], ['onramp', 'onramp=coinbase'],
  ['chainId', `cursor=${Buffer.from('{"at":1,"places":{"eip155:999":[1,1]}}').toString('base64url')}`],
])('refuses a wrong %s: %s', async (field, query) => {
  expect(await refusal(url, `/v1/account/${me}/history?${query}`)).toMatchObject({ status: 400, field })
})

test('a chain whose history nobody knows is refused: an empty list would say that nothing happened', async () => {
  const { api: other, url: base } = await start({ chains: [chainAt('http://127.0.0.1:1')] })
  opened.push(other)
  for (const path of ['history', 'nfts', 'history?chainId=eip155:77', 'nfts?chainId=eip155:77']) expect(await refusal(base, `/v1/account/${me}/${path}`)).toMatchObject({ status: 400, field: 'chainId' })
})

test('a chain that is not indexed yet is told by the next source, and without one it is 503 with Retry-After', async () => {
  const down = chainAt('http://127.0.0.1:1')
  const row = { blockNumber: '5', timeStamp: '1700000000', hash: word('ab'), from: me, to: addressOf('trader'), value: '5', nonce: '1', transactionIndex: '0', input: '0x', contractAddress: '', gasUsed: '1', gasPrice: '1' }
  const service = await startStandIn((_, response, request) => sendJson(response, (request.url ?? '').includes('action=txlist&') ? { status: '1', message: 'OK', result: [row] } : { status: '0', message: 'No transactions found', result: [] }))
  const broken = await startStandIn((_, response) => response.writeHead(500).end())
  opened.push(service, broken)
  const index = { pollEvery: 30 }
  const historyApis = [{ kind: 'blockscout' as const, url: broken.url }, { kind: 'etherscan' as const, url: service.url }]
  const { api: with_, url: base } = await start({ chains: [{ ...down, index, historyApis }], database: 'postgres://127.0.0.1:1/none' })
  const { api: without, url: other } = await start({ chains: [{ ...down, index }], database: 'postgres://127.0.0.1:1/none' })
  opened.push(with_, without)
  expect((await ask('', me, base)).data).toMatchObject([{ metadata: { hash: row.hash, operationType: 'send', chain: 'eip155:77' }, transfers: [{ direction: 'out', quantity: { numeric: '0.000000000000000005' }, price: null }] }])
  expect(broken.asked).toHaveLength(3)
  expect(await refusal(other, `/v1/account/${me}/history`)).toMatchObject({ status: 503, retryAfter: '5' })
  expect(await refusal(other, `/v1/account/${me}/nfts`)).toMatchObject({ status: 503, retryAfter: '5' })
})

test('amounts of tokens whose decimals no node tells are not told otherwise: the chain is named as one that is down', async () => {
  const strange = word('ee').replace(/^0x0{24}/, '0x')
  const row = { blockNumber: '5', timeStamp: '1999999999', hash: word('ab'), from: addressOf('trader'), to: me, value: '5000000', contractAddress: strange }
  const service = await startStandIn((_, response, request) => sendJson(response, (request.url ?? '').includes('action=tokentx&') ? { status: '1', message: 'OK', result: [row] } : { status: '0', message: 'No transactions found', result: [] }))
  opened.push(service)
  const down = { ...chainAt('http://127.0.0.1:1'), historyApis: [{ kind: 'etherscan' as const, url: service.url }] }
  const { api: alone, url: base } = await start({ chains: [down] })
  const { api: beside, url: other } = await start({ chains: [...configs(), down], database: 'memory' })
  opened.push(alone, beside)
  expect(await refusal(base, `/v1/account/${me}/history`)).toMatchObject({ status: 503, retryAfter: '5' })
  await Promise.all(devnet.chains.map(({ networkId }) => beside.settled(networkId)))
  const response = await fetch(`${other}/v1/account/${me}/history`)
  expect(response.headers.get('x-latchkey-unavailable')).toBe('eip155:77')
  const page = v.parse(accountHistory.answer, await response.json())
  expect(page.data.map(({ id }) => id)).toEqual((await ask()).data.map(({ id }) => id))
  expect((await ask(`cursor=${page.next}`, me, other)).data).toHaveLength(50)
})

test('counts without naming anybody, and logs nobody', async () => {
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toMatch(/^latchkey_api_requests_total\{route="\/v1\/account\/:address\/history",status="200"\} \d+$/m)
  expect(text).toMatch(/^latchkey_api_index_head\{chain="eip155:31337"\} \d+$/m)
  for (const told of [text, JSON.stringify(lines)]) expect(told.toLowerCase()).not.toContain(me.slice(2).toLowerCase())
})

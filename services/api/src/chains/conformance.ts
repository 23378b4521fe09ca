import * as v from 'valibot'
import { expect, test } from 'vitest'
import { accountBalance, type TokenBalance } from '@latchkey/protocol/api'
import { accountHistory } from '@latchkey/protocol/history'
import { parseUnits } from 'viem'
import type { Api } from '../createApi.ts'
import type { ChainReader } from './chainReader.ts'

/** A kind of chain that is tested, and an API that reads one such chain. */
export type ChainInTest = {
  api: Api
  kind: ChainReader
  /** All kinds of chains that the API reads. */
  readers: readonly ChainReader[]
  /** The chain in the operator's list. */
  config: { networkId: string }
  /** The spellings of one account. The first is the one that answers use. */
  account: readonly [string, ...string[]]
  /** The account's addresses, in the spelling of answers. */
  addresses: readonly string[]
  /** An account that has received nothing from the tested account. */
  friend: string
  /** Texts that resemble an account but name none. */
  invalid: readonly string[]
  /** An account of another kind of chain. */
  foreign: string
  /** The last part of a listed token's CAIP-10 id; undefined on chains without tokens. */
  token?: string
  hasNfts: boolean
  /**
   * The answers of a node of this network, and of a node of another network, to the request for its
   * identity.
   */
  identities: { own: unknown; foreign: unknown }
  /**
   * A method that is forwarded, and a method that is refused. Without `forwarded`, every method is
   * refused, because the nodes answer paths.
   */
  methods: { forwarded?: string; refused: string }
  /** Paths that are passed on, and paths that are refused, on chains whose nodes answer paths. */
  paths?: { passed: readonly string[]; refused: readonly string[] }
  /**
   * Sends coins from the account to the friend, in the smallest unit. Resolves to the hash when the
   * API can find the transaction.
   */
  send(amount: bigint): Promise<string>
}

/** Starts the chain of a test. Several tests may use the same chain. */
type Start = () => ChainInTest | Promise<ChainInTest>

/** Runs the tests that every kind of chain has to pass. */
export function testChainReader(start: Start): void {
  test('every spelling of an account has the same keys, and each key has its own purpose', async () => {
    const { kind, account, addresses, config } = await start()
    const read = account.map((text) => kind.keys.readAccount(text))
    expect(new Set(read.map((found) => JSON.stringify(found))).size).toBe(1)
    const keys = read[0]?.map(({ key }) => key) ?? []
    expect(keys.map((key) => kind.keys.addressText(key, config.networkId))).toEqual(addresses)
    for (const key of keys) expect(key).toMatch(/^0x(?:[0-9a-f]{2})+$/)
    const purposes = read[0]?.map(({ purpose }) => purpose) ?? []
    expect(new Set(purposes).size).toBe(addresses.length)
  })

  test('only one kind of chain reads the text of an account', async () => {
    const { kind, readers, account, friend, invalid, foreign } = await start()
    const known = (text: string) => readers.filter(({ keys }) => keys.readAccount(text))
    for (const text of [...account, friend]) expect(known(text)).toEqual([kind])
    for (const text of invalid) expect(known(text)).toEqual([])
    expect(known(foreign)).not.toContain(kind)
  })

  test('the options of the chain are read strictly, and an unknown field is refused', async () => {
    const { kind, config } = await start()
    expect(v.parse(kind.options, config)).toMatchObject({
      namespace: kind.namespace,
      networkId: config.networkId,
    })
    expect(v.is(kind.options, { ...config, unheardOf: 1 })).toBe(false)
    expect(v.is(kind.options, { ...config, networkId: 'polkadot:1' })).toBe(false)
  })

  test('the chain recognises a node of its own network, of another network, and an invalid answer', async () => {
    const { kind, config, identities } = await start()
    const { isNamed } = kind.nodes.identityOf(config.networkId)
    expect([identities.own, identities.foreign, null, {}, ''].map(isNamed)).toEqual([
      true,
      false,
      undefined,
      undefined,
      undefined,
    ])
    const { forwarded, sending } = kind.nodes
    for (const method of sending) expect(forwarded).toContain(method)
  })

  test('the API forwards only the methods of the chain to its nodes', async () => {
    const { api, kind, config, methods } = await start()
    const ask = async (method: string) => {
      const response = await api.app.request(`/v1?chainId=${config.networkId}`, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
      })
      return v.parse(v.object({ error: v.optional(v.object({ code: v.number() })) }), {
        ...(await response.json()),
      }).error?.code
    }
    expect(await ask(methods.refused)).toBe(-32601)
    if (methods.forwarded !== undefined) expect(await ask(methods.forwarded)).not.toBe(-32601)
    else expect(kind.nodes.forwarded.size).toBe(0)
  })

  test('the API passes only the paths of the chain on to its nodes', async () => {
    const { api, kind, config, paths } = await start()
    expect(kind.nodes.paths !== undefined).toBe(paths !== undefined)
    const statusOf = async (path: string) =>
      (await api.app.request(`/v1/esplora/${config.networkId}${path}`)).status
    for (const path of paths?.passed ?? [])
      expect([path, await statusOf(path)]).toEqual([path, 200])
    for (const path of paths?.refused ?? [])
      expect([path, await statusOf(path)]).toEqual([path, 404])
    if (!paths) expect(await statusOf('/blocks/tip/height')).toBe(400)
  })

  testAccounts(start)
  testHistory(start)
}

/** Requests an answer about an account. */
async function request({ api }: ChainInTest, path: string) {
  const response = await api.app.request(`/v1/account/${path}`)
  return { status: response.status, body: (await response.json()) as unknown }
}

async function balanceOf(chain: ChainInTest, account: string, query = '') {
  const { body } = await request(chain, `${account}/balance?currency=usd${query}`)
  return v.parse(accountBalance.answer, body).balances
}

const unitsOf = (row: TokenBalance | undefined) =>
  parseUnits(row?.quantity.numeric ?? '', Number(row?.quantity.decimals))

function testAccounts(start: Start): void {
  test('every spelling of an account has the same balance, which contains the coin', async () => {
    const chain = await start()
    const all = await Promise.all(chain.account.map((text) => balanceOf(chain, text)))
    for (const rows of all) expect(rows).toEqual(all[0])
    const coins = (all[0] ?? []).filter(({ address }) => address === undefined)
    expect(coins).toMatchObject([{ chainId: chain.config.networkId }])
    expect(unitsOf(coins[0])).toBeGreaterThan(0n)
  })

  test("the addresses of tokens in a balance have the chain's spelling", async () => {
    const chain = await start()
    const { token, config } = chain
    const id = `${config.networkId}:${token}`
    const query = token === undefined ? '' : `&forceUpdate=${id}`
    const rows = await balanceOf(chain, chain.account[0], query)
    const tokens = rows.flatMap(({ address }) => address ?? [])
    expect(tokens.length > 0).toBe(token !== undefined)
    for (const address of tokens) {
      const text = address.slice(config.networkId.length + 1)
      const key = chain.kind.keys.readToken(text)
      expect(key && chain.kind.keys.plainText(key)).toBe(text)
    }
  })

  test('the API refuses the balance of an invalid account, and of an account of another chain', async () => {
    const chain = await start()
    const ask = (text: string) =>
      request(chain, `${text}/balance?currency=usd&chainId=${chain.config.networkId}`)
    for (const text of [...chain.invalid, chain.foreign])
      expect(await ask(text)).toMatchObject({ status: 400 })
  })

  test('the API lists the NFTs of an account, or answers 400 if the chain has no NFTs', async () => {
    const chain = await start()
    const { status } = await request(chain, `${chain.account[0]}/nfts`)
    expect(status).toBe(chain.hasNfts ? 200 : 400)
  })
}

function testHistory(start: Start): void {
  const pageOf = async (chain: ChainInTest, account: string, query = '') => {
    const { body } = await request(chain, `${account}/history?${query}`)
    return v.parse(accountHistory.answer, body)
  }

  test('a payment is the newest entry in the history of its sender and of its recipient', async () => {
    const chain = await start()
    const hash = await chain.send(7n)
    for (const [account, type] of [
      [chain.account[0], 'send'],
      [chain.friend, 'receive'],
    ] as const) {
      const { data } = await pageOf(chain, account)
      expect(data[0]).toMatchObject({
        id: `${chain.config.networkId}:${hash}`,
        metadata: {
          hash,
          operationType: type,
          chain: chain.config.networkId,
          sentTo: chain.friend,
          status: 'confirmed',
        },
      })
      expect(chain.addresses).toContain(data[0]?.metadata.sentFrom)
    }
  })

  test('every spelling of an account has the same history, without duplicate entries', async () => {
    const chain = await start()
    await chain.send(8n)
    const pages = await Promise.all(chain.account.map((text) => pageOf(chain, text)))
    for (const { data } of pages) expect(data).toEqual(pages[0]?.data)
    const ids = (pages[0]?.data ?? []).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const next = pages[0]?.next
    const older = next ? (await pageOf(chain, chain.account[0], `cursor=${next}`)).data : []
    for (const { id } of older) expect(ids).not.toContain(id)
  })
}

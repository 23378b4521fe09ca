import { parseOptions as parseBy } from '@latchkey/server/parseOptions'
import * as v from 'valibot'
import type { Currency } from '@latchkey/protocol/currencies'
import { isNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { times } from '@latchkey/protocol/limits'
import { isHost } from '@latchkey/server/isHost'
import { databaseKind, noDatabase } from './db/databaseKind.ts'
import { limitsSchema, rateLimitSchema } from './limits.ts'

const address = v.pipe(
  v.custom<`0x${string}`>(isEvmAddress, 'Expected an address of 0x and 40 hex digits'),
  v.transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`),
)
const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))
const evmNetworkId = v.pipe(v.string(), v.guard(isEvmNetworkId, 'Expected a CAIP-2 id such as eip155:1'))
const httpUrl = v.pipe(v.string(), v.check(isHttpUrl, 'Expected an http or https URL without a user name'))

const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0))

const token = v.strictObject({ address, name: label, symbol: label, decimals })

/** Somebody else's history of the chain, over HTTP. */
const historyApi = v.strictObject({
  /** `blockscout`: its API v2, `url` ends before `/api/v2`. `etherscan`: the API v2 of Etherscan, `url` is what the query follows. */
  kind: v.picklist(['blockscout', 'etherscan']),
  url: httpUrl,
  apiKey: v.optional(v.pipe(v.string(), v.maxLength(256))),
})

/** An address in which something is put for a name in braces. */
function template(name: string) {
  return v.pipe(httpUrl, v.check((text) => text.includes(`{${name}}`), `Expected an address with {${name}} in it`))
}

const chain = v.pipe(v.strictObject({
  networkId: evmNetworkId,
  name: label,
  nativeCurrency: v.strictObject({ name: label, symbol: label, decimals }),
  /** The chain's nodes, tried in this order. */
  rpcUrls: v.pipe(v.array(httpUrl), v.minLength(1)),
  multicall3: address,
  /** The token list: which tokens a balance looks at. */
  tokens: v.pipe(v.array(token), v.check((list) => new Set(list.map((entry) => entry.address)).size === list.length, 'Every token may be listed once')),
  /** Uniswap v2 (or a fork with its interface), where prices come from; `usd` counts as one dollar. Absent: nothing has a price. */
  dex: v.optional(v.strictObject({ factory: address, weth: address, usd: address })),
  /** RPC methods passed on beyond the read-only ones and `eth_sendRawTransaction`, by full name. */
  extraMethods: v.optional(v.array(label), []),
  /** Collections of NFTs that are what they say; like listed tokens, they are never taken for spam. */
  collections: v.optional(v.array(v.strictObject({ address, name: label })), []),
  /** Index the chain in `database`: from which block, and milliseconds between two looks for new ones. Absent: it is not indexed. */
  index: v.optional(v.strictObject({
    startBlock: v.optional(wholeNumber, 0),
    pollEvery: v.optional(positive, 1_000),
    /** Blocks after which nothing is taken back: a node that shows another chain from below is an alarm. */
    finality: v.optional(v.pipe(wholeNumber, v.minValue(1)), 128),
    /** Seconds that a block may be ahead of this machine's clock. */
    timeTolerance: v.optional(wholeNumber, 86_400),
  })),
  /** Who else knows the chain's history, asked in this order where the chain is not indexed, or as long as that is not complete. */
  historyApis: v.optional(v.array(historyApi), []),
  /** ENS: the universal resolver. Names come from the first chain that has one. */
  ensUniversalResolver: v.optional(address),
}), v.check(({ dex, tokens }) => !dex || tokens.some((entry) => entry.address === dex.usd), 'dex.usd has to be in the token list'))

const options = v.pipe(v.strictObject({
  chains: v.pipe(
    v.array(chain),
    v.minLength(1),
    v.check((list) => new Set(list.map((entry) => entry.networkId)).size === list.length, 'Every networkId may be given once'),
  ),
  /** Known project ids; absent means that everybody may ask. */
  projects: v.optional(v.array(label)),
  /** What a client may ask: at most `max` at once, `refill` more every `everySeconds`, counted by `http/costOf.ts`. `false`: as much as it likes. */
  rateLimit: rateLimitSchema,
  /** Connections, running requests and bytes of answers at once, for one client (`each`) and for all, and the delay that is too much. `false`: no limit. */
  limits: limitsSchema,
  /** Proxies of the operator's that stand before this service, each of which appends to `X-Forwarded-For` and sets `-Proto` and `-Host`. */
  trustProxy: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16)), 0),
  /** Where browsers reach this service; absent: the origin of the request. */
  publicUrl: v.optional(v.pipe(httpUrl, v.transform((url) => url.replace(/\/+$/, '')))),
  /** The wallet catalogue, in the shape of `data/wallets.json` or of the wallet list; absent: the one that comes with the service. */
  wallets: v.optional(v.array(v.looseObject({ id: label, name: label }))),
  /** Another catalogue, in either shape, asked for again every two hours. Until it answers for the first time, `wallets` stands in. */
  walletsUrl: v.optional(httpUrl),
  /** Where indexed chains are kept: `memory`, a folder that this process has for itself, or `postgres://…` for several processes. */
  database: v.optional(v.pipe(v.string(), v.nonEmpty(), v.check((text) => databaseKind(text) !== undefined, noDatabase))),
  /** Through whom what NFTs say of themselves is fetched. Absent: only what stands on the chain itself is read. */
  nftGateways: v.optional(v.strictObject({ ipfs: v.optional(template('path')), http: v.optional(template('url')) }), {}),
  /**
   * Names may be asked for at servers that their contracts name (CCIP-read): this service then sends requests where strangers want it, to
   * public addresses only and to `hosts` (`host` or `host:port`).
   */
  ensOffchain: v.optional(v.union([v.boolean(), v.strictObject({ hosts: v.array(v.pipe(v.string(), v.check(isHost, 'Expected host or host:port'))) })]), false),
  /** Units of a currency for one US dollar, for the currencies that no pool knows. */
  rates: v.optional(v.function() as v.GenericSchema<Rates>), // a function's type can't be looked at when it runs
  /** Milliseconds that one node has for one answer. @default 10000 */
  nodeTimeLimit: v.optional(positive, times.httpRequest),
  log: v.optional(v.function() as v.GenericSchema<Log>), // same
  clock: v.optional(v.object({ now: v.function() as v.GenericSchema<() => number> })), // same
  fetch: v.optional(v.function() as v.GenericSchema<typeof fetch>), // same
}), v.forward(
  v.check(({ chains, database }) => database !== undefined || !chains.some((entry) => entry.index), 'Chains are to be indexed, so it has to say where'),
  ['database'],
))

/** How many units of a currency one US dollar buys; undefined where that is not known. */
export type Rates = (currency: Currency, signal: AbortSignal) => Promise<number | undefined>
/** Takes one line a request. A line names neither addresses nor bodies nor queries. */
export type Log = (line: LogLine) => void
/** One request, or one failure inside it. `route` is the pattern, never the path; `ms` is how long the answer took. */
export type LogLine = { time: string; level: 'info' | 'warn' | 'error'; requestId: string; route: string; status: number; ms: number; error?: string }

/** What `createApi` takes. */
export type ApiOptions = v.InferInput<typeof options>
/** The same after validation, defaults filled in, addresses in lower case. */
export type CheckedOptions = v.InferOutput<typeof options>
/** One chain to read. */
export type ChainConfig = v.InferInput<typeof chain>
/** The same after validation. */
export type CheckedChain = v.InferOutput<typeof chain>
/** A token of the token list. */
export type ListedToken = v.InferOutput<typeof token>

/** Checks the options. @throws OptionError which names the first wrong option */
export const parseOptions = (input: unknown): CheckedOptions => parseBy(options, input)

function isEvmNetworkId(id: string): id is NetworkId {
  return isNetworkId(id) && id.startsWith('eip155:')
}

function isHttpUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

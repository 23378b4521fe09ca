import { parseOptions as parseBy } from '@latchkey/server/parseOptions'
import * as v from 'valibot'
import type { Currency } from '@latchkey/protocol/currencies'
import { isNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import { times } from '@latchkey/protocol/limits'
import { swapNetworks } from '@latchkey/protocol/convert'
import { nameLabel, nameZones } from '@latchkey/protocol/profile'
import { readUrl } from '@latchkey/protocol/readUrl'
import { isHost } from '@latchkey/server/isHost'
import { databaseKind, noDatabase } from '@latchkey/server/db/databaseKind'
import { isPictureUrl } from './icons/fetched/pictureUrls.ts'
import { plainName } from './identity/plainName.ts'
import { isPrivateKey } from './names/gateway/isPrivateKey.ts'
import { limitsSchema, rateLimitSchema } from './limits.ts'
import { isSecret } from './onramp/links/companyKey.ts'
import {
  address,
  chainParts,
  decimals,
  httpUrl,
  label,
  positive,
  wholeNumber,
} from './optionParts.ts'
import { isSolanaInput, solanaChain } from './solana/solanaChain.ts'

const evmNetworkId = v.pipe(
  v.string(),
  v.guard(isEvmNetworkId, 'Expected a CAIP-2 id such as eip155:1'),
)

/**
 * Two labels in lower case, because a registered name has three. Source:
 * docs/contracts/api.md#names
 */
const zone = v.pipe(
  v.string(),
  v.maxLength(128),
  v.regex(/^[a-z0-9-]+\.[a-z0-9-]+$/, 'Expected two labels in lower case, such as reown.id'),
  v.check((text) => plainName(text) === text, 'Expected a name that ENS allows'),
)
/**
 * Seconds by which the time of a signed message may differ. People take their time to sign. Source:
 * docs/contracts/api.md#register-a-name
 */
export const nameWindow = 300

/** Networks whose coins have a value. Source: docs/contracts/api.md#fixed-values */
const realNetworks: ReadonlySet<string> = new Set(
  [1, 42_161, 10, 324, 8_453, 56, 137, 100, 43_114, 250, 8_217, 1_313_161_554, 42_220, 80_094].map(
    (id) => `eip155:${id}`,
  ),
)

/** Milliseconds that each swap provider has for a quote or a transaction. */
export const swapTimeLimit = 5_000

const token = v.strictObject({ address, name: label, symbol: label, decimals })

/** A host, with or without a port. */
const host = v.pipe(v.string(), v.check(isHost, 'Expected host or host:port'))

/** Another service's swaps, over HTTP. */
const swapApi = v.strictObject({
  /**
   * `0x`: its API v2, `url` ends before `/swap`. `1inch`: its swap API v6, `url` ends before the
   * chain id.
   */
  kind: v.picklist(['0x', '1inch']),
  /** @default its kind */
  id: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?!pools$|wrap$)[a-z0-9][a-z0-9-]{0,31}$/,
        'Expected small letters, digits and hyphens',
      ),
    ),
  ),
  /** Shown to users. @default its kind */
  name: v.optional(label),
  url: httpUrl,
  apiKey: v.optional(v.pipe(v.string(), v.maxLength(256))),
  /**
   * The one contract that its transactions may call, and that users allow to spend their tokens.
   */
  spender: address,
  /** CAIP-2 ids of the networks on which it is requested. @default the twelve of `swapNetworks` */
  networks: v.optional(v.pipe(v.array(v.string()), v.maxLength(64)), [...swapNetworks]),
})

/** Another service's history of the chain, over HTTP. */
const historyApi = v.strictObject({
  /**
   * `blockscout`: its API v2, `url` ends before `/api/v2`. `etherscan`: the API v2 of Etherscan,
   * `url` is the part before the query.
   */
  kind: v.picklist(['blockscout', 'etherscan']),
  url: httpUrl,
  apiKey: v.optional(v.pipe(v.string(), v.maxLength(256))),
})

/** A URL with a placeholder, a name in braces. */
function template(name: string) {
  return v.pipe(
    httpUrl,
    v.check((text) => text.includes(`{${name}}`), `Expected an address with {${name}} in it`),
  )
}

const swapPools = v.pipe(
  v.strictObject({
    /**
     * SwapRouter02. It swaps over both kinds of pools, and is the one contract that users allow to
     * spend their tokens.
     */
    router: address,
    /** The native coin as a token (WETH9). */
    wrapped: address,
    v2Factory: v.optional(address),
    v3: v.optional(
      v.strictObject({
        factory: address,
        /** The pools' fees, in millionths. */
        fees: v.optional(
          v.pipe(
            v.array(v.pipe(wholeNumber, v.minValue(1), v.maxValue(999_999))),
            v.minLength(1),
            v.maxLength(8),
          ),
          [100, 500, 3_000, 10_000],
        ),
      }),
    ),
    /**
     * Tokens through which a swap between two others may go, besides `wrapped` and the dollar of
     * `dex`.
     */
    through: v.optional(v.pipe(v.array(address), v.maxLength(4)), []),
  }),
  v.check(
    ({ v2Factory, v3 }) => v2Factory !== undefined || v3 !== undefined,
    'Expected v2Factory, v3 or both',
  ),
)

const evmChain = v.pipe(
  v.strictObject({
    ...chainParts,
    networkId: evmNetworkId,
    multicall3: address,
    /** The token list: the tokens that a balance always includes. */
    tokens: v.pipe(
      v.array(token),
      v.check(
        (list) => new Set(list.map((entry) => entry.address)).size === list.length,
        'Every token may be listed once',
      ),
    ),
    /**
     * Uniswap v2 (or a fork with its interface), the source of prices. `usd` counts as one dollar.
     * Absent: there are no prices.
     */
    dex: v.optional(v.strictObject({ factory: address, weth: address, usd: address })),
    /**
     * Swaps over pools of Uniswap (or forks with its interfaces). Absent: the pools are not used.
     */
    swap: v.optional(swapPools),
    /** Trusted collections of NFTs. Like listed tokens, they never count as spam. */
    collections: v.optional(v.array(v.strictObject({ address, name: label })), []),
    /**
     * Other sources of the chain's history, requested in this order where the chain is not indexed,
     * or until its index is complete.
     */
    historyApis: v.optional(v.array(historyApi), []),
    /** The universal resolver of ENS. Names come from the first chain that has one. */
    ensUniversalResolver: v.optional(address),
  }),
  v.check(
    ({ dex, tokens }) => !dex || tokens.some((entry) => entry.address === dex.usd),
    'dex.usd has to be in the token list',
  ),
  v.transform((checked) => ({ ...checked, namespace: 'eip155' as const })),
)

/** A chain of either namespace, by its network id. */
const chain = v.lazy((input) => (isSolanaInput(input) ? solanaChain : evmChain))

const options = v.pipe(
  v.strictObject({
    chains: v.pipe(
      v.array(chain),
      v.minLength(1),
      v.check(
        (list) => new Set(list.map((entry) => entry.networkId)).size === list.length,
        'Every networkId may be given once',
      ),
    ),
    /**
     * Other services that quote swaps and build their transactions. Each is requested beside the
     * pools, and all answers are checked.
     */
    swapApis: v.optional(
      v.pipe(
        v.array(swapApi),
        v.maxLength(4),
        v.check(
          (list) => new Set(list.map(({ id, kind }) => id ?? kind)).size === list.length,
          'Every id may be given once',
        ),
      ),
      [],
    ),
    /** Known project ids; absent: any project may use the API. */
    projects: v.optional(v.array(label)),
    /**
     * The rate limit of a client: at most `max` at once, `refill` more every `everySeconds`.
     * `http/costOf.ts` has the costs. `false`: no limit.
     */
    rateLimit: rateLimitSchema,
    /**
     * Limits on concurrent connections, running requests and bytes of answers, for one client
     * (`each`) and for all, and on the event loop's delay. `false`: no limit.
     */
    limits: limitsSchema,
    /**
     * The number of the operator's proxies before this service, each of which appends to
     * `X-Forwarded-For` and sets `-Proto` and `-Host`.
     */
    trustProxy: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16)), 0),
    /** This service's URL for browsers; absent: the origin of the request. */
    publicUrl: v.optional(
      v.pipe(
        httpUrl,
        v.transform((url) => url.replace(/\/+$/, '')),
      ),
    ),
    /**
     * The wallet catalogue, in the shape of `data/wallets.json` or of the wallet list; absent: the
     * one shipped with the service.
     */
    wallets: v.optional(v.array(v.looseObject({ id: label, name: label }))),
    /**
     * Another catalogue, in either shape, requested every two hours. Until its first answer,
     * `wallets` is used.
     */
    walletsUrl: v.optional(httpUrl),
    /**
     * Pictures of wallets without a drawing. They are fetched at the first request, and stored in
     * `database`.
     * - `from`: URLs with `{id}` or `{host}` (of the homepage), tried in this order
     * - `hosts`: further hosts that may be called, such as targets of redirects, over https and at
     *   public addresses
     * - `internal`: hosts (`host` or `host:port`) in your own network
     * @default nothing is fetched
     */
    walletPictures: v.optional(
      v.pipe(
        v.strictObject({
          from: v.pipe(v.array(httpUrl), v.minLength(1), v.maxLength(4)),
          hosts: v.optional(v.pipe(v.array(host), v.maxLength(1_000)), []),
          internal: v.optional(v.pipe(v.array(host), v.maxLength(16)), []),
        }),
        v.forward(
          v.check(
            ({ from, ...named }) => from.every((url) => isPictureUrl(url, named)),
            'Expected https URLs with {id} or {host} in them, at hosts that may be called',
          ),
          ['from'],
        ),
      ),
    ),
    /**
     * The storage of the index, of registered names and of purchases: `memory`, a folder that only
     * this process uses, or `postgres://…` for several processes.
     */
    database: v.optional(
      v.pipe(
        v.string(),
        v.nonEmpty(),
        v.check((text) => databaseKind(text) !== undefined, noDatabase),
      ),
    ),
    /**
     * Names that accounts register with this service, in `database`.
     * - `zones`: the endings of names, the default first; none: no name is registered
     * - `window`: seconds by which the time of a signed message may differ from this machine's
     * @default on where `database` is given
     */
    names: v.optional(
      v.strictObject({
        zones: v.optional(
          v.pipe(
            v.array(zone),
            v.maxLength(16),
            v.check((list) => new Set(list).size === list.length, 'Every zone may be given once'),
          ),
          [...nameZones],
        ),
        window: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(86_400)), nameWindow),
        /**
         * Minimum of characters of a new name, without its zone. Registered names stay valid.
         * @default 4, as in the kit
         */
        least: v.optional(
          v.pipe(wholeNumber, v.minValue(1), v.maxValue(nameLabel.max)),
          nameLabel.min,
        ),
        /**
         * Further hosts at which clients reach this service, beside that of `publicUrl`: hosts of
         * sites that pass requests on.
         */
        services: v.optional(
          v.pipe(
            v.array(
              v.pipe(
                v.string(),
                v.toLowerCase(),
                v.check(isHost, 'Expected a host such as api.example.org'),
              ),
            ),
            v.maxLength(64),
          ),
        ),
        /**
         * Whether a signed message has to name this service. False also accepts messages of clients
         * that do not know the field. @default false
         */
        isServiceNeeded: v.optional(v.boolean()),
        /**
         * Answers resolvers on a chain, for other ENS clients. `signer`: the private key of the
         * account that these resolvers trust.
         */
        gateway: v.optional(
          v.strictObject(
            {
              signer: v.custom<`0x${string}`>(
                isPrivateKey,
                'Expected a private key of 0x and 64 hex digits',
              ),
            },
            'Expected an object with a signer alone',
          ),
        ), // no message may contain the key
      }),
    ),
    /** Buying with money. Absent: nothing is sold. */
    onramp: v.optional(
      v.strictObject({
        /**
         * The origins of the sites to which checkouts may lead back, by project id; those of `*`
         * are for all projects. Pages on the visitor's own machine are always allowed. @default a
         * checkout leads nowhere
         */
        returns: v.optional(
          v.record(
            label,
            v.pipe(
              v.array(
                v.pipe(
                  httpUrl,
                  v.check(
                    (text) => readUrl(text)?.origin === text,
                    'Expected an origin such as https://shop.example',
                  ),
                ),
              ),
              v.maxLength(100),
            ),
          ),
        ),
        /**
         * The sandbox provider, which takes no real money: anybody can empty its treasury. For test
         * networks.
         */
        sandbox: v.optional(
          v.strictObject(
            {
              /**
               * The private key of the account that holds the sold tokens. No other program may
               * send with it.
               */
              treasury: v.custom<`0x${string}`>(
                isPrivateKey,
                'Expected a private key of 0x and 64 hex digits',
              ),
              networks: v.pipe(
                v.array(evmNetworkId),
                v.minLength(1),
                v.check(
                  (list) => !list.some((id) => realNetworks.has(id)),
                  'The sandbox gives tokens away, so it has to be a test network',
                ),
              ),
              /**
               * Symbols of the sold tokens. A token that takes a fee of every transfer should not
               * be among them. @default the coins and all listed tokens
               */
              symbols: v.optional(v.pipe(v.array(label), v.maxLength(100))),
              /**
               * The URL of the checkout for browsers. @default `http://checkout.localhost` with the
               * port on which it listens
               */
              url: v.optional(
                v.pipe(
                  httpUrl,
                  v.transform((url) => url.replace(/\/+$/, '')),
                ),
              ),
              /**
               * The URL that receives the checkout's messages. @default this API, at the address on
               * which it listens
               */
              webhookUrl: v.optional(httpUrl),
              /** Blocks, its own included, after which a payout is final. */
              confirmations: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(1_000)), 1),
            },
            'Expected an object with a treasury and networks',
          ),
        ), // no message may contain the key
        /** Pages of Coinbase, or of a company with the same parameters. */
        coinbase: v.optional(
          v.strictObject({
            appId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
            url: v.optional(httpUrl, 'https://pay.coinbase.com/buy/select-asset'),
            apiUrl: v.optional(httpUrl, 'https://api.developer.coinbase.com'),
            /**
             * The id and the private part of the operator's key at the company: PEM of an EC key on
             * P-256, or base64 of an Ed25519 key. It reads purchases, so that they can be followed.
             */
            keyId: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(256))),
            secret: v.optional(
              v.custom<string>(
                (value) => typeof value === 'string' && isSecret(value),
                'Expected a private key',
              ),
            ), // no message may contain the key
            /**
             * Whether the page's URL has a token in place of the wallets, as Coinbase demands since
             * 2025. @default false
             */
            session: v.optional(v.boolean(), false),
          }),
        ),
        /** Pages of Meld, or of a company with the same parameters. */
        meld: v.optional(
          v.strictObject({
            publicKey: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
            url: v.optional(httpUrl, 'https://meldcrypto.com'),
          }),
        ),
      }),
    ),
    /** Gateways for the metadata of NFTs. Absent: only metadata on the chain itself is read. */
    nftGateways: v.optional(
      v.strictObject({ ipfs: v.optional(template('path')), http: v.optional(template('url')) }),
      {},
    ),
    /**
     * Allows name lookups at servers that the names' contracts choose (CCIP-read). This service
     * then requests URLs of third parties, at public addresses and `hosts` (`host` or `host:port`)
     * only.
     */
    ensOffchain: v.optional(
      v.union([v.boolean(), v.strictObject({ hosts: v.array(host) })]),
      false,
    ),
    /**
     * US dollars for one whole token, for coins and tokens of chains without pools, such as
     * Solana's.
     */
    // a function's type can't be checked at run time
    prices: v.optional(v.function() as v.GenericSchema<Prices>),
    /** The same at a past time. Absent: amounts in histories of these chains have no value. */
    pricesAt: v.optional(v.function() as v.GenericSchema<PricesAt>), // same
    /** Units of a currency for one US dollar, for currencies without a pool. */
    rates: v.optional(v.function() as v.GenericSchema<Rates>), // same
    /** Milliseconds that one node has for one answer. @default 10000 */
    nodeTimeLimit: v.optional(positive, times.httpRequest),
    log: v.optional(v.function() as v.GenericSchema<Log>), // same
    clock: v.optional(v.object({ now: v.function() as v.GenericSchema<() => number> })), // same
    fetch: v.optional(v.function() as v.GenericSchema<typeof fetch>), // same
  }),
  v.forward(
    v.check(
      ({ chains, database }) => database !== undefined || !chains.some((entry) => entry.index),
      'Chains are to be indexed, so it has to say where',
    ),
    ['database'],
  ),
  v.forward(
    v.check(
      ({ onramp, chains }) =>
        !onramp?.sandbox ||
        onramp.sandbox.networks.every((id) => chains.some(({ networkId }) => networkId === id)),
      'The sandbox sells on chains that are served',
    ),
    ['onramp'],
  ),
  v.forward(
    v.check(
      ({ onramp: { coinbase } = {} }) =>
        !coinbase ||
        ((coinbase.keyId === undefined) === (coinbase.secret === undefined) &&
          (!coinbase.session || coinbase.secret !== undefined)),
      'A key has a name and a private part, and a session needs it',
    ),
    ['onramp'],
  ),
  v.forward(
    v.check(
      ({ onramp, database }) => database !== undefined || !onramp?.sandbox,
      'Orders are to be stored, so it has to say where',
    ),
    ['database'],
  ),
  v.forward(
    v.check(
      ({ names, database }) => database !== undefined || !names || names.zones.length === 0,
      'Names are to be registered, so it has to say where',
    ),
    ['database'],
  ),
)

/** The schema of each option alone, without the rules between options. */
export const [optionsSchema] = options.pipe

/** Units of a currency for one US dollar; undefined where the rate is unknown. */
export type Rates = (currency: Currency, signal: AbortSignal) => Promise<number | undefined>
/**
 * US dollars for one whole token, by its CAIP-10 id (the native coin's by `nativeTokenId`);
 * undefined where the price is unknown.
 */
export type Prices = (token: string, signal: AbortSignal) => Promise<number | undefined>
/**
 * US dollars for one whole token at a time, in seconds since 1970; undefined where the price is
 * unknown.
 */
export type PricesAt = (
  token: string,
  at: number,
  signal: AbortSignal,
) => Promise<number | undefined>
/** Receives one line for each request. A line contains no addresses, bodies or queries. */
export type Log = (line: LogLine) => void
/**
 * One request, or one failure inside it. `route` is the pattern, never the path; `ms` is the
 * duration of the answer.
 */
export type LogLine = {
  time: string
  level: 'info' | 'warn' | 'error'
  requestId: string
  route: string
  status: number
  ms: number
  error?: string
}

/** The options of `createApi`. */
export type ApiOptions = v.InferInput<typeof options>
/** The options of `createApi` after validation: defaults filled in, addresses in lower case. */
export type CheckedOptions = v.InferOutput<typeof options>
/** One EVM chain to read. */
export type EvmChainConfig = v.InferInput<typeof evmChain>
/** One Solana chain to read. */
export type SolanaChainConfig = v.InferInput<typeof solanaChain>
/** One EVM chain after validation. */
export type CheckedEvmChain = v.InferOutput<typeof evmChain>
/** One Solana chain after validation; its addresses are hex of their 32 bytes. */
export type CheckedSolanaChain = v.InferOutput<typeof solanaChain>
/** A chain of either namespace after validation; `namespace` distinguishes them. */
export type CheckedChain = CheckedEvmChain | CheckedSolanaChain
/** A token of the token list. */
export type ListedToken = v.InferOutput<typeof token>

/** Checks the options. @throws OptionError with the name of the first invalid option */
export const parseOptions = (input: unknown): CheckedOptions => parseBy(options, input)

function isEvmNetworkId(id: string): id is NetworkId {
  return isNetworkId(id) && id.startsWith('eip155:')
}

import { parseOptions as parseBy } from '@latchkey/server/parseOptions'
import * as v from 'valibot'
import type { Currency } from '@latchkey/protocol/currencies'
import { times } from '@latchkey/protocol/limits'
import { swapNetworks } from '@latchkey/protocol/convert'
import { nameLabel, nameZones } from '@latchkey/protocol/profile'
import { readUrl } from '@latchkey/protocol/readUrl'
import { isHost } from '@latchkey/server/isHost'
import { isPrivateKey } from '@latchkey/server/isPrivateKey'
import { databaseKind, noDatabase } from '@latchkey/server/db/databaseKind'
import { isPictureUrl } from './icons/fetched/pictureUrls.ts'
import { plainName } from './identity/plainName.ts'
import { limitsSchema, rateLimitSchema } from './limits.ts'
import { isSecret } from './onramp/links/companyKey.ts'
import { chainOptions, type ChainOptionsSchema } from './chains/chainOptions.ts'
import type { ChainReader } from './chains/chainReader.ts'
import { evmAddress } from './chains/evm/evmKeys.ts'
import { chainReaders } from './chains/registry.ts'
import { httpUrl, label, positive, wholeNumber } from './optionParts.ts'
import type { Prices, PricesAt } from './providers/prices.ts'

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
 * Seconds by which the time of a signed message may differ, because people take time to sign.
 * Source: docs/contracts/api.md#register-a-name
 */
export const nameWindow = 300

/** Time limit of each swap provider for a quote or a transaction, in milliseconds. */
export const swapTimeLimit = 5_000

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
   * The only contract that its transactions may call, and that users allow to spend their tokens.
   */
  spender: evmAddress,
  /** CAIP-2 ids of the networks that it serves. @default the twelve of `swapNetworks` */
  networks: v.optional(v.pipe(v.array(v.string()), v.maxLength(64)), [...swapNetworks]),
})

/** A URL with a placeholder: a name in braces. */
function template(name: string) {
  return v.pipe(
    httpUrl,
    v.check((text) => text.includes(`{${name}}`), `Expected an address with {${name}} in it`),
  )
}

/** The options besides the chains. */
const parts = {
  /**
   * Other services that quote swaps and build their transactions. They are requested in addition to
   * the pools, and all answers are checked.
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
   * The rate limit of a client: at most `max` at once, and `refill` more every `everySeconds`.
   * `http/costOf.ts` has the costs. `false`: no limit.
   */
  rateLimit: rateLimitSchema,
  /**
   * Limits on concurrent connections, running requests and bytes of answers, for one client
   * (`each`) and for all, and on the event loop's delay. `false`: no limit.
   */
  limits: limitsSchema,
  /**
   * Number of the operator's proxies before this service. Each appends to `X-Forwarded-For` and
   * sets `-Proto` and `-Host`.
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
       * Min characters of a new name, without its zone. Registered names stay valid.
       * @default 4, as in the kit
       */
      least: v.optional(
        v.pipe(wholeNumber, v.minValue(1), v.maxValue(nameLabel.max)),
        nameLabel.min,
      ),
      /**
       * Further hosts at which clients reach this service, in addition to the host of `publicUrl`:
       * hosts of sites that forward requests.
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
       * Whether a signed message has to name this service. If false, messages of clients that do
       * not know the field are accepted, too. @default false
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
  /** Purchases with money. Absent: no tokens are sold. */
  onramp: v.optional(
    v.strictObject({
      /**
       * The origins of the sites to which checkouts may lead back, by project id; those of `*` are
       * for all projects. Pages on the visitor's own machine are always allowed. @default a
       * checkout leads to no site
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
       * The sandbox, a service of its own that takes no real money. For test networks.
       * - `url`: its address
       * - `secret`: the one that it is given, too; both sign their messages with it
       */
      sandbox: v.optional(
        v.strictObject(
          {
            url: v.pipe(
              httpUrl,
              v.transform((url) => url.replace(/\/+$/, '')),
            ),
            secret: v.custom<string>(
              (value) => typeof value === 'string' && value.length >= 32 && value.length <= 512,
              'Expected a text of 32 to 512 characters',
            ),
          },
          'Expected an object with a url and a secret',
        ),
      ), // no message may contain the secret
      /** Pages of Coinbase, or of a company with the same parameters. */
      coinbase: v.optional(
        v.strictObject({
          appId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
          url: v.optional(httpUrl, 'https://pay.coinbase.com/buy/select-asset'),
          apiUrl: v.optional(httpUrl, 'https://api.developer.coinbase.com'),
          /**
           * The id and the private part of the operator's key at the company: PEM of an EC key on
           * P-256, or base64 of an Ed25519 key. The service reads purchases with it, so that they
           * can be followed.
           */
          keyId: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(256))),
          secret: v.optional(
            v.custom<string>(
              (value) => typeof value === 'string' && isSecret(value),
              'Expected a private key',
            ),
          ), // no message may contain the key
          /**
           * Whether the page's URL has a token instead of the wallets, as Coinbase demands since
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
  ensOffchain: v.optional(v.union([v.boolean(), v.strictObject({ hosts: v.array(host) })]), false),
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
}

/** The schema of all options. @param chain an entry of the list of chains */
const schemaOf = (chain: ChainOptionsSchema) =>
  v.pipe(
    v.strictObject({
      chains: v.pipe(
        v.array(chain),
        v.minLength(1),
        v.check(
          (list) => new Set(list.map((entry) => entry.networkId)).size === list.length,
          'Every networkId may be given once',
        ),
      ),
      ...parts,
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

const options = schemaOf(chainOptions(chainReaders))

/** The schema of each option alone, without the rules between options. */
export const [optionsSchema] = options.pipe

/** Units of a currency for one US dollar; undefined where the rate is unknown. */
export type Rates = (currency: Currency, signal: AbortSignal) => Promise<number | undefined>
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
/**
 * Checks the options. @throws OptionError with the name of the first invalid option
 * @param readers the kinds of chains that may be in the list. @default all
 */
export const parseOptions = (
  input: unknown,
  readers: readonly ChainReader[] = chainReaders,
): CheckedOptions =>
  parseBy(readers === chainReaders ? options : schemaOf(chainOptions(readers)), input)

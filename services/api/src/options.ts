import { parseOptions as parseBy } from '@latchkey/server/parseOptions'
import * as v from 'valibot'
import type { Currency } from '@latchkey/protocol/currencies'
import { times } from '@latchkey/protocol/limits'
import { databaseKind, noDatabase } from '@latchkey/server/db/databaseKind'
import { limitsSchema, rateLimitSchema } from './limits.ts'
import { chainOptions, type ChainOptionsSchema } from './chains/chainOptions.ts'
import type { ChainReader } from './chains/chainReader.ts'
import { chainReaders } from './chains/registry.ts'
import { pictureOptions } from './icons/fetched/pictureOptions.ts'
import { nameOptions } from './names/nameOptions.ts'
import { onrampOptions } from './onramp/onrampOptions.ts'
import { host, httpUrl, label, positive } from './optionParts.ts'
import { swapApis } from './swap/swapOptions.ts'
import type { Prices, PricesAt } from './providers/prices.ts'

/** A URL with a placeholder: a name in braces. */
function template(name: string) {
  return v.pipe(
    httpUrl,
    v.check((text) => text.includes(`{${name}}`), `Expected an address with {${name}} in it`),
  )
}

/** The options besides the chains. Those of a feature are beside its code. */
const parts = {
  swapApis,
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
  walletPictures: pictureOptions,
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
  names: nameOptions,
  onramp: onrampOptions,
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

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
import { isStoring, smartAccountOptions } from './smartAccounts/smartAccountOptions.ts'
import { sessionOptions } from './sessions/sessionOptions.ts'
import { swapApis } from './swap/swapOptions.ts'
import type { Prices, PricesAt } from './providers/prices.ts'

/** A URL template that has to contain a name in braces. */
function template(name: string) {
  return v.pipe(
    httpUrl,
    v.check((text) => text.includes(`{${name}}`), `Expected an address with {${name}} in it`),
  )
}

/** The options besides the chains. The options of a feature are defined beside its code. */
const parts = {
  swapApis,
  /** The project ids that may use the API. @default every project */
  projects: v.optional(v.array(label)),
  /**
   * The rate limit of a client: at most `max` at once, and `refill` more every `everySeconds`
   * seconds. `http/costOf.ts` has the costs of requests. `false`: no limit.
   */
  rateLimit: rateLimitSchema,
  /**
   * Limits of connections, of running requests and of bytes of answers, for one client (`each`) and
   * in total (`all`), and of the event loop's delay. `false`: no limit.
   */
  limits: limitsSchema,
  /**
   * The number of proxies in front of this service. Each proxy appends to `X-Forwarded-For`, and
   * sets `X-Forwarded-Proto` and `X-Forwarded-Host`.
   */
  trustProxy: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16)), 0),
  /** The address of this service for browsers. @default the origin of the request */
  publicUrl: v.optional(
    v.pipe(
      httpUrl,
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  /**
   * The wallet catalogue, in the shape of `data/wallets.json` or of the wallet list. @default the
   * catalogue that is shipped with the service
   */
  wallets: v.optional(v.array(v.looseObject({ id: label, name: label }))),
  /**
   * The address of another catalogue, in either shape. It is read again when its last answer is
   * older than two hours. Until its first answer, `wallets` is used.
   */
  walletsUrl: v.optional(httpUrl),
  walletPictures: pictureOptions,
  /**
   * Where the index, registered names, purchases, user operations and sessions are stored:
   * `memory`, a folder that only this process uses, or `postgres://…` for several processes.
   * Without it, sessions are in memory alone.
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
  smartAccounts: smartAccountOptions,
  sessions: sessionOptions,
  /**
   * Gateways through which metadata of NFTs is loaded. @default only metadata on the chain itself
   * is read
   */
  nftGateways: v.optional(
    v.strictObject({ ipfs: v.optional(template('path')), http: v.optional(template('url')) }),
    {},
  ),
  /**
   * Whether names may be looked up at servers that their contracts choose (CCIP-read). This service
   * then requests URLs of third parties. It calls only public addresses and `hosts` (`host` or
   * `host:port`).
   */
  ensOffchain: v.optional(v.union([v.boolean(), v.strictObject({ hosts: v.array(host) })]), false),
  /**
   * Returns the price of one whole token in US dollars, for chains whose prices do not come from
   * pools, such as Solana.
   */
  // only the program's own code sets this function and those below, and a schema cannot check a
  // function's type
  prices: v.optional(v.function() as v.GenericSchema<Prices>),
  /**
   * Returns such a price at a past time. Without it, amounts in the histories of these chains have
   * no value.
   */
  pricesAt: v.optional(v.function() as v.GenericSchema<PricesAt>),
  /** Returns the units of a currency for one US dollar, for currencies whose rate no pool gives. */
  rates: v.optional(v.function() as v.GenericSchema<Rates>),
  /** Milliseconds for one answer of a node. @default 10000 */
  nodeTimeLimit: v.optional(positive, times.httpRequest),
  log: v.optional(v.function() as v.GenericSchema<Log>),
  clock: v.optional(v.object({ now: v.function() as v.GenericSchema<() => number> })),
  fetch: v.optional(v.function() as v.GenericSchema<typeof fetch>),
}

/** The schema of all options. @param chain the schema of a chain in the list */
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
        ({ smartAccounts, database }) => database !== undefined || !isStoring(smartAccounts),
        'User operations are to be stored, so it has to say where',
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

/** The schema of each option, without the rules between options. */
export const [optionsSchema] = options.pipe

/** Returns the units of a currency for one US dollar; undefined if the rate is unknown. */
export type Rates = (currency: Currency, signal: AbortSignal) => Promise<number | undefined>
/**
 * Receives a line for each request that the app reads, and for other failures of the service. A
 * line contains no addresses, bodies or queries.
 */
export type Log = (line: LogLine) => void
/**
 * A request, or another failure, which has no `requestId`. `route`: the pattern of the path, or the
 * part of the service that has failed. `ms`: how long the answer took.
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
/** The options of `createApi` after validation: with defaults, and addresses as keys. */
export type CheckedOptions = v.InferOutput<typeof options>
/**
 * Checks the options. @throws OptionError that names the first invalid option
 * @param readers the kinds of chains that may be in the list. @default all
 */
export const parseOptions = (
  input: unknown,
  readers: readonly ChainReader[] = chainReaders,
): CheckedOptions =>
  parseBy(readers === chainReaders ? options : schemaOf(chainOptions(readers)), input)

import { parseOptions as parseBy } from '@latchkey/server/parseOptions'
import * as v from 'valibot'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { isNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import { readUrl } from '@latchkey/protocol/readUrl'
import { databaseKind, noDatabase } from '@latchkey/server/db/databaseKind'
import { isPrivateKey } from '@latchkey/server/isPrivateKey'

const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))
const httpUrl = v.pipe(
  v.string(),
  v.check((text) => {
    const url = readUrl(text)
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === ''
  }, 'Expected an http or https URL without a user name'),
  v.transform((url) => url.replace(/\/+$/, '')),
)
const address = v.pipe(
  v.custom<`0x${string}`>(isEvmAddress, 'Expected an address of 0x and 40 hex digits'),
  v.transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`),
)

/** The prefix of the networks that it can sell on. Source: CAIP-2, EIP-155 */
const prefix = 'eip155:'
const networkId = v.pipe(
  v.string(),
  v.guard(
    (id): id is NetworkId => isNetworkId(id) && id.startsWith(prefix),
    'Expected a CAIP-2 id such as eip155:11155111',
  ),
)
/** The number of a network. */
export const chainIdOf = (id: string): number => Number(id.slice(prefix.length))

/** Networks whose coins have a value. Source: docs/contracts/api.md#fixed-values */
const realNetworks: ReadonlySet<string> = new Set(
  [1, 42_161, 10, 324, 8_453, 56, 137, 100, 43_114, 250, 8_217, 1_313_161_554, 42_220, 80_094].map(
    (number) => `${prefix}${number}`,
  ),
)

/** A network of the API's list of chains. Other members of an entry are for the API. */
const chain = v.object({
  networkId,
  name: label,
  nativeCurrency: v.object({ name: label, symbol: label, decimals }),
  /** The chain's nodes, tried in this order. */
  rpcUrls: v.pipe(v.array(httpUrl), v.minLength(1)),
  tokens: v.array(v.object({ address, name: label, symbol: label, decimals })),
})
/** A network after validation; its addresses are in lower case. */
export type CheckedChain = v.InferOutput<typeof chain>

/** Each option alone, without the rules between options. */
export const optionsSchema = v.strictObject({
  /**
   * Networks, as in the API's list of chains. Entries that `networks` does not name are skipped.
   */
  chains: v.array(v.looseObject({ networkId: v.string() })),
  /** CAIP-2 ids of the networks on which it sells. */
  networks: v.pipe(
    v.array(networkId),
    v.minLength(1),
    v.check(
      (list) => !list.some((id) => realNetworks.has(id)),
      'The sandbox gives tokens away, so it has to be a test network',
    ),
  ),
  /**
   * The private key of the account that holds the sold tokens. No other program may send with it.
   */
  treasury: v.custom<`0x${string}`>(isPrivateKey, 'Expected a private key of 0x and 64 hex digits'),
  /**
   * Symbols of the sold tokens. A token that takes a fee of every transfer should not be among
   * them. @default the coins and all listed tokens
   */
  symbols: v.optional(v.pipe(v.array(label), v.maxLength(100))),
  /** The secret that the API knows, too: both sign their messages with it. */
  secret: v.custom<string>(
    (value) => typeof value === 'string' && value.length >= 32 && value.length <= 512,
    'Expected a text of 32 to 512 characters',
  ), // no message may contain the secret
  /**
   * The URL of the API for which it sells: it has the prices, and receives the messages about
   * orders. @default the one that `useApi` names
   */
  apiUrl: v.optional(httpUrl),
  /** The project id with which it requests prices. @default none */
  projectId: v.optional(label),
  /** The URL that receives its messages. @default the one of `apiUrl` */
  webhookUrl: v.optional(httpUrl),
  /**
   * The URL of the checkout for browsers. @default `http://checkout.localhost` with the port on
   * which it listens
   */
  publicUrl: v.optional(httpUrl),
  /** Blocks, its own included, after which a payout is final. */
  confirmations: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)),
    1,
  ),
  /**
   * Where orders and payouts are stored: `memory`, a folder that only this process uses, or
   * `postgres://…` for several processes.
   */
  database: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.check((text) => databaseKind(text) !== undefined, noDatabase),
  ),
  /** The number of the operator's proxies before the sandbox. */
  trustProxy: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16)), 0),
  // a function's type can't be checked at run time
  log: v.optional(v.function() as v.GenericSchema<Log>),
  clock: v.optional(v.object({ now: v.function() as v.GenericSchema<() => number> })), // same
  fetch: v.optional(v.function() as v.GenericSchema<typeof fetch>), // same
})

const options = v.pipe(
  optionsSchema,
  v.forward(
    v.check(
      ({ chains, networks }) =>
        networks.every((id) => chains.some((entry) => entry.networkId === id)),
      'The sandbox sells on networks of the list of chains',
    ),
    ['networks'],
  ),
)

/** Receives failures. A line contains no addresses. */
export type Log = (line: LogLine) => void
export type LogLine = { time: string; level: 'error'; route: string; error: string }

/** The options of `createSandbox`. */
export type SandboxOptions = v.InferInput<typeof options>
/** The options after validation: defaults filled in, addresses in lower case. */
export type CheckedOptions = Omit<v.InferOutput<typeof options>, 'chains'> & {
  chains: readonly CheckedChain[]
}

/** Checks the options. @throws OptionError with the name of the first invalid option */
export function parseOptions(input: unknown): CheckedOptions {
  const checked = parseBy(options, input)
  const sold = checked.chains.filter((entry) =>
    checked.networks.some((id) => id === entry.networkId),
  )
  return { ...checked, ...parseBy(v.object({ chains: v.array(chain) }), { chains: sold }) }
}

import { parseOptions as parseBy } from '@latchkey/server/parseOptions'
import * as v from 'valibot'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { bitcoinMainnetId, bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
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

/** The prefix of the ids of EVM networks. Source: CAIP-2, EIP-155 */
const prefix = 'eip155:'
const networkId = v.pipe(
  v.string(),
  v.guard(
    (id): id is NetworkId =>
      isNetworkId(id) && (id.startsWith(prefix) || bitcoinNetworkOf(id) !== undefined),
    'Expected a CAIP-2 id such as eip155:11155111',
  ),
)
/** The EIP-155 id in the CAIP-2 id of an EVM network. */
export const chainIdOf = (id: string): number => Number(id.slice(prefix.length))

/**
 * Networks whose coins have a real value. The sandbox refuses to sell on them. Source:
 * docs/contracts/api.md#fixed-values
 */
const realNetworks: ReadonlySet<string> = new Set([
  bitcoinMainnetId,
  ...[
    1, 42_161, 10, 324, 8_453, 56, 137, 100, 43_114, 250, 8_217, 1_313_161_554, 42_220, 80_094,
  ].map((number) => `${prefix}${number}`),
])

/** A network in the API's list of chains. Fields that only the API reads are ignored. */
const chain = v.object({
  networkId,
  name: label,
  nativeCurrency: v.object({ name: label, symbol: label, decimals }),
  /** The chain's nodes, tried in this order. Those of a Bitcoin network are Esploras. */
  rpcUrls: v.pipe(v.array(httpUrl), v.minLength(1)),
  /** Absent on Bitcoin networks, which have no tokens. */
  tokens: v.optional(v.array(v.object({ address, name: label, symbol: label, decimals })), []),
})
/** A network after validation. Its addresses are in lower case. */
export type CheckedChain = v.InferOutput<typeof chain>

/** The schema of each option, without the rules between options. */
export const optionsSchema = v.strictObject({
  /**
   * A list of chains, in the format of the API's list. Chains that `networks` does not name are
   * ignored.
   */
  chains: v.array(v.looseObject({ networkId: v.string() })),
  /** CAIP-2 ids of the networks on which the sandbox sells. */
  networks: v.pipe(
    v.array(networkId),
    v.minLength(1),
    v.check(
      (list) => !list.some((id) => realNetworks.has(id)),
      'The sandbox gives tokens away, so it has to be a test network',
    ),
  ),
  /**
   * The private key of the accounts that hold the sold tokens: an EVM account, and on Bitcoin the
   * address for native segwit (BIP-84) of the same key. No other program may send transactions from
   * these accounts.
   */
  treasury: v.custom<`0x${string}`>(isPrivateKey, 'Expected a private key of 0x and 64 hex digits'),
  /**
   * Symbols of the sold tokens. Do not sell a token that takes a fee from every transfer. @default
   * the coins and all listed tokens
   */
  symbols: v.optional(v.pipe(v.array(label), v.maxLength(100))),
  /** A secret that the API has, too. Both sign their messages with it. */
  secret: v.custom<string>(
    (value) => typeof value === 'string' && value.length >= 32 && value.length <= 512,
    'Expected a text of 32 to 512 characters',
  ), // without this message, the message of the error could contain the secret
  /**
   * The address of the API for which the sandbox sells. The API has the prices, and receives the
   * messages about orders. @default the address that `useApi` sets
   */
  apiUrl: v.optional(httpUrl),
  /** The project id in requests for prices. @default none */
  projectId: v.optional(label),
  /**
   * The address that receives the messages about orders. @default the API's webhook, at `apiUrl`
   */
  webhookUrl: v.optional(httpUrl),
  /**
   * The address of the checkout for browsers. @default `http://checkout.localhost` with the
   * sandbox's port
   */
  publicUrl: v.optional(httpUrl),
  /** The number of blocks after which a payout is final, including the payout's own block. */
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
  /** The number of proxies in front of the sandbox. */
  trustProxy: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16)), 0),
  // only the program's own code sets these functions, and a schema cannot check a function's type
  log: v.optional(v.function() as v.GenericSchema<Log>),
  clock: v.optional(v.object({ now: v.function() as v.GenericSchema<() => number> })),
  fetch: v.optional(v.function() as v.GenericSchema<typeof fetch>),
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

/** Receives failures. A line contains no person's address. */
export type Log = (line: LogLine) => void
export type LogLine = { time: string; level: 'error'; route: string; error: string }

/** The options of `createSandbox`. */
export type SandboxOptions = v.InferInput<typeof options>
/** The options after validation: defaults filled in, addresses in lower case. */
export type CheckedOptions = Omit<v.InferOutput<typeof options>, 'chains'> & {
  chains: readonly CheckedChain[]
}

/** Checks the options. @throws OptionError that names the first invalid option */
export function parseOptions(input: unknown): CheckedOptions {
  const checked = parseBy(options, input)
  const sold = checked.chains.filter((entry) =>
    checked.networks.some((id) => id === entry.networkId),
  )
  return { ...checked, ...parseBy(v.object({ chains: v.array(chain) }), { chains: sold }) }
}

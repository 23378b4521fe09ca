import { isHex } from '@latchkey/protocol/evmSignature/hex'
import { parseEther, toFunctionSelector } from 'viem'
import * as v from 'valibot'
import { counts } from '@latchkey/protocol/limits'
import { isPrivateKey } from '@latchkey/server/isPrivateKey'
import { evmNetworkId } from '../chains/evm/evmChain.ts'
import { evmAddress, evmKey } from '../chains/evm/evmKeys.ts'
import { httpUrl, label, wholeNumber } from '../optionParts.ts'

/** An amount of a network's coin, as a decimal text such as `0.05`. The result is in wei. */
const coins = v.pipe(
  v.string(),
  v.regex(/^\d{1,12}(\.\d{1,18})?$/, 'Expected an amount of the coin, such as "0.05"'),
  v.transform((text) => parseEther(text)),
)

const privateKey = v.custom<`0x${string}`>(
  isPrivateKey,
  'Expected a private key of 0x and 64 hex digits',
)

/** A function of a contract: its selector, or its signature, such as `transfer(address,uint256)`. */
const method = v.pipe(
  v.string(),
  v.maxLength(512),
  v.check(
    (text) => /^0x[\da-f]{8}$/i.test(text) || /^\w+\([\w,()[\]]*\)$/.test(text),
    'Expected a selector, or a signature such as transfer(address,uint256)',
  ),
  v.transform((text) => (isHex(text) ? evmKey(text) : toFunctionSelector(text))),
)

/** The contracts that accounts may call, by address, and their functions. `*`: any. */
const contracts = v.union([
  v.literal('*'),
  v.record(evmAddress, v.union([v.literal('*'), v.array(method)])),
])

/** What the paymaster pays for the visitors of a site. */
const policy = v.strictObject({
  /** The networks on which it pays. @default all networks with a paymaster */
  networks: v.optional(v.array(evmNetworkId)),
  contracts,
  /**
   * Whether it also pays when an account ends its sessions: `disableDelegation` of DelegationManager
   * for its own delegation, and `incrementNonce` of NonceEnforcer.
   */
  endSessions: v.optional(v.boolean(), false),
  /** The most that all accounts of the site may cost in a day (UTC), on each network. */
  perDay: coins,
  /** The most that one account may cost in a day (UTC), on each network. */
  accountPerDay: coins,
  /** The name that wallets show for the one who pays. */
  name: v.optional(label),
})
export type SponsorPolicy = v.InferOutput<typeof policy>

/** The address of another service. `{chainId}` stands for the network's EIP-155 id. */
const otherService = v.strictObject({ url: httpUrl })

/** A bundler of our own. */
const ownBundler = v.strictObject(
  {
    /** The private keys of the accounts that send operations. They are never logged. */
    executors: v.pipe(v.array(privateKey), v.minLength(1), v.maxLength(32)),
    /** Below this balance of an executor there is an alarm, in the network's coin. */
    lowBalance: v.optional(coins, '0.05'),
    /** The number of blocks after which an operation is final, including its own block. */
    confirmations: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(1_000)), 12),
  },
  'Expected an object with executors',
) // without this message, the message of the error could contain a key

/** A paymaster of our own. */
const ownPaymaster = v.strictObject(
  {
    /** The private key of the account that signs what the paymasters pay for. */
    signer: privateKey,
    /** The paymaster of each network. `devnet/contracts/SponsorPaymaster.sol` */
    addresses: v.record(evmNetworkId, evmAddress),
    /** What is paid, by project id. `*`: for all other projects. */
    policies: v.record(v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)), policy),
    /** Below this deposit of a paymaster there is an alarm, in the network's coin. */
    lowDeposit: v.optional(coins, '0.05'),
    /** Seconds for which a signature counts. */
    validity: v.optional(v.pipe(wholeNumber, v.minValue(60), v.maxValue(3_600)), 300),
  },
  'Expected an object with a signer, addresses and policies',
)

/**
 * Smart accounts: a bundler, and a paymaster, each of our own or another service. Undefined: there
 * is none.
 */
export const smartAccountOptions = v.optional(
  v.strictObject({
    /** The networks. @default all EVM networks of the list */
    networks: v.optional(v.pipe(v.array(evmNetworkId), v.maxLength(counts.apiNetworks))),
    bundler: v.optional(
      v.lazy((input) => (isOther(input) ? otherService : ownBundler)) as v.GenericSchema<
        v.InferInput<typeof otherService> | v.InferInput<typeof ownBundler>,
        v.InferOutput<typeof otherService> | v.InferOutput<typeof ownBundler>
      >, // one of the two
    ),
    paymaster: v.optional(
      v.lazy((input) => (isOther(input) ? otherService : ownPaymaster)) as v.GenericSchema<
        v.InferInput<typeof otherService> | v.InferInput<typeof ownPaymaster>,
        v.InferOutput<typeof otherService> | v.InferOutput<typeof ownPaymaster>
      >, // one of the two
    ),
  }),
)
export type SmartAccountOptions = NonNullable<v.InferOutput<typeof smartAccountOptions>>
export type OwnPaymaster = v.InferOutput<typeof ownPaymaster>

const isOther = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'url' in input

/** Whether operations or their costs are stored, so that a database is needed. */
export const isStoring = (options: SmartAccountOptions | undefined): boolean =>
  [options?.bundler, options?.paymaster].some((part) => part !== undefined && !('url' in part))

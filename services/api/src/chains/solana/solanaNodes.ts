import { kibibyte, mebibyte, wordLimits as word } from '../../providers/answerLimits.ts'
import type { AnswerLimits, NodeRules } from '../../providers/nodeRules.ts'

/**
 * Methods that clients may call on a node: they read the chain, or send signed transactions.
 * Methods that scan all accounts of a program, or list the whole network, are left out, and so is
 * `requestAirdrop`, which only test networks have. An operator may add them with `extraMethods`.
 * Source: Solana's JSON-RPC over HTTP
 */
const forwarded: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlock',
  'getBlockCommitment',
  'getBlockHeight',
  'getBlockTime',
  'getBlocks',
  'getBlocksWithLimit',
  'getEpochInfo',
  'getEpochSchedule',
  'getFeeForMessage',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getHighestSnapshotSlot',
  'getInflationRate',
  'getInflationReward',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getSlot',
  'getStakeMinimumDelegation',
  'getTokenAccountBalance',
  'getTokenAccountsByDelegate',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getVersion',
  'isBlockhashValid',
  'minimumLedgerSlot',
  'sendTransaction',
  'simulateTransaction',
])

/** Limits of answers to the service's own requests, by method. */
const answerLimits: Readonly<Record<string, AnswerLimits>> = {
  getGenesisHash: word,
  getSlot: word,
  getHealth: word,
  getBalance: { bytes: 4 * kibibyte, depth: 8, values: 64, members: ['value'], result: 'object' },
  getBlocks: { bytes: 16 * mebibyte, depth: 4, values: 600_000, members: [], result: 'list' },
  getBlocksWithLimit: { bytes: mebibyte, depth: 4, values: 20_000, members: [], result: 'list' },
  getBlock: { bytes: 128 * mebibyte, depth: 32, values: 8_000_000, result: 'object' },
  getTokenAccountsByOwner: {
    bytes: 16 * mebibyte,
    depth: 16,
    values: 1_000_000,
    members: [
      'value',
      'account',
      'data',
      'parsed',
      'info',
      'mint',
      'owner',
      'tokenAmount',
      'amount',
      'decimals',
    ],
    result: 'object',
  },
  getMultipleAccounts: {
    bytes: 16 * mebibyte,
    depth: 8,
    values: 20_000,
    members: ['value', 'owner', 'data'],
    result: 'object',
  },
}

/** The error code of a node that is behind. The error's data says how many slots it lacks. */
const unhealthy = -32005

/** The rules for nodes of Solana. */
export const solanaNodes: NodeRules = {
  /**
   * A node shows its network by the genesis hash: the network's id has the first characters of it.
   */
  identityOf(networkId) {
    const reference = networkId.slice(networkId.indexOf(':') + 1)
    return {
      method: 'getGenesisHash',
      isNamed: (result) => (isHash(result) ? result.startsWith(reference) : undefined),
    }
  },
  answerLimits,
  forwarded,
  sending: new Set(['sendTransaction']),
  costly: new Set([
    'getBlock',
    'getBlocks',
    'getInflationReward',
    'getMultipleAccounts',
    'getProgramAccounts',
    'getSignaturesForAddress',
    'getTokenAccountsByDelegate',
    'getTokenAccountsByOwner',
    'getTokenLargestAccounts',
    'simulateTransaction',
  ]),
  isRevert: () => false,
  isUnhealthy: ({ code }) => code === unhealthy,
}

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)

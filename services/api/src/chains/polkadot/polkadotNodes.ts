import { wordLimits } from '../../providers/answerLimits.ts'
import type { NodeRules } from '../../providers/nodeRules.ts'

/**
 * Methods that clients may call on a node: those that the kit needs to read an account, to make a
 * transaction, to send it and to find it in a block. Methods that scan the state, subscriptions,
 * keys of the node and administration are left out. An operator may add others with `extraMethods`.
 * Source: Substrate's JSON-RPC
 */
const forwarded: ReadonlySet<string> = new Set([
  'author_submitExtrinsic',
  'chain_getBlock',
  'chain_getBlockHash',
  'chain_getFinalizedHead',
  'chain_getHeader',
  'payment_queryInfo',
  'state_call',
  'state_getMetadata',
  'state_getRuntimeVersion',
  'state_getStorage',
  'system_accountNextIndex',
])

/**
 * Functions of the runtime that clients may run with `state_call`. Others can keep a node busy for
 * seconds, such as `Core_execute_block`.
 */
const runtimeCalls: ReadonlySet<unknown> = new Set([
  'AccountNonceApi_account_nonce',
  'DryRunApi_dry_run_call',
  'Metadata_metadata_at_version',
  'Metadata_metadata_versions',
  'TransactionPaymentApi_query_fee_details',
  'TransactionPaymentApi_query_info',
])

/** The rules for nodes of Polkadot's networks. */
export const polkadotNodes: NodeRules = {
  /** A node shows its network by the hash of block 0: the network's id has the start of it. */
  identityOf(networkId) {
    const reference = networkId.slice(networkId.indexOf(':') + 1)
    return {
      method: 'chain_getBlockHash',
      params: [0],
      isNamed: (result) => (isHash(result) ? result.slice(2).startsWith(reference) : undefined),
    }
  },
  answerLimits: { chain_getBlockHash: wordLimits },
  forwarded,
  isForwarded: (method, params) =>
    method !== 'state_call' || (Array.isArray(params) && runtimeCalls.has(params[0])),
  sending: new Set(['author_submitExtrinsic']),
  costly: new Set(['chain_getBlock', 'payment_queryInfo', 'state_call', 'state_getMetadata']),
  isRevert: () => false,
}

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)

import { isRecord } from '@latchkey/protocol/isObject'
import { toBase58 } from '@latchkey/protocol/base58'
import { askNode } from '../../rpc/askNode.ts'
import { readAccounts } from '../../rpc/solana/readAccounts.ts'
import type { ChainAccount } from '../../rpc/solana/readAccounts.ts'
import { durableNonceOf } from '../../rpc/solana/readTransaction.ts'
import type { SolanaTransaction } from '../../rpc/solana/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'

/**
 * Whether transactions are made for a network.
 * - `elsewhere`: the transactions are for another network, or too old
 * - `unproved`: the node did not answer
 */
export type Proof = 'proved' | 'elsewhere' | 'unproved'

/**
 * The maximum number of attempts to find a block that the node does not know yet. The site's own
 * node may be ahead of this node.
 */
const maxAttempts = 3
/** Milliseconds between two attempts, about one block. */
const pause = 400
/**
 * Milliseconds after which the screen stops waiting for the node, and shows that it did not answer.
 */
const longest = 5_000

type Requester = Pick<Wallet, 'server'>
type Waits = {
  signal?: AbortSignal
  /** Waits between two attempts. @default a timer */
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/**
 * Asks the network's node whether transactions are made for this network, because the same bytes
 * are valid on each network that knows their block. A block's hash belongs to one network alone.
 * For a durable transaction, the nonce account on this network must have the transaction's value.
 * The worst result counts for all transactions.
 */
export async function proveNetwork(
  wallet: Requester,
  network: Network,
  transactions: readonly SolanaTransaction[],
  { signal, wait = waitFor }: Waits = {},
): Promise<Proof> {
  const limit = AbortSignal.timeout(longest)
  const endSignal = signal ? AbortSignal.any([signal, limit]) : limit
  const proofs = await Promise.all(
    distinct(transactions).map((lifetime) =>
      proveOne(wallet, network, lifetime, { signal: endSignal, wait }),
    ),
  )
  signal?.throwIfAborted()
  return proofs.includes('elsewhere')
    ? 'elsewhere'
    : proofs.includes('unproved')
      ? 'unproved'
      : 'proved'
}

/**
 * The condition under which the network accepts a transaction: a block, or a nonce account
 * with this value.
 */
type Lifetime = { blockhash: string; nonce: { address: string | undefined } | undefined }

function distinct(transactions: readonly SolanaTransaction[]): readonly Lifetime[] {
  const lifetimes = transactions.map(
    (transaction): Lifetime => ({
      blockhash: transaction.blockhash,
      nonce: durableNonceOf(transaction),
    }),
  )
  return [
    ...new Map(
      lifetimes.map((lifetime) => [`${lifetime.blockhash} ${lifetime.nonce?.address}`, lifetime]),
    ).values(),
  ]
}

async function proveOne(
  wallet: Requester,
  network: Network,
  { blockhash, nonce }: Lifetime,
  { signal, wait = waitFor }: Waits,
): Promise<Proof> {
  const ask = async (method: string, params: readonly unknown[]) => {
    const answer = await askNode(wallet, network, { method, params, signal })
    return isRecord(answer) ? answer['value'] : undefined
  }
  try {
    for (let look = 1; ; look++) {
      const isKnown = await ask('isBlockhashValid', [blockhash, { commitment: 'processed' }])
      if (typeof isKnown !== 'boolean') return 'unproved'
      if (isKnown) return 'proved'
      if (nonce) {
        if (nonce.address === undefined) return 'unproved'
        const [account] = await readAccounts(wallet, network, [nonce.address], signal)
        if (account && valueOfNonce(account) === blockhash) return 'proved'
      }
      if (look === maxAttempts) return 'elsewhere'
      await wait(pause, signal)
    }
  } catch {
    return 'unproved' // the node does not answer, or refuses the method
  }
}

/**
 * Length of a nonce account: version and state, four bytes each, the authority, the value, and
 * the price of a signature.
 */
const nonceBytes = 80

/** The value of a nonce account; undefined for another account. */
function valueOfNonce({ owner, data }: ChainAccount): string | undefined {
  return owner === '11111111111111111111111111111111' && data.length === nonceBytes && data[4] === 1
    ? toBase58(data.slice(40, 72))
    : undefined
}

function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

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
 * Whether transactions are made for a network. `elsewhere`: for another one, or too old.
 * `unproved`: the node did not say.
 */
export type Proof = 'proved' | 'elsewhere' | 'unproved'

/** Looks at a block that the node does not know yet: the site's own node may be ahead of it. */
const maxAttempts = 3
/** Milliseconds between two looks, about a block. */
const pause = 400
/** Milliseconds after which a visitor who waits is told that the node does not say. */
const longest = 5_000

type Requester = Pick<Wallet, 'server'>
type Waits = {
  signal?: AbortSignal /** @default a timer */
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/**
 * Asks the network's node whether transactions are made for this network: the same bytes are good
 * on each network that has their block. A block's hash is of one network alone; of a durable
 * transaction the nonce account has the value there. The worst answer counts for all.
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

/** What the network takes a transaction by: a block, or a nonce account that has the value. */
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
    return 'unproved' // the node does not answer, or not this
  }
}

/**
 * Bytes of a nonce account: version and state, four each, the authority, the value, and the price
 * of a signature.
 */
const nonceBytes = 80

/** The value of a nonce account; undefined for an account that is none. */
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

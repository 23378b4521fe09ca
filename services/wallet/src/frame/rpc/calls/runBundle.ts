import { isObject } from '@latchkey/protocol/isObject'
import { withLock } from '../../device/withLock.ts'
import { readConnected } from '../../wallet/consent.ts'
import { findNetwork } from '../../wallet/network.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { hasWindowDevice } from '../../wallet/windowDevice.ts'
import { askNode, askQuantity } from '../askNode.ts'
import { isTransient } from '../../server/isTransient.ts'
import { prepareVault } from '../prepareVault.ts'
import { broadcast } from '../broadcast.ts'
import { findSent } from '../sentTransactions.ts'
import { signAndSend } from '../signAndSend.ts'
import { findBundle, storeBundle } from './bundles.ts'
import type { Bundle } from './bundles.ts'

/** Milliseconds between two questions for a receipt. */
const pause = 1_000
/** Milliseconds after the approval for which a batch goes on. */
const followed = 10 * 60_000

/** A receipt, as far as it is told to a site. */
export type Receipt = {
  logs: readonly unknown[]
  status: string
  blockHash: string
  blockNumber: string
  gasUsed: string
  transactionHash: string
}

/**
 * The receipt of a transaction; undefined before it is mined. @throws Fault where the node does not
 * answer
 */
export async function receiptOf(
  wallet: Wallet,
  network: Network,
  hash: string,
): Promise<Receipt | undefined> {
  const receipt = await askNode(wallet, network, {
    method: 'eth_getTransactionReceipt',
    params: [hash],
  })
  if (!isObject(receipt)) return undefined
  const { logs, status, blockHash, blockNumber, gasUsed } = receipt
  const isWhole =
    Array.isArray(logs) &&
    [status, blockHash, blockNumber, gasUsed].every((text) => typeof text === 'string')
  if (!isWhole) return undefined
  const parts = logs.map((log: unknown) =>
    isObject(log) ? { address: log['address'], topics: log['topics'], data: log['data'] } : {},
  )
  return {
    logs: parts,
    status: String(status),
    blockHash: String(blockHash),
    blockNumber: String(blockNumber),
    gasUsed: String(gasUsed),
    transactionHash: hash,
  }
}

/**
 * Takes a batch one step further: sends its next transaction, if the one before it was mined and
 * did not fail. Two windows that do so at once send nothing twice.
 * @returns the batch as it is now
 */
export function stepBundle(wallet: Wallet, id: string): Promise<Bundle | undefined> {
  return withLock(`calls ${wallet.site.origin} ${id}`, async () => {
    const bundle = await numbered(wallet, await findBundle(wallet, id))
    const network = bundle && findNetwork(wallet.settings, bundle.networkId)
    if (!bundle || !network || bundle.status !== 'open') return bundle
    const last = bundle.hashes.at(-1)
    if (last !== undefined) {
      const receipt = await receiptOf(wallet, network, last)
      if (!receipt) return bundle
      if (receipt.status !== '0x1') return store(wallet, { ...bundle, status: 'stopped' })
    }
    const next = bundle.transactions[bundle.hashes.length]
    if (!next) return store(wallet, { ...bundle, status: 'done' })
    const requestId = `${bundle.id} ${bundle.hashes.length}`
    try {
      // one that is signed may have arrived: it is handed over until the node tells, however late,
      // as a site that is told "not sent" would pay again
      const sent = await findSent(wallet, requestId, bundle.subject)
      if (!sent && !(await isStillWanted(wallet, bundle)))
        return store(wallet, { ...bundle, status: 'stopped' })
      const { address, subject } = bundle
      const hash = sent
        ? await broadcast(wallet, network, { requestId, sent })
        : await signAndSend(
            { wallet, network, openVault: prepareVault() },
            { address, ...next, subject, requestId },
          )
      return store(wallet, { ...bundle, hashes: [...bundle.hashes, hash] })
    } catch (error) {
      if (isTransient(error)) throw error
      await store(wallet, { ...bundle, status: 'stopped' })
      throw error
    }
  })
}

/**
 * A batch whose transactions have their numbers, from its first step on. With them each is the same
 * transaction wherever it is signed: the batch may be stored in a frame and in the wallet's window,
 * which hear nothing of each other. A frame gives none: the window, in which the batch was
 * approved, does.
 */
async function numbered(wallet: Wallet, bundle: Bundle | undefined): Promise<Bundle | undefined> {
  const network = bundle && findNetwork(wallet.settings, bundle.networkId)
  if (
    !bundle ||
    !network ||
    bundle.status !== 'open' ||
    bundle.hashes.length > 0 ||
    bundle.transactions.every(({ transaction }) => transaction.nonce !== undefined)
  )
    return bundle
  if (await hasWindowDevice(wallet)) return undefined
  const next = await withLock(`${network.networkId} ${bundle.address}`, async () =>
    Number(
      await askQuantity(wallet, network, {
        method: 'eth_getTransactionCount',
        params: [bundle.address, 'pending'],
      }),
    ),
  )
  const transactions = bundle.transactions.map(({ transaction, cost }, index) => ({
    cost,
    transaction: { ...transaction, nonce: transaction.nonce ?? next + index },
  }))
  return store(wallet, { ...bundle, transactions })
}

/**
 * Whether the account that approved a batch is still the site's, and did so not long ago: what
 * comes later would surprise its owner.
 */
async function isStillWanted(wallet: Wallet, { address, at }: Bundle): Promise<boolean> {
  const account = await readConnected(wallet)
  return (
    account?.addresses.eip155.toLowerCase() === address.toLowerCase() && Date.now() - at < followed
  )
}

/**
 * Follows a batch until it ends. It goes on without the visitor, who has approved all of it; what
 * fails on the way is told by its status.
 */
export async function followBundle(wallet: Wallet, id: string): Promise<void> {
  const over = Date.now() + followed
  while (Date.now() < over) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    // asked again
    const bundle = await stepBundle(wallet, id).catch(() => ({ status: 'open' as const }))
    if (bundle?.status !== 'open') return
  }
}

async function store(wallet: Wallet, bundle: Bundle): Promise<Bundle> {
  await storeBundle(wallet, bundle)
  return bundle
}

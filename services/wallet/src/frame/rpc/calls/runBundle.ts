import { isSameAddress } from '@latchkey/protocol/address'
import { isObject } from '@latchkey/protocol/isObject'
import { withLock } from '../../device/withLock.ts'
import { readConnected } from '../../wallet/consent.ts'
import { findNetwork } from '../../wallet/network.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { hasWindowDevice } from '../../wallet/windowDevice.ts'
import { findOperation } from '../../smartAccount/findOperation.ts'
import { askOperationNonce } from '../../smartAccount/operation.ts'
import { sendOperation } from '../../smartAccount/sendOperation.ts'
import { askNode, askQuantity } from '../askNode.ts'
import { isTransient } from '../../server/isTransient.ts'
import { prepareVault } from '../prepareVault.ts'
import { broadcast } from '../broadcast.ts'
import { findSent } from '../sentTransactions.ts'
import { signAndSend } from '../signAndSend.ts'
import { findBundle, storeBundle } from './bundles.ts'
import type { Bundle } from './bundles.ts'

/** Milliseconds between two requests for a receipt. */
const pause = 1_000
/** Milliseconds after the approval during which the batch continues. */
const followed = 10 * 60_000

/** The part of a receipt that a site gets. */
export type Receipt = {
  logs: readonly unknown[]
  status: string
  blockHash: string
  blockNumber: string
  gasUsed: string
  transactionHash: string
}

/**
 * The receipt of a transaction; undefined before it is mined.
 * @throws Fault when the node does not answer
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
 * Advances a batch by one step: sends the next transaction, if the previous one was mined and
 * succeeded. If two windows do this at the same time, each transaction is still sent only once.
 * @returns the current batch
 */
export function stepBundle(wallet: Wallet, id: string): Promise<Bundle | undefined> {
  return withLock(`calls ${wallet.site.origin} ${id}`, async () => {
    const found = await findBundle(wallet, id)
    if (found?.operation) return stepOperation(wallet, found)
    const bundle = await numbered(wallet, found)
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
      // a signed transaction may have arrived, so it is sent again until the node confirms it,
      // however late: a site that gets "not sent" would pay again
      const sent = await findSent(wallet, requestId, bundle.subject)
      if (!sent && !(await isStillWanted(wallet, bundle)))
        return store(wallet, { ...bundle, status: 'stopped' })
      const { address, subject } = bundle
      const hash = sent
        ? await broadcast(wallet, network, { requestId, sent })
        : await signAndSend(
            { wallet, network, openVault: prepareVault() },
            {
              address,
              ...next,
              subject,
              requestId,
              ...(bundle.smart && { code: { kind: 'batch', ...bundle.smart } }),
            },
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
 * Adds transaction numbers to a batch at its first step. With numbers, each transaction is the
 * same wherever it is signed: the batch may be stored in a frame and in the wallet's window,
 * which do not communicate. Only the window, in which the batch was approved, adds them.
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
 * Advances a batch that is one operation: looks for it on the network, and gives it to the bundler
 * again if the bundler does not know it. Its hash and number are the same, so it has its effect
 * once.
 */
async function stepOperation(wallet: Wallet, bundle: Bundle): Promise<Bundle> {
  const network = findNetwork(wallet.settings, bundle.networkId)
  if (!bundle.operation || !network || bundle.status !== 'open') return bundle
  const receipt = await findOperation(wallet, network, bundle.operation)
  if (receipt)
    return store(wallet, {
      ...bundle,
      hashes: [receipt.transactionHash],
      status: receipt.status === '0x1' ? 'done' : 'stopped',
    })
  if (await isOvertaken(wallet, network, bundle)) {
    // it may have arrived between the two requests
    const late = await findOperation(wallet, network, bundle.operation)
    return late ? bundle : store(wallet, { ...bundle, status: 'stopped' })
  }
  try {
    await sendOperation(wallet, network, bundle.operation)
  } catch (error) {
    if (!isTransient(error)) await store(wallet, { ...bundle, status: 'stopped' })
    throw error
  }
  return bundle
}

/** Whether the account has run another operation with the same number. */
async function isOvertaken(
  wallet: Wallet,
  network: Network,
  { address, operation }: Bundle,
): Promise<boolean> {
  const nonce = BigInt(operation?.nonce ?? 0)
  if (nonce >> 64n !== 0n) return false
  return (await askOperationNonce(wallet, network, address)) > nonce
}

/**
 * Whether a batch may continue: the account that approved it is still the account of the site, and
 * the approval is recent. A later transaction would surprise the owner.
 */
async function isStillWanted(wallet: Wallet, { address, at }: Bundle): Promise<boolean> {
  const account = await readConnected(wallet)
  return (
    account !== undefined &&
    isSameAddress(account.addresses.eip155, address) &&
    Date.now() - at < followed
  )
}

/**
 * Follows a batch until it ends. The batch continues without the visitor, who has approved all of
 * it. Failures are reported by the batch's status.
 */
export async function followBundle(wallet: Wallet, id: string): Promise<void> {
  const over = Date.now() + followed
  while (Date.now() < over) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    // after an error, the next round tries again
    const bundle = await stepBundle(wallet, id).catch(() => ({ status: 'open' as const }))
    if (bundle?.status !== 'open') return
  }
}

async function store(wallet: Wallet, bundle: Bundle): Promise<Bundle> {
  await storeBundle(wallet, bundle)
  return bundle
}

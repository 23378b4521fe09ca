import { isObject } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { formatBatchId } from '../batchId.ts'
import { nodeErrorOf } from '../nodeErrorOf.ts'
import { ProviderError } from '../providerError.ts'
import { clientOf } from '../walletChain.ts'
import type { WalletChain } from '../walletChain.ts'
import { permittedSigner } from '../walletCore.ts'
import type { WalletCore } from '../walletCore.ts'
import { address, bytes, chainId, invalidParams, quantity, walletMethod } from '../walletMethod.ts'

/** The maximum number of calls in a batch. */
const maxCalls = 20
/**
 * Milliseconds for which the wallet waits until a call is in a block. After that, it sends no more
 * calls.
 */
const longest = 60_000

const capabilities = v.optional(v.record(v.string(), v.unknown()))
const call = v.object({
  to: address,
  value: v.optional(quantity, '0x0'),
  data: v.optional(bytes, '0x'),
  capabilities,
})
const batch = v.object({
  version: v.picklist(['1.0', '2.0.0']),
  from: address,
  chainId,
  atomicRequired: v.optional(v.boolean(), false),
  calls: v.pipe(v.array(call), v.minLength(1)),
  capabilities,
  id: v.optional(v.string()),
})
type Call = v.InferOutput<typeof call>

/**
 * Sends several calls after one approval, each when the previous call is in a block. If a call
 * fails, the calls after it are not sent. Answers when the last call is sent. EIP-5792
 * @throws ProviderError 4200 if the wallet does not support batches; 5700 if the site requires a
 *   capability; 5710 for an unknown chain; 5740 for too many calls; 5760 for calls that must be
 *   atomic; -32602 if the site passes an id for the batch
 */
export const wallet_sendCalls = walletMethod(
  v.tuple([batch]),
  async (wallet, [{ from, chainId: id, atomicRequired, calls, capabilities, id: named }]) => {
    const { batches, chains } = wallet.store.getState()
    if (!batches) throw new ProviderError(4200, 'The wallet does not take several calls at once.')
    const account = permittedSigner(wallet, from)
    if (named !== undefined) throw invalidParams('The wallet names its batches itself.')
    if ([capabilities, ...calls.map((entry) => entry.capabilities)].some(isNeeded))
      throw new ProviderError(5700, 'The wallet has no such capability.')
    const chain = chains.find((entry) => entry.id === id)
    if (!chain) throw new ProviderError(5710, `The wallet does not know chain ${id}.`)
    if (calls.length > maxCalls)
      throw new ProviderError(5740, `The wallet takes ${maxCalls} calls at once.`)
    if (atomicRequired && calls.length > 1)
      throw new ProviderError(5760, 'The wallet sends calls one after another.')
    await wallet.consentQueue.request({
      type: 'sendCalls',
      origin: wallet.origin,
      from,
      calls: calls.map(({ to, value, data }) => ({ to, value, data })),
      chain,
    })
    return {
      id: formatBatchId({
        chainId: chain.id,
        ...(await wallet.inTurn(() => sendAll(account, chain, calls))),
      }),
    }
  },
)

/** Whether one of these capabilities is not optional. */
const isNeeded = (capabilities: Readonly<Record<string, unknown>> | undefined) =>
  Object.values(capabilities ?? {}).some((entry) => !isObject(entry) || entry['optional'] !== true)

/**
 * Sends the calls one after another. @throws ProviderError if the first call can't be sent, so that
 * no call was executed
 */
async function sendAll(
  account: ReturnType<WalletCore['signerOf']> & object,
  chain: WalletChain,
  calls: readonly Call[],
) {
  const client = clientOf(chain)
  const hashes: `0x${string}`[] = []
  for (const { to, value, data } of calls) {
    try {
      hashes.push(await sendTransaction(client, { account, to, value, data }))
    } catch (error) {
      if (hashes.length === 0) throw nodeErrorOf(error)
      return { hashes, isStopped: true }
    }
    if (hashes.length === calls.length) break
    const [hash] = hashes.slice(-1)
    const receipt =
      hash &&
      (await waitForTransactionReceipt(client, {
        hash,
        pollingInterval: 100,
        timeout: longest,
      }).catch(() => undefined)) // a later status reports the outcome
    if (receipt?.status !== 'success') return { hashes, isStopped: true }
  }
  return { hashes, isStopped: false }
}

import * as v from 'valibot'
import { sendTransaction } from 'viem/actions'
import { nodeErrorOf } from '../nodeErrorOf.ts'
import { permittedSigner } from '../walletCore.ts'
import { address, bytes, chainId, invalidParams, quantity, walletMethod } from '../walletMethod.ts'
import { clientOf } from '../walletChain.ts'

const transaction = v.object({
  from: address,
  to: v.nullish(address),
  value: v.optional(quantity, '0x0'),
  data: v.optional(bytes),
  input: v.optional(bytes),
  gas: v.optional(quantity),
  gasPrice: v.optional(quantity),
  maxFeePerGas: v.optional(quantity),
  maxPriorityFeePerGas: v.optional(quantity),
  nonce: v.optional(quantity),
  chainId: v.optional(chainId),
})
type Transaction = v.InferOutput<typeof transaction>

/**
 * Signs a transaction and sends it through the chain's node. Missing fields are filled in. Returns
 * its hash. Source: EIP-1474
 */
export const eth_sendTransaction = walletMethod(
  v.tuple([transaction]),
  async (wallet, [request]) => {
    const account = permittedSigner(wallet, request.from)
    const { chain } = wallet.store.getState()
    if (request.chainId !== undefined && request.chainId !== chain.id)
      throw invalidParams('The transaction names another chain than the active one.')
    const data = request.data ?? request.input ?? '0x'
    const to = request.to ?? null
    if (to === null && data === '0x')
      throw invalidParams('A transaction needs a recipient or the code of a contract.')
    await wallet.consentQueue.request({
      type: 'send',
      origin: wallet.origin,
      from: request.from,
      to,
      value: request.value,
      data,
      chain,
    })
    return wallet.inTurn(() => {
      const sent = sendTransaction(clientOf(chain), {
        account,
        to,
        value: request.value,
        data,
        ...feesOf(request),
        ...countsOf(request),
      })
      return sent.catch((error: unknown) => {
        throw nodeErrorOf(error)
      })
    })
  },
)

function feesOf({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Transaction) {
  return gasPrice === undefined ? { maxFeePerGas, maxPriorityFeePerGas } : { gasPrice }
}

function countsOf({ gas, nonce }: Transaction) {
  return { gas, nonce: nonce === undefined ? undefined : Number(nonce) }
}

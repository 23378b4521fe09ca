import { isSameAddress } from '@latchkey/protocol/address'
import { spelledFor } from '@latchkey/protocol/chains/polkadotNetworks'
import type { PolkadotTransaction } from '@latchkey/protocol/transaction'
import type { ChainAdapter } from '../../../core/contracts/adapter.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { throwAsUnsent } from '../../../core/errors/throwAsUnsent.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { withWalletErrors } from '../../../core/requests/walletError.lazy.ts'
import { broadcast } from '../node/broadcast.ts'
import { chainOf, readFinal } from '../node/chainOf.ts'
import type { Chain } from '../node/chainOf.ts'
import { readNonce } from '../node/readNonce.ts'
import { runtimeOf } from '../node/runtimeOf.ts'
import { keyOf, readAccount } from '../node/storage.ts'
import { signerOf } from '../signer.ts'
import { bytesOf, hexOf, maxTransactionBytes } from '../wire/bytes.ts'
import { readCall } from '../wire/calls.ts'
import { eraPeriod } from '../wire/era.ts'
import { createPayload, readPayload } from '../wire/payload.ts'
import { acceptSigned } from './acceptSigned.ts'
import type { Signed } from './acceptSigned.ts'
import { inTurn, refusedTransaction, rememberRefused, rememberSent } from './sentTransactions.ts'

type Parameters = Omit<globalThis.Parameters<ChainAdapter['send']>[0], 'transaction'> & {
  transaction: PolkadotTransaction
}

/**
 * Requests the signature of a call from the wallet, compares what comes back with the request, and
 * sends the transaction to the network. The transaction is valid for 64 blocks, and has no tip.
 * @returns the hash of the transaction
 * @throws KitError invalidParams, chainDisconnected, unauthorized, transactionChanged,
 *   answerInvalid, actionNotAllowed, transactionRejected; the wallet's and the node's errors
 */
export async function sendTransaction(kit: Kit, parameters: Parameters): Promise<string> {
  const { link, address, networkId, transaction, signal } = parameters
  const { accounts, networkId: linkNetwork } = link.state()
  if (linkNetwork !== networkId) throw kitError('chainDisconnected')
  if (!accounts.some((entry) => isSameAddress(entry.address, address)))
    throw kitError('unauthorized')
  const call = bytesOf(transaction.method, [2, maxTransactionBytes])
  if (!call) throw kitError('invalidParams', { details: '“method” is no call.' })
  const chain = chainOf(kit, networkId, signal)
  const turn = `${networkId} ${hexOf(keyOf(address))}`
  return inTurn(kit, turn, signal, async () => {
    const { signed, nonce, birth } = await sign(chain, parameters, { call, turn })
    const { hash } = signed
    const lastHeight = birth + eraPeriod - 1
    rememberSent(kit, hash, { networkId, nonce, lastHeight })
    rememberRefused(kit, turn, { nonce, lastHeight })
    // from here on the transaction may be sent, so it is not aborted any more
    const sender = spelledFor(networkId, address) ?? address
    await broadcast(chainOf(kit, networkId), { ...signed, birth, sender, nonce })
    rememberRefused(kit, turn, undefined)
    return hash
  })
}

/** Lets the wallet sign a call. */
async function sign(
  chain: Chain,
  { link, address, networkId }: Parameters,
  { call, turn }: { call: Uint8Array; turn: string },
): Promise<{ signed: Signed; nonce: number; birth: number }> {
  const spelling = spelledFor(networkId, address) ?? address
  const [runtime, final, next, genesisHash] = await Promise.all([
    runtimeOf(chain),
    readFinal(chain),
    readNonce(chain, spelling),
    chain.genesisHash(),
  ]).catch(throwAsUnsent)
  if (!readCall(runtime, call))
    throw kitError('invalidParams', { details: '“method” is no call of this network.' })
  const { hash: blockHash, height } = final
  const nonce = await nonceAfterRefusal(chain, { address: spelling, next, height, turn }).catch(
    throwAsUnsent,
  )
  const payload = createPayload(runtime, {
    address: spelling,
    call,
    genesisHash,
    blockHash,
    height,
    nonce,
  })
  const unsigned = readPayload(runtime, payload)
  const answer = await withWalletErrors(() =>
    signerOf(link).signPayload({ payload, networkId }),
  ).catch(throwAsUnsent)
  try {
    const signed = acceptSigned(runtime, keyOf(address), unsigned, answer)
    return { signed, nonce, birth: height }
  } catch (error) {
    return throwAsUnsent(error)
  }
}

/**
 * The nonce of the next transaction: that of a refused one, as long as the chain can execute it.
 * @throws KitError transactionRejected, once, if the chain has used the nonce of a refused one;
 *   answerInvalid; the node's errors
 */
async function nonceAfterRefusal(
  chain: Chain,
  { address, next, height, turn }: { address: string; next: number; height: number; turn: string },
): Promise<number> {
  const refused = refusedTransaction(chain.kit, turn, height)
  if (!refused || next <= refused.nonce) return next
  const { nonce } = await readAccount(chain, address)
  if (nonce <= refused.nonce) return refused.nonce
  rememberRefused(chain.kit, turn, undefined)
  throw kitError('transactionRejected', { refusal: 'nonce' })
}

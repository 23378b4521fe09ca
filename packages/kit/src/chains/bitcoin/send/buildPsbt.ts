import { p2sh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { fromHex } from '@latchkey/protocol/hex'
import { bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { BitcoinTransaction } from '@latchkey/protocol/transaction'
import type { Kit } from '../../../core/kit/kit.ts'
import { readSafely } from '../../../core/requests/readSafely.ts'
import type { Esplora } from '../esplora/esplora.ts'
import { addressOf, isSameBytes, kindOf } from '../wire/scripts.ts'
import { readPrevious } from './previousTransaction.ts'
import type { Selection } from './selectCoins.ts'

/** The sequence of an input that a later transaction with a higher fee may spend, too. BIP-125 */
export const replaceableSequence = 0xffff_fffd

/** The sender: its script, and its public key where the wallet reported one. */
export type Sender = { script: Uint8Array; publicKey?: string }

/**
 * Builds the PSBT of a payment. Each input has what the signer needs in order to check the coin's
 * amount: the transaction that made it, or for taproot the output.
 * @throws KitError answerInvalid where a coin differs from the transaction that made it; the node's
 *   errors
 */
export async function buildPsbt(
  kit: Kit,
  esplora: Esplora,
  sender: Sender,
  { coins, outputs }: Pick<Selection, 'coins' | 'outputs'>,
): Promise<BitcoinTransaction> {
  const { script } = sender
  const kind = kindOf(script)
  const transaction = new Transaction({ disableScriptCheck: true, allowUnknownOutputs: true })
  const previous = await Promise.all(
    coins.map((coin) => (kind === 'tr' ? undefined : readPrevious(kit, esplora, coin, script))),
  )
  for (const [index, { txid, vout, amount }] of coins.entries()) {
    const nonWitnessUtxo = previous[index]
    transaction.addInput({
      txid,
      index: vout,
      sequence: replaceableSequence,
      ...(kind !== 'pkh' && { witnessUtxo: { script, amount } }),
      ...(nonWitnessUtxo && { nonWitnessUtxo }),
      ...keyFieldsOf(sender, esplora.networkId),
    })
  }
  for (const output of outputs) transaction.addOutput(output)
  const address = addressOf(script, esplora.networkId) ?? ''
  return {
    psbt: transaction.toPSBT(),
    signInputs: coins.map((_, index) => ({ index, address })),
  }
}

/**
 * The fields that only the public key gives: the script inside P2SH, and taproot's key. Empty where
 * the wallet reported no key, or the key of another address. The wallet then has to add them.
 */
function keyFieldsOf({ script, publicKey }: Sender, networkId: NetworkId) {
  const network = bitcoinNetworkOf(networkId)
  if (publicKey === undefined || !network) return {}
  return readSafely(() => {
    const key = fromHex(publicKey)
    if (kindOf(script) === 'tr') {
      const tapInternalKey = key.length === 33 ? key.slice(1) : key
      return isSameBytes(p2tr(tapInternalKey, undefined, network).script, script)
        ? { tapInternalKey }
        : {}
    }
    if (kindOf(script) !== 'sh') return {}
    const inner = p2wpkh(key, network)
    return isSameBytes(p2sh(inner, network).script, script) ? { redeemScript: inner.script } : {}
  }, {})
}

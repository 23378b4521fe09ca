import { fromHex } from '@latchkey/protocol/hex'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'
import type { Coin } from '../assets/readCoins.ts'
import type { Esplora } from '../esplora/esplora.ts'
import { readRaw } from '../wire/psbt.ts'
import { isSameBytes } from '../wire/scripts.ts'

/** The most bytes of an earlier transaction. A block has at most this many. */
const maxBytes = 4_000_000
/** The most earlier transactions that a kit stores, so that each is requested once. */
const maxStored = 400

/** Earlier transactions by txid, which is the hash of the bytes. */
const stored = perKit(() => new Map<string, Uint8Array>())

/**
 * Reads the transaction that made a coin, and proves by it that the coin has this amount and this
 * script. Without the proof, a node that reports a smaller amount could make the sender pay the
 * difference as fee, because the signature of an input of another kind than taproot does not commit
 * to the amounts of all inputs. Source: GET /tx/:txid/hex
 * @returns the bytes of the transaction
 * @throws KitError answerInvalid where the node's coin differs from the transaction's output
 */
export async function readPrevious(
  kit: Kit,
  esplora: Esplora,
  { txid, vout, amount }: Coin,
  script: Uint8Array,
): Promise<Uint8Array> {
  const cache = stored(kit)
  const bytes = cache.get(txid) ?? (await readProvedBytes(esplora, txid))
  if (cache.size >= maxStored) cache.clear()
  cache.set(txid, bytes)
  const transaction = readRaw(bytes)
  const output = vout < (transaction?.outputsLength ?? 0) ? transaction?.getOutput(vout) : undefined
  if (!output?.script || output.amount !== amount || !isSameBytes(output.script, script))
    throw kitError('answerInvalid', {
      details: 'A coin differs from the transaction that made it.',
    })
  return bytes
}

/**
 * Reads the bytes of a transaction. They are proved by the txid, which is their hash. Source: GET
 * /tx/:txid/hex
 * @throws KitError answerInvalid for other bytes; the node's errors
 */
export async function readProvedBytes(esplora: Esplora, txid: string): Promise<Uint8Array> {
  const hex = (await esplora.getText(`/tx/${txid}/hex`)).trim()
  if (hex.length > 2 * maxBytes || !/^(?:[\da-f]{2})+$/i.test(hex)) throw kitError('answerInvalid')
  const bytes = fromHex(hex)
  if (readRaw(bytes)?.id !== txid) throw kitError('answerInvalid')
  return bytes
}

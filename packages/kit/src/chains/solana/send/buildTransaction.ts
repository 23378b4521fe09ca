import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { Instruction } from '@solana/kit'
import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors/errors.ts'
import { confirmed, valueOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'

/**
 * The newest blockhash. A transaction with it is valid for about a minute. Source:
 * getLatestBlockhash
 * @throws KitError answerInvalid; the node's errors
 */
export async function readBlockhash({ request: ask }: Chain): Promise<string> {
  const hash = partsOf(valueOf(await ask('getLatestBlockhash', [confirmed])))['blockhash']
  if (typeof hash !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(hash))
    throw kitError('answerInvalid')
  return hash
}

/**
 * The bytes of an unsigned transaction.
 * @param version the version of the transaction; `legacy` for wallets that support no other version
 * @default version: 0
 */
export function buildTransaction(
  payer: string,
  hash: string,
  instructions: readonly Instruction[],
  version: 'legacy' | 0 = 0,
): Uint8Array<ArrayBuffer> {
  const message = pipe(
    createTransactionMessage({ version }),
    (made) => setTransactionMessageFeePayer(address(payer), made),
    (made) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(hash), lastValidBlockHeight: 0n },
        made,
      ), // any height will do, because it is not part of the bytes
    (made) => appendTransactionMessageInstructions([...instructions], made),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

import {
  createAssociatedTokenAccountIdempotentInstruction,
  createEnableRequiredMemoTransfersInstruction,
  createPauseInstruction,
  createReallocateInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token'
import { Connection, PublicKey, Transaction } from '@solana/web3.js'
import type { TransactionInstruction } from '@solana/web3.js'
import type { TestToken } from './createToken.ts'

type Signer = TestToken['issuer']

/**
 * Stops all transfers of a `pausable` token, which only its issuer can do. Source: spl-token-2022,
 * `Pause`
 */
export function stopToken(
  url: string,
  { issuer, mint }: { issuer: Signer; mint: string },
): Promise<void> {
  return send(
    url,
    [issuer],
    [
      createPauseInstruction(
        new PublicKey(mint),
        new PublicKey(issuer.address),
        [],
        TOKEN_2022_PROGRAM_ID,
      ),
    ],
  )
}

/**
 * Opens a token account of Token-2022 that accepts no payment without a memo. Source:
 * spl-token-2022, `RequiredMemoTransfers`
 */
export function requireMemos(
  url: string,
  { payer, owner, mint }: { payer: Signer; owner: Signer; mint: string },
): Promise<void> {
  const [from, to, token] = [payer.address, owner.address, mint].map(
    (one) => new PublicKey(one),
  ) as [PublicKey, PublicKey, PublicKey] // three addresses make three keys
  const place = getAssociatedTokenAddressSync(token, to, false, TOKEN_2022_PROGRAM_ID)
  return send(
    url,
    [payer, owner],
    [
      createAssociatedTokenAccountIdempotentInstruction(
        from,
        place,
        to,
        token,
        TOKEN_2022_PROGRAM_ID,
      ),
      createReallocateInstruction(
        place,
        from,
        [ExtensionType.MemoTransfer],
        to,
        [],
        TOKEN_2022_PROGRAM_ID,
      ),
      createEnableRequiredMemoTransfersInstruction(place, to, [], TOKEN_2022_PROGRAM_ID),
    ],
  )
}

/** Sends instructions in a transaction. The first signer pays the fee. */
async function send(
  url: string,
  signers: readonly Signer[],
  instructions: readonly TransactionInstruction[],
): Promise<void> {
  const connection = new Connection(url, 'processed')
  const [payer] = signers
  const transaction = new Transaction({
    ...(payer && { feePayer: new PublicKey(payer.address) }),
    ...(await connection.getLatestBlockhash()),
  }).add(...instructions)
  // the cast: the library accepts any byte array
  for (const { address, sign } of signers)
    transaction.addSignature(new PublicKey(address), sign(transaction.serializeMessage()) as Buffer)
  await connection.sendRawTransaction(transaction.serialize())
}

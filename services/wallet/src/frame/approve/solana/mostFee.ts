import type { SolanaTransaction } from '../../rpc/solana/readTransaction.ts'
import { priorityFeeOf } from './decodeInstruction.ts'

/** Lamports for each signature that the network checks: those of the signers, and those that a step gives to a program of signatures. Source: Solana, transaction fees */
const perSignature = 5_000n

/** Programs that check signatures; the first byte of such a step counts them. */
const signaturePrograms: ReadonlySet<string | undefined> = new Set(['Ed25519SigVerify111111111111111111111111111', 'KeccakSecp256k11111111111111111111111111111', 'Secp256r1SigVerify1111111111111111111111111'])

/** Most lamports that the network takes for transactions: a fixed part, and what they pay to be preferred. */
export function mostFee(transactions: readonly SolanaTransaction[]): bigint {
  return transactions.reduce((sum, { signers, instructions }) => {
    const checked = instructions.reduce((count, { program, data }) => (signaturePrograms.has(program) ? count + (data[0] ?? 0) : count), signers.length)
    return sum + perSignature * BigInt(checked) + priorityFeeOf(instructions)
  }, 0n)
}

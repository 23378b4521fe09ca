import {
  Connection,
  Keypair,
  Transaction,
  type Commitment,
  type Signer,
  type TransactionInstruction,
} from '@solana/web3.js'
import { onTestFinished } from 'vitest'
import type { AccountRole } from '../../accounts.ts'
import { developmentKeypair } from '../keys.ts'
import { solanaAccounts } from '../solanaAccounts.ts'
import { startSolanaChain, type SolanaChain, type SolanaChainOptions } from '../startSolanaChain.ts'

/** A chain whose slots only the test ends, with helpers that use the client web3.js. */
export type TestSolana = SolanaChain & {
  connection: Connection
  /** Sends a signed transaction with the newest blockhash. The first signer pays the fee. */
  send(
    instructions: readonly TransactionInstruction[],
    signers?: readonly Signer[],
    options?: { skipPreflight?: boolean },
  ): Promise<string>
}

/** Starts a chain that ends with the test. */
export async function startTestSolana(
  options: SolanaChainOptions & { commitment?: Commitment } = {},
): Promise<TestSolana> {
  const chain = await startSolanaChain({ isHeld: true, ...options })
  const connection = new Connection(chain.url, {
    commitment: options.commitment ?? 'processed',
    wsEndpoint: chain.socketUrl,
  })
  onTestFinished(async () => {
    // otherwise web3.js would try to reconnect for ever after the chain has closed
    const socket: { setAutoReconnect(on: boolean): void } = Reflect.get(connection, '_rpcWebSocket')
    socket.setAutoReconnect(false)
    await chain.close()
  })
  return {
    ...chain,
    connection,
    async send(instructions, signers = [keysOf('everyday user')], { skipPreflight = false } = {}) {
      const [payer] = signers
      if (!payer) throw new Error('Nobody pays.')
      const transaction = new Transaction({
        feePayer: payer.publicKey,
        ...(await connection.getLatestBlockhash()),
      }).add(...instructions)
      transaction.sign(...signers)
      return connection.sendRawTransaction(transaction.serialize(), { skipPreflight })
    },
  }
}

/** The keys of the account with this role, in the form of web3.js. */
export function keysOf(role: AccountRole): Keypair {
  const account = solanaAccounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`No Solana account has the role "${role}".`)
  return Keypair.fromSeed(developmentKeypair(account.index).seed)
}

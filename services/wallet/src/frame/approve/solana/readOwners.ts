import { toBase58 } from '@latchkey/protocol/base58'
import { readAccounts } from '../../rpc/solana/readAccounts.ts'
import type { ChainAccount } from '../../rpc/solana/readAccounts.ts'
import type { SolanaTransaction } from '../../rpc/solana/readTransaction.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { decodeInstruction } from './decodeInstruction.ts'
import { isTokenProgram } from './programs/tokenPrograms.ts'

/** The owners of token accounts, by the addresses of these accounts. */
export type Owners = ReadonlyMap<string, string>

/** No owners are known. */
export const noOwners: Owners = new Map()

/**
 * Reads the owners of the token accounts that receive tokens. A transfer names only the recipient's
 * token account, which the visitor cannot compare. Accounts that do not exist yet are left out. The
 * result is empty if the node does not answer.
 */
export async function readOwners(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  transactions: readonly SolanaTransaction[],
  signal?: AbortSignal,
): Promise<Owners> {
  const addresses = [...new Set(transactions.flatMap(receiversIn))]
  if (addresses.length === 0) return noOwners
  const accounts = await readAccounts(wallet, network, addresses, signal).catch(
    (): readonly undefined[] => [],
  )
  return new Map(
    accounts.flatMap((account, index): (readonly [string, string])[] => {
      const [address, owner] = [addresses[index], account && ownerOf(account)]
      return address !== undefined && owner !== undefined ? [[address, owner]] : []
    }),
  )
}

function receiversIn({ instructions }: SolanaTransaction): readonly string[] {
  return instructions
    .flatMap(decodeInstruction)
    .flatMap(({ step }) =>
      (step.kind === 'token' || step.kind === 'mint') && step.to !== undefined ? [step.to] : [],
    )
}

/**
 * Lengths of a token account and of a multisig account, which has no owner, and the byte that
 * Token-2022 adds after a token account to mark it.
 */
const [tokenBytes, multisigBytes, ofToken] = [165, 355, 2]

function ownerOf({ owner, data }: ChainAccount): string | undefined {
  const isAccount =
    isTokenProgram(owner) &&
    (data.length === tokenBytes ||
      (data.length > tokenBytes && data.length !== multisigBytes && data[tokenBytes] === ofToken))
  return isAccount ? toBase58(data.slice(32, 64)) : undefined
}

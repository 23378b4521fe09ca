import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import type { Instruction } from '@solana/kit'
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { kitError } from '../../../core/errors/errors.ts'
import type { TokenCaution, Transfer } from '../../../core/contracts/facets/send.ts'
import { readTokenAccounts } from '../assets/readTokenAccounts.ts'
import type { AccountInfo, Chain } from '../provider/chain.ts'
import { associatedProgram, tokenPrograms } from '../provider/programs.ts'
import { readTokenAccount, readMint } from '../wire/tokens.ts'
import { createTokenAccount, transferLamports, transferToken } from './instructions.ts'
import type { Fault } from './messages.ts'

/** The instructions of a transfer, and what the kit knows about it. */
export type TransferPlan = {
  instructions: readonly Instruction[]
  /** The accounts whose balances change: `source` sends, `target` receives. */
  source: string
  target: string
  /** State of `target` before the transfer. Undefined if it does not exist yet. */
  before: AccountInfo | undefined
  /** How much an account has of the token that is sent. */
  amountIn(account: AccountInfo | undefined): bigint
  /** Why the transfer is impossible, if the kit knows it without a simulation. */
  fault?: Fault
  /** Properties of the token that the visitor should know. Absent if there are none. */
  cautions?: readonly TokenCaution[]
}

/** The largest amount that fits into eight bytes. */
const maxAmount = 2n ** 64n - 1n

/** Why nothing can be sent to an account, even if the simulation works. Undefined if it can. */
function faultOf(recipient: AccountInfo | undefined): Fault | undefined {
  if (recipient?.isProgram) return 'program'
  return recipient && tokenPrograms.includes(recipient.owner) ? 'tokenAccount' : undefined
}

/**
 * The instructions of a transfer of SOL, or of a token to the recipient's Associated Token Account,
 * which is created if needed.
 * @throws KitError actionNotAllowed for an invalid address or amount, and when the address is no
 *   token; answerInvalid; the node's errors
 */
export function planTransfer(chain: Chain, transfer: Transfer): Promise<TransferPlan> {
  if (!isSolanaAddress(transfer.to.address) || !isSolanaAddress(transfer.from))
    throw kitError('actionNotAllowed', { details: 'notAnAddress' })
  if (transfer.amount > maxAmount)
    // the instruction has eight bytes for the amount, which would be truncated
    throw kitError('actionNotAllowed', { details: 'The network has no amount as large as that.' })
  return transfer.token.address === undefined
    ? planLamports(chain, transfer)
    : planToken(chain, transfer, transfer.token.address)
}

async function planLamports(chain: Chain, { from, to, amount }: Transfer): Promise<TransferPlan> {
  const [before] = await chain.accounts([to.address])
  const fault = faultOf(before)
  return {
    instructions: [transferLamports(from, to.address, amount)],
    source: from,
    target: to.address,
    before,
    amountIn: (account) => account?.lamports ?? 0n,
    ...(fault !== undefined && { fault }),
  }
}

async function planToken(
  chain: Chain,
  { from, to, amount, token: { decimals } }: Transfer,
  token: string,
): Promise<TransferPlan> {
  const [account, recipient] = await chain.accounts([token, to.address])
  const mint = readMint(account)
  if (!mint) throw kitError('actionNotAllowed', { details: 'There is no token at this address.' })
  const { program } = mint
  const [associated, target] = await Promise.all([
    associatedAccountOf(from, token, program),
    associatedAccountOf(to.address, token, program),
  ])
  const [[before], tokenAccounts] = await Promise.all([
    chain.accounts([target]),
    readTokenAccounts(chain, from, { mint: token }),
  ])
  // most owners have one account for a token. Of several accounts, one that holds enough is used
  const source =
    [...tokenAccounts]
      .sort(
        (entry, otherEntry) =>
          Number(otherEntry.address === associated) - Number(entry.address === associated),
      )
      .find((entry) => entry.amount >= amount)?.address ?? associated
  const fault = mint.isBound ? 'bound' : mint.hasHook ? 'ownProgram' : faultOf(recipient)
  return {
    instructions: [
      ...(before
        ? []
        : [
            createTokenAccount({
              payer: from,
              tokenAccount: target,
              owner: to.address,
              mint: token,
              program,
            }),
          ]),
      // `decimals` are those of the amount that the visitor saw: if the token has other decimals,
      // the network refuses the transfer
      transferToken({
        from: source,
        to: target,
        owner: from,
        mint: token,
        program,
        amount,
        decimals,
      }),
    ],
    source,
    target,
    before,
    amountIn: (tokenAccount) => readTokenAccount(tokenAccount)?.amount ?? 0n,
    ...(mint.cautions.length > 0 && { cautions: mint.cautions }),
    ...(fault !== undefined && { fault }),
  }
}

/** The address of an owner's Associated Token Account. */
async function associatedAccountOf(owner: string, mint: string, program: string): Promise<string> {
  const { encode } = getAddressEncoder()
  const [tokenAccount] = await getProgramDerivedAddress({
    programAddress: address(associatedProgram),
    seeds: [owner, program, mint].map((entry) => encode(address(entry))),
  })
  return tokenAccount
}

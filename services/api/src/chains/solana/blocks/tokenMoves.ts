import type { Hex, Move } from '../../../chainIndex/chainIndex.ts'
import { zeroAddress } from '../../../chainIndex/holdingChanges.ts'
import { kinds } from '../../../db/schema.ts'
import type { WireTransaction, WireTokenBalance } from './blockWire.ts'
import { amountAt, type Instruction } from './instructions.ts'
import { isTokenProgram } from '../programs.ts'
import { settle, type Flow } from './settle.ts'

/** What a token account was before a transaction that changed its owner or its mint. */
type Former = { owner: Hex; mint: Hex; decimals: number; amount: bigint }
/**
 * A token account that a transaction uses: its owner and its mint after the transaction, and the
 * change of its balance of this mint.
 */
export type TokenAccount = {
  address: Hex
  owner: Hex
  mint: Hex
  decimals: number
  change: bigint
  former?: Former
}

/**
 * The token accounts of a transaction, by address. They are read from the balances before and after
 * it.
 * @throws RangeError when the balances contradict each other
 */
export function tokenAccountsOf(
  { meta: { preTokenBalances, postTokenBalances } }: WireTransaction,
  accounts: readonly Hex[],
): ReadonlyMap<Hex, TokenAccount> {
  const found = new Map<Hex, TokenAccount>()
  const decimalsOf = new Map<Hex, number>()
  const note = (list: readonly WireTokenBalance[], sign: 1n | -1n) => {
    const seen = new Set<Hex>()
    for (const {
      accountIndex,
      mint,
      owner,
      uiTokenAmount: { amount, decimals },
    } of list) {
      const address = accounts[accountIndex]
      const known = address && found.get(address)
      const fits = address && !seen.has(address) && (decimalsOf.get(mint) ?? decimals) === decimals
      if (!fits) throw new RangeError('A balance of a token that cannot be')
      seen.add(address)
      decimalsOf.set(mint, decimals)
      const before = known?.mint === mint ? known.change : 0n
      const ownerNow = owner ?? known?.owner ?? address
      const isOther = known && (known.mint !== mint || known.owner !== ownerNow)
      found.set(address, {
        address,
        owner: ownerNow,
        mint,
        decimals,
        change: before + sign * amount,
        ...(isOther && {
          former: {
            owner: known.owner,
            mint: known.mint,
            decimals: known.decimals,
            amount: -known.change,
          },
        }),
      })
    }
  }
  note(preTokenBalances ?? [], -1n)
  note(postTokenBalances ?? [], 1n)
  return found
}

/** A transfer between token accounts, as an instruction states it. */
type ReportedMove = Flow & { mint: Hex }

/**
 * The instructions that move tokens, by number: where the amount is in the data, and which accounts
 * are debited and credited. Where tokens are minted or burnt, one of the accounts is absent.
 * Source: the token programs
 */
const movers: Readonly<
  Record<number, { amountAt: number; from: number | 'nobody'; to: number | 'nobody' }>
> = {
  3: { amountAt: 1, from: 0, to: 1 }, // Transfer
  7: { amountAt: 1, from: 'nobody', to: 1 }, // MintTo
  8: { amountAt: 1, from: 0, to: 'nobody' }, // Burn
  12: { amountAt: 1, from: 0, to: 2 }, // TransferChecked
  14: { amountAt: 1, from: 'nobody', to: 1 }, // MintToChecked
  15: { amountAt: 1, from: 0, to: 'nobody' }, // BurnChecked
  // TransferFeeExtension, whose instruction TransferCheckedWithFee has the number 1
  26: { amountAt: 2, from: 0, to: 2 },
}

/**
 * The token account that an instruction debits, and the one that it credits. Undefined for an
 * instruction that moves no tokens.
 */
export function tokenTransferOf({
  program,
  accounts,
  data,
}: Instruction): { from: Hex; to: Hex; amount: bigint } | undefined {
  const mover =
    isTokenProgram(program) && (data[0] !== 26 || data[1] === 1) ? movers[data[0] ?? -1] : undefined
  const at = (place: number | 'nobody' | undefined) =>
    place === 'nobody' ? zeroAddress : accounts[place ?? -1]
  const [from, to, amount] = [
    at(mover?.from),
    at(mover?.to),
    mover && amountAt(data, mover.amountAt),
  ]
  return from && to && amount !== undefined ? { from, to, amount } : undefined
}

/**
 * The tokens that a transaction moved between owners of token accounts: transfers of the token
 * programs, and moves that only the balances show. The moves of an owner add up to the change of
 * the owner's balances. A transfer fee goes to the zero address.
 */
export function tokenMoves(
  instructions: readonly Instruction[],
  accounts: ReadonlyMap<Hex, TokenAccount>,
): Move[] {
  const reported = withFees(
    instructions.flatMap((instruction) => reportedBy(instruction, accounts) ?? []),
    accounts,
  )
  const mints = [...new Set([...accounts.values()].map(({ mint }) => mint))]
  const flows = mints.flatMap((mint) => {
    const own = reported.filter((entry) => entry.mint === mint)
    const changes = new Map(
      [...accounts.values()]
        .filter((account) => account.mint === mint)
        .map(({ address, change }) => [address, change]),
    )
    return [...own, ...settle(own, changes).map((flow) => ({ ...flow, mint }))]
  })
  const decimals = new Map(
    [...accounts.values()]
      .flatMap((account) => [account, account.former ?? account])
      .map((entry) => [entry.mint, entry.decimals]),
  )
  const ownerOf = (address: Hex) => accounts.get(address)?.owner ?? zeroAddress
  const owned = flows.map(({ mint, sender, recipient, amount }) => ({
    mint,
    sender: ownerOf(sender),
    recipient: ownerOf(recipient),
    amount,
  }))
  return [...[...accounts.values()].flatMap(ownerChanges), ...owned]
    .filter(({ amount }) => amount > 0n)
    .map(
      ({ mint, ...move }): Move => ({
        kind: decimals.get(mint) === 0 ? kinds.erc1155 : kinds.erc20,
        token: mint,
        tokenId: 0n,
        ...move,
      }),
    )
}

/**
 * The move when a token account changes its owner: the new owner gets its tokens. If the account
 * changed its mint, it was closed before, and its wrapped coins were unwrapped.
 */
function ownerChanges({ owner, mint, former }: TokenAccount): ReportedMove[] {
  return former
    ? [
        {
          mint: former.mint,
          sender: former.owner,
          recipient: former.mint === mint ? owner : zeroAddress,
          amount: former.amount,
        },
      ]
    : []
}

/**
 * The move that an instruction states. Undefined if the balances lack an account, such as an
 * account that was opened and closed in the same transaction.
 */
function reportedBy(
  instruction: Instruction,
  accounts: ReadonlyMap<Hex, TokenAccount>,
): ReportedMove | undefined {
  const found = tokenTransferOf(instruction)
  if (!found) return undefined
  const { from, to, amount } = found
  const [sender, recipient] = [accounts.get(from), accounts.get(to)]
  const mint = (sender ?? recipient)?.mint
  const isKnown =
    (from === zeroAddress || sender?.mint === mint) &&
    (to === zeroAddress || recipient?.mint === mint)
  return mint && isKnown ? { mint, sender: from, recipient: to, amount } : undefined
}

/**
 * Separates transfer fees. If a receiver's balance grew by less than the transfers, the token has
 * taken the difference as a fee.
 */
function withFees(
  reported: readonly ReportedMove[],
  accounts: ReadonlyMap<Hex, TokenAccount>,
): ReportedMove[] {
  const lacking = new Map<Hex, bigint>()
  for (const { address, mint, change } of accounts.values()) {
    const own = reported.filter((entry) => entry.mint === mint)
    const expected = own.reduce(
      (sum, { sender, recipient, amount }) =>
        sum + (recipient === address ? amount : 0n) - (sender === address ? amount : 0n),
      0n,
    )
    if (change < expected) lacking.set(address, expected - change)
  }
  return reported.flatMap((entry) => {
    const lack = lacking.get(entry.recipient) ?? 0n
    const fee = entry.sender === zeroAddress ? 0n : lack < entry.amount ? lack : entry.amount
    if (fee === 0n) return [entry]
    lacking.set(entry.recipient, lack - fee)
    return [
      { ...entry, amount: entry.amount - fee },
      { ...entry, recipient: zeroAddress, amount: fee },
    ]
  })
}

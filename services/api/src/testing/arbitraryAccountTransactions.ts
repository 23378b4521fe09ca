import {
  createBurnCheckedInstruction,
  createHarvestWithheldTokensToMintInstruction,
  createWithdrawWithheldTokensFromAccountsInstruction,
  createWithdrawWithheldTokensFromMintInstruction,
} from '@solana/spl-token'
import {
  SystemProgram,
  type Keypair,
  type PublicKey,
  type TransactionInstruction,
} from '@solana/web3.js'
import * as fc from 'fast-check'
import { FurtherAccounts, giveAway } from './FurtherAccounts.ts'
import {
  mintTokens,
  openPlace,
  placeOf,
  transferTokens,
  wrappedCoins,
  type SolanaTestTransaction,
  type TestMint,
} from './solanaTraffic.ts'

type Kinds = readonly fc.Arbitrary<SolanaTestTransaction>[]

const few = fc.integer({ min: 0, max: 5_000 })

/**
 * Generates transactions with further token accounts: accounts that get another owner, that are
 * closed and opened for another mint, or whose tokens change without a transfer.
 */
export async function arbitraryAccountTransactions(
  people: readonly Keypair[],
  mints: readonly TestMint[],
  authority: Keypair,
): Promise<fc.Arbitrary<SolanaTestTransaction>> {
  const accounts = await FurtherAccounts.derive(people, [...mints, wrappedCoins])
  const kinds = new AccountTransactions(people, mints, authority, accounts)
  return fc.oneof(
    ...kinds.opened(),
    ...kinds.transferred(),
    ...kinds.moved(),
    ...kinds.wrapped(),
    kinds.reopened(),
    ...kinds.closed(),
    kinds.withheld(),
    kinds.taken(),
    kinds.payments(),
  )
}

/** Generates each kind of these transactions. */
class AccountTransactions {
  readonly #person: fc.Arbitrary<Keypair>
  readonly #mint: fc.Arbitrary<TestMint>
  readonly #mints: readonly TestMint[]
  readonly #authority: Keypair
  readonly #accounts: FurtherAccounts

  constructor(
    people: readonly Keypair[],
    mints: readonly TestMint[],
    authority: Keypair,
    accounts: FurtherAccounts,
  ) {
    this.#person = fc.constantFrom(...people)
    this.#mint = fc.constantFrom(...mints)
    this.#mints = mints
    this.#authority = authority
    this.#accounts = accounts
  }

  #mintTo(of: TestMint, account: PublicKey, amount: number): TransactionInstruction {
    return mintTokens(of, account, this.#authority.publicKey, amount)
  }

  /** Opens an account and mints tokens into it. */
  #openFilled(maker: Keypair, of: TestMint, owner: Keypair, amount: number) {
    return [
      ...this.#accounts.open(maker, of, owner.publicKey),
      this.#mintTo(of, this.#accounts.of(maker, of), amount),
    ]
  }

  /** Transactions that open an account with tokens in it. */
  opened(): Kinds {
    const person = this.#person
    return [
      fc.tuple(person, person, this.#mint, few).map(([maker, owner, of, amount]) => ({
        signers: [maker, this.#authority],
        instructions: this.#openFilled(maker, of, owner, amount),
      })),
      fc.tuple(person, this.#mint, few).map(([maker, of, amount]) => ({
        signers: [maker, this.#authority],
        instructions: this.#openFilled(maker, of, maker, amount),
      })),
      // it also gets another owner in the same transaction
      fc.tuple(person, person, this.#mint, few).map(([maker, other, of, amount]) => ({
        signers: [maker, this.#authority],
        instructions: [
          ...this.#openFilled(maker, of, maker, amount),
          this.#accounts.giveAway(maker, of, other.publicKey),
        ],
      })),
    ]
  }

  /** Transactions that give an account to another owner. The signer may be the wrong one. */
  transferred(): Kinds {
    const person = this.#person
    return [
      fc.tuple(person, person, this.#mint).map(([maker, other, of]) => ({
        signers: [maker],
        instructions: [this.#accounts.giveAway(maker, of, other.publicKey)],
      })),
      fc.tuple(person, person, person, this.#mint).map(([maker, owner, other, of]) => ({
        signers: [owner],
        instructions: [this.#accounts.giveAway(maker, of, other.publicKey, owner.publicKey)],
      })),
      // an associated token account of the first token program can get another owner, too
      fc.tuple(person, person, few).map(([owner, other, amount]) => ({
        signers: [owner, this.#authority],
        instructions: this.#mints.slice(0, 1).flatMap((of) => {
          const place = placeOf(of, owner.publicKey)
          return [
            openPlace(of, owner.publicKey, owner.publicKey),
            this.#mintTo(of, place, amount),
            giveAway(place, owner.publicKey, other.publicKey, of),
          ]
        }),
      })),
    ]
  }

  /** Transactions that transfer tokens, or an account with its tokens. */
  moved(): Kinds {
    const person = this.#person
    const accounts = this.#accounts
    return [
      // from an account to another one of the same owner, or to itself
      fc.tuple(person, this.#mint, fc.boolean(), few).map(([owner, of, isSame, amount]) => {
        const from = accounts.of(owner, of)
        const to = isSame ? from : placeOf(of, owner.publicKey)
        return {
          signers: [owner],
          instructions: [
            openPlace(of, owner.publicKey, owner.publicKey),
            transferTokens(of, from, to, owner.publicKey, amount),
          ],
        }
      }),
      // the account is partly emptied, given away, and filled again in one transaction
      fc.tuple(person, person, this.#mint, few).map(([owner, other, of, amount]) => {
        const account = accounts.of(owner, of)
        const place = placeOf(of, other.publicKey)
        return {
          signers: [owner, this.#authority],
          instructions: [
            openPlace(of, other.publicKey, owner.publicKey),
            this.#mintTo(of, account, amount + 7),
            transferTokens(of, account, place, owner.publicKey, amount),
            accounts.giveAway(owner, of, other.publicKey),
            this.#mintTo(of, account, 5),
          ],
        }
      }),
      // the account is given away and given back in one transaction
      fc.tuple(person, person, this.#mint).map(([owner, other, of]) => ({
        signers: [owner, other],
        instructions: [
          accounts.giveAway(owner, of, other.publicKey),
          accounts.giveAway(owner, of, owner.publicKey, other.publicKey),
        ],
      })),
    ]
  }

  /**
   * Transactions with wrapped coins: they stay in an account, are given away with it, or the
   * account is opened and closed in one transaction.
   */
  wrapped(): Kinds {
    const person = this.#person
    const accounts = this.#accounts
    return [
      fc.tuple(person, few).map(([maker, amount]) => ({
        signers: [maker],
        instructions: [
          ...accounts.open(maker, wrappedCoins, maker.publicKey),
          ...accounts.wrap(maker, amount),
        ],
      })),
      fc.tuple(person, person).map(([maker, other]) => ({
        signers: [maker],
        instructions: [accounts.giveAway(maker, wrappedCoins, other.publicKey)],
      })),
      fc.tuple(person, person, few).map(([maker, other, amount]) => ({
        signers: [maker],
        instructions: [
          ...accounts.open(maker, wrappedCoins, maker.publicKey),
          ...accounts.wrap(maker, amount),
          accounts.close(maker, wrappedCoins, other.publicKey),
        ],
      })),
    ]
  }

  /**
   * A transaction that unwraps coins, and then opens an account of another mint and another owner
   * at the same address.
   */
  reopened(): fc.Arbitrary<SolanaTestTransaction> {
    const accounts = this.#accounts
    return fc.tuple(this.#person, this.#person, few).map(([maker, other, amount]) => ({
      signers: [maker, this.#authority],
      instructions: [
        accounts.close(maker, wrappedCoins, other.publicKey),
        ...this.#mints
          .slice(0, 1)
          .flatMap((of) => [
            ...accounts.open(maker, wrappedCoins, other.publicKey, of),
            this.#mintTo(of, accounts.of(maker, wrappedCoins), amount),
          ]),
      ],
    }))
  }

  /** Transactions that close an account, in some cases after burning its tokens. */
  closed(): Kinds {
    const person = this.#person
    return [
      fc.tuple(person, this.#mint, few).map(([maker, of, amount]) => ({
        signers: [maker, this.#authority],
        instructions: [
          ...this.#openFilled(maker, of, maker, amount),
          createBurnCheckedInstruction(
            this.#accounts.of(maker, of),
            of.address,
            maker.publicKey,
            amount,
            of.decimals,
            [],
            of.program,
          ),
          this.#accounts.close(maker, of, maker.publicKey),
        ],
      })),
      fc
        .tuple(person, person, fc.constantFrom(...this.#mints, wrappedCoins))
        .map(([maker, to, of]) => ({
          signers: [maker],
          instructions: [this.#accounts.close(maker, of, to.publicKey)],
        })),
    ]
  }

  /**
   * A transaction that moves withheld transfer fees to a person, from an account or through the
   * mint.
   */
  withheld(): fc.Arbitrary<SolanaTestTransaction> {
    const { publicKey } = this.#authority
    return fc.tuple(this.#person, this.#person, fc.boolean()).map(([from, to, isDirect]) => ({
      signers: [this.#authority],
      instructions: this.#mints
        .filter(({ hasFee }) => hasFee)
        .flatMap((of) =>
          isDirect
            ? withdrawFromAccount(of, from.publicKey, to.publicKey, publicKey)
            : withdrawThroughMint(of, from.publicKey, to.publicKey, publicKey),
        ),
    }))
  }

  /** A transaction in which the mint's authority takes tokens without the owner's signature. */
  taken(): fc.Arbitrary<SolanaTestTransaction> {
    const { publicKey } = this.#authority
    return fc.tuple(this.#person, this.#person, few).map(([from, to, amount]) => ({
      signers: [this.#authority],
      instructions: this.#mints
        .filter(({ isTakeable }) => isTakeable)
        .flatMap((of) => {
          const [source, target] = [placeOf(of, from.publicKey), placeOf(of, to.publicKey)]
          return [
            openPlace(of, to.publicKey, publicKey),
            transferTokens(of, source, target, publicKey, amount),
          ]
        }),
    }))
  }

  /** A transaction with payments between several people. */
  payments(): fc.Arbitrary<SolanaTestTransaction> {
    const payment = fc.tuple(this.#person, this.#person, few)
    return fc.array(payment, { minLength: 4, maxLength: 12 }).map((all) => ({
      signers: [...new Set(all.map(([from]) => from))],
      instructions: all.map(([from, to, lamports]) =>
        SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports }),
      ),
    }))
  }
}

const withdrawFromAccount = (
  of: TestMint,
  from: PublicKey,
  to: PublicKey,
  authority: PublicKey,
): TransactionInstruction[] => [
  createWithdrawWithheldTokensFromAccountsInstruction(
    of.address,
    placeOf(of, to),
    authority,
    [],
    [placeOf(of, from)],
    of.program,
  ),
]

const withdrawThroughMint = (
  of: TestMint,
  from: PublicKey,
  to: PublicKey,
  authority: PublicKey,
): TransactionInstruction[] => [
  createHarvestWithheldTokensToMintInstruction(of.address, [placeOf(of, from)], of.program),
  createWithdrawWithheldTokensFromMintInstruction(
    of.address,
    placeOf(of, to),
    authority,
    [],
    of.program,
  ),
]

import {
  AuthorityType,
  createCloseAccountInstruction,
  createInitializeAccount3Instruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  ExtensionType,
  getAccountLen,
} from '@solana/spl-token'
import {
  PublicKey,
  SystemProgram,
  type Keypair,
  type TransactionInstruction,
} from '@solana/web3.js'
import { wrappedCoins, type TestMint } from './solanaTraffic.ts'

/** Lamports that pay the rent of any account in these tests. */
const rent = 5_000_000

const nameOf = ({ publicKey }: Keypair, { address }: TestMint) => `${publicKey} ${address}`
const seedOf = ({ address }: TestMint) => address.toBase58().slice(0, 32)

/**
 * For each person and each mint: another token account besides the associated one, and the
 * instructions that change it. The person's key derives its address.
 */
export class FurtherAccounts {
  readonly #addresses: ReadonlyMap<string, PublicKey>

  private constructor(addresses: ReadonlyMap<string, PublicKey>) {
    this.#addresses = addresses
  }

  /** Derives the addresses. The accounts are not opened yet. */
  static async derive(
    people: readonly Keypair[],
    mints: readonly TestMint[],
  ): Promise<FurtherAccounts> {
    const addresses = new Map<string, PublicKey>()
    for (const person of people)
      for (const mint of mints)
        addresses.set(
          nameOf(person, mint),
          await PublicKey.createWithSeed(person.publicKey, seedOf(mint), mint.program),
        )
    return new FurtherAccounts(addresses)
  }

  /** The address of a person's further account for a mint. */
  of(maker: Keypair, mint: TestMint): PublicKey {
    return this.#addresses.get(nameOf(maker, mint)) ?? maker.publicKey
  }

  /**
   * Opens a further account for any owner.
   * @param place the mint for which the address was derived
   * @param mint the mint of the account, which may be another one
   */
  open(maker: Keypair, place: TestMint, owner: PublicKey, mint = place): TransactionInstruction[] {
    const account = this.of(maker, place)
    return [
      SystemProgram.createAccountWithSeed({
        fromPubkey: maker.publicKey,
        basePubkey: maker.publicKey,
        seed: seedOf(place),
        newAccountPubkey: account,
        lamports: rent,
        space: getAccountLen(mint.hasFee ? [ExtensionType.TransferFeeAmount] : []),
        programId: mint.program,
      }),
      createInitializeAccount3Instruction(account, mint.address, owner, mint.program),
    ]
  }

  /** Wraps coins of the maker in the maker's further account. */
  wrap(maker: Keypair, lamports: number): TransactionInstruction[] {
    const account = this.of(maker, wrappedCoins)
    return [
      SystemProgram.transfer({ fromPubkey: maker.publicKey, toPubkey: account, lamports }),
      createSyncNativeInstruction(account),
    ]
  }

  /** Closes a further account. Its coins go to `to`. */
  close(maker: Keypair, mint: TestMint, to: PublicKey): TransactionInstruction {
    const account = this.of(maker, mint)
    return createCloseAccountInstruction(account, to, maker.publicKey, [], mint.program)
  }

  /** Gives a further account to another owner. @param from the present owner @default its maker */
  giveAway(
    maker: Keypair,
    mint: TestMint,
    to: PublicKey,
    from = maker.publicKey,
  ): TransactionInstruction {
    return giveAway(this.of(maker, mint), from, to, mint)
  }
}

/** Gives a token account to another owner. */
export const giveAway = (
  account: PublicKey,
  from: PublicKey,
  to: PublicKey,
  { program }: TestMint,
): TransactionInstruction =>
  createSetAuthorityInstruction(account, from, AuthorityType.AccountOwner, to, [], program)

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

/** Lamports that are enough for the rent of any account of these tests. */
const rent = 5_000_000

const nameOf = ({ publicKey }: Keypair, { address }: TestMint) => `${publicKey} ${address}`
const seedOf = ({ address }: TestMint) => address.toBase58().slice(0, 32)

/**
 * A further token account of each mint for each person, at an address that the person's key
 * derives, and the instructions that change it.
 */
export class FurtherAccounts {
  readonly #addresses: ReadonlyMap<string, PublicKey>

  private constructor(addresses: ReadonlyMap<string, PublicKey>) {
    this.#addresses = addresses
  }

  /** Derives the addresses. No account is open yet. */
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

  /** The address of a person's further account. */
  of(maker: Keypair, mint: TestMint): PublicKey {
    return this.#addresses.get(nameOf(maker, mint)) ?? maker.publicKey
  }

  /**
   * Opens a further account for any owner. `mint` may differ from the mint for which the address
   * was derived.
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

  /** Wraps coins of the maker into the further account for them. */
  wrap(maker: Keypair, lamports: number): TransactionInstruction[] {
    const account = this.of(maker, wrappedCoins)
    return [
      SystemProgram.transfer({ fromPubkey: maker.publicKey, toPubkey: account, lamports }),
      createSyncNativeInstruction(account),
    ]
  }

  /** Closes a further account of the maker. Its coins go to the maker or another person. */
  close(maker: Keypair, mint: TestMint, to: PublicKey): TransactionInstruction {
    const account = this.of(maker, mint)
    return createCloseAccountInstruction(account, to, maker.publicKey, [], mint.program)
  }

  /** Changes the owner of a further account, from its maker unless another one is given. */
  giveAway(
    maker: Keypair,
    mint: TestMint,
    to: PublicKey,
    from = maker.publicKey,
  ): TransactionInstruction {
    return giveAway(this.of(maker, mint), from, to, mint)
  }
}

/** Changes the owner of a token account. */
export const giveAway = (
  account: PublicKey,
  from: PublicKey,
  to: PublicKey,
  { program }: TestMint,
): TransactionInstruction =>
  createSetAuthorityInstruction(account, from, AuthorityType.AccountOwner, to, [], program)

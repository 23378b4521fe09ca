import {
  AuthorityType,
  createBurnCheckedInstruction,
  createCloseAccountInstruction,
  createHarvestWithheldTokensToMintInstruction,
  createInitializeAccount3Instruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createWithdrawWithheldTokensFromAccountsInstruction,
  createWithdrawWithheldTokensFromMintInstruction,
  ExtensionType,
  getAccountLen,
  NATIVE_MINT,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  PublicKey,
  SystemProgram,
  type Keypair,
  type TransactionInstruction,
} from '@solana/web3.js'
import * as fc from 'fast-check'
import { openPlace, placeOf, type SolanaTestTransaction, type TestMint } from './solanaTraffic.ts'

/** Lamports that are enough for the rent of any account of these tests. */
const rent = 5_000_000
/**
 * Generates transactions with further token accounts: they change their owner, are closed and
 * opened for another mint, or lose and receive tokens without a transfer.
 */
export async function arbitraryAccountTransactions(
  people: readonly Keypair[],
  mints: readonly TestMint[],
  authority: Keypair,
): Promise<fc.Arbitrary<SolanaTestTransaction>> {
  const wrapped: TestMint = {
    address: NATIVE_MINT,
    program: TOKEN_PROGRAM_ID,
    decimals: 9,
    hasFee: false,
    isTakeable: false,
  }
  /**
   * A further account of each mint for each person, at an address that the person's key derives.
   */
  const extras = new Map<string, PublicKey>()
  const nameOf = ({ publicKey }: Keypair, { address }: TestMint) => `${publicKey} ${address}`
  const seedOf = ({ address }: TestMint) => address.toBase58().slice(0, 32)
  for (const person of people)
    for (const mint of [...mints, wrapped])
      extras.set(
        nameOf(person, mint),
        await PublicKey.createWithSeed(person.publicKey, seedOf(mint), mint.program),
      )
  const extraOf = (maker: Keypair, mint: TestMint): PublicKey =>
    extras.get(nameOf(maker, mint)) ?? maker.publicKey

  /**
   * Opens a further account for any owner. `mint` may differ from the mint for which the address
   * was derived.
   */
  const open = (
    maker: Keypair,
    place: TestMint,
    owner: PublicKey,
    mint = place,
  ): TransactionInstruction[] => [
    SystemProgram.createAccountWithSeed({
      fromPubkey: maker.publicKey,
      basePubkey: maker.publicKey,
      seed: seedOf(place),
      newAccountPubkey: extraOf(maker, place),
      lamports: rent,
      space: getAccountLen(mint.hasFee ? [ExtensionType.TransferFeeAmount] : []),
      programId: mint.program,
    }),
    createInitializeAccount3Instruction(extraOf(maker, place), mint.address, owner, mint.program),
  ]
  const wrap = (maker: Keypair, lamports: number) => [
    SystemProgram.transfer({
      fromPubkey: maker.publicKey,
      toPubkey: extraOf(maker, wrapped),
      lamports,
    }),
    createSyncNativeInstruction(extraOf(maker, wrapped)),
  ]
  const close = (maker: Keypair, of: TestMint, owner: PublicKey, to: PublicKey) =>
    createCloseAccountInstruction(extraOf(maker, of), to, owner, [], of.program)
  const giveAway = (account: PublicKey, from: PublicKey, to: PublicKey, { program }: TestMint) =>
    createSetAuthorityInstruction(account, from, AuthorityType.AccountOwner, to, [], program)
  const mintTo = (of: TestMint, account: PublicKey, amount: number) =>
    createMintToInstruction(of.address, account, authority.publicKey, amount, [], of.program)
  const transfer = (
    of: TestMint,
    from: PublicKey,
    to: PublicKey,
    owner: PublicKey,
    amount: number,
  ) =>
    createTransferCheckedInstruction(
      from,
      of.address,
      to,
      owner,
      amount,
      of.decimals,
      [],
      of.program,
    )

  const person = fc.constantFrom(...people)
  const mint = fc.constantFrom(...mints)
  const few = fc.integer({ min: 0, max: 5_000 })
  return fc.oneof(
    // opened with tokens in it
    fc.tuple(person, person, mint, few).map(
      ([maker, owner, of, amount]): SolanaTestTransaction => ({
        signers: [maker, authority],
        instructions: [...open(maker, of, owner.publicKey), mintTo(of, extraOf(maker, of), amount)],
      }),
    ),
    fc.tuple(person, mint, few).map(
      ([maker, of, amount]): SolanaTestTransaction => ({
        signers: [maker, authority],
        instructions: [...open(maker, of, maker.publicKey), mintTo(of, extraOf(maker, of), amount)],
      }),
    ),
    // opened, filled and transferred to another owner at once
    fc.tuple(person, person, mint, few).map(
      ([maker, other, of, amount]): SolanaTestTransaction => ({
        signers: [maker, authority],
        instructions: [
          ...open(maker, of, maker.publicKey),
          mintTo(of, extraOf(maker, of), amount),
          giveAway(extraOf(maker, of), maker.publicKey, other.publicKey, of),
        ],
      }),
    ),
    // transferred to another owner without a change, by its maker or by anybody
    fc.tuple(person, person, mint).map(
      ([maker, other, of]): SolanaTestTransaction => ({
        signers: [maker],
        instructions: [giveAway(extraOf(maker, of), maker.publicKey, other.publicKey, of)],
      }),
    ),
    fc.tuple(person, person, person, mint).map(
      ([maker, owner, other, of]): SolanaTestTransaction => ({
        signers: [owner],
        instructions: [giveAway(extraOf(maker, of), owner.publicKey, other.publicKey, of)],
      }),
    ),
    // an Associated Token Account of the first token program can change its owner, too
    fc.tuple(person, person, few).map(
      ([owner, other, amount]): SolanaTestTransaction => ({
        signers: [owner, authority],
        instructions: mints
          .slice(0, 1)
          .flatMap((of) => [
            openPlace(of, owner.publicKey, owner.publicKey),
            mintTo(of, placeOf(of, owner.publicKey), amount),
            giveAway(placeOf(of, owner.publicKey), owner.publicKey, other.publicKey, of),
          ]),
      }),
    ),
    // between two accounts of one owner, and from an account to itself
    fc.tuple(person, mint, fc.boolean(), few).map(
      ([owner, of, isSame, amount]): SolanaTestTransaction => ({
        signers: [owner],
        instructions: [
          openPlace(of, owner.publicKey, owner.publicKey),
          transfer(
            of,
            extraOf(owner, of),
            isSame ? extraOf(owner, of) : placeOf(of, owner.publicKey),
            owner.publicKey,
            amount,
          ),
        ],
      }),
    ),
    // partly emptied, transferred and filled again in the same transaction
    fc.tuple(person, person, mint, few).map(
      ([owner, other, of, amount]): SolanaTestTransaction => ({
        signers: [owner, authority],
        instructions: [
          openPlace(of, other.publicKey, owner.publicKey),
          mintTo(of, extraOf(owner, of), amount + 7),
          transfer(of, extraOf(owner, of), placeOf(of, other.publicKey), owner.publicKey, amount),
          giveAway(extraOf(owner, of), owner.publicKey, other.publicKey, of),
          mintTo(of, extraOf(owner, of), 5),
        ],
      }),
    ),
    // transferred and returned at once
    fc.tuple(person, person, mint).map(
      ([owner, other, of]): SolanaTestTransaction => ({
        signers: [owner, other],
        instructions: [
          giveAway(extraOf(owner, of), owner.publicKey, other.publicKey, of),
          giveAway(extraOf(owner, of), other.publicKey, owner.publicKey, of),
        ],
      }),
    ),
    // wrapped coins: stored in an account, transferred with it, and opened and closed in one
    // transaction
    fc.tuple(person, few).map(
      ([maker, amount]): SolanaTestTransaction => ({
        signers: [maker],
        instructions: [...open(maker, wrapped, maker.publicKey), ...wrap(maker, amount)],
      }),
    ),
    fc.tuple(person, person).map(
      ([maker, other]): SolanaTestTransaction => ({
        signers: [maker],
        instructions: [
          giveAway(extraOf(maker, wrapped), maker.publicKey, other.publicKey, wrapped),
        ],
      }),
    ),
    fc.tuple(person, person, few).map(
      ([maker, other, amount]): SolanaTestTransaction => ({
        signers: [maker],
        instructions: [
          ...open(maker, wrapped, maker.publicKey),
          ...wrap(maker, amount),
          close(maker, wrapped, maker.publicKey, other.publicKey),
        ],
      }),
    ),
    // unwrapped, after which the same address has an account of another mint and of another owner
    fc.tuple(person, person, few).map(
      ([maker, other, amount]): SolanaTestTransaction => ({
        signers: [maker, authority],
        instructions: [
          close(maker, wrapped, maker.publicKey, other.publicKey),
          ...mints
            .slice(0, 1)
            .flatMap((of) => [
              ...open(maker, wrapped, other.publicKey, of),
              mintTo(of, extraOf(maker, wrapped), amount),
            ]),
        ],
      }),
    ),
    // emptied by burning, and closed; or closed as it is
    fc.tuple(person, mint, few).map(
      ([maker, of, amount]): SolanaTestTransaction => ({
        signers: [maker, authority],
        instructions: [
          ...open(maker, of, maker.publicKey),
          mintTo(of, extraOf(maker, of), amount),
          createBurnCheckedInstruction(
            extraOf(maker, of),
            of.address,
            maker.publicKey,
            amount,
            of.decimals,
            [],
            of.program,
          ),
          close(maker, of, maker.publicKey, maker.publicKey),
        ],
      }),
    ),
    fc.tuple(person, person, fc.constantFrom(...mints, wrapped)).map(
      ([maker, to, of]): SolanaTestTransaction => ({
        signers: [maker],
        instructions: [close(maker, of, maker.publicKey, to.publicKey)],
      }),
    ),
    // fees that a token has withheld: to the mint, and from it or from accounts to a person
    fc.tuple(person, person, fc.boolean()).map(
      ([from, to, isDirect]): SolanaTestTransaction => ({
        signers: [authority],
        instructions: mints
          .filter(({ hasFee }) => hasFee)
          .flatMap(({ address, program }) => {
            const of = { address, program }
            return isDirect
              ? [
                  createWithdrawWithheldTokensFromAccountsInstruction(
                    address,
                    placeOf(of, to.publicKey),
                    authority.publicKey,
                    [],
                    [placeOf(of, from.publicKey)],
                    program,
                  ),
                ]
              : [
                  createHarvestWithheldTokensToMintInstruction(
                    address,
                    [placeOf(of, from.publicKey)],
                    program,
                  ),
                  createWithdrawWithheldTokensFromMintInstruction(
                    address,
                    placeOf(of, to.publicKey),
                    authority.publicKey,
                    [],
                    program,
                  ),
                ]
          }),
      }),
    ),
    // the authority takes tokens without the owner's signature
    fc.tuple(person, person, few).map(
      ([from, to, amount]): SolanaTestTransaction => ({
        signers: [authority],
        instructions: mints
          .filter(({ isTakeable }) => isTakeable)
          .flatMap((of) => [
            openPlace(of, to.publicKey, authority.publicKey),
            transfer(
              of,
              placeOf(of, from.publicKey),
              placeOf(of, to.publicKey),
              authority.publicKey,
              amount,
            ),
          ]),
      }),
    ),
    // payments of several parties, each to each
    fc.array(fc.tuple(person, person, few), { minLength: 4, maxLength: 12 }).map(
      (all): SolanaTestTransaction => ({
        signers: [...new Set(all.map(([from]) => from))],
        instructions: all.map(([from, to, lamports]) =>
          SystemProgram.transfer({
            fromPubkey: from.publicKey,
            toPubkey: to.publicKey,
            lamports,
          }),
        ),
      }),
    ),
  )
}

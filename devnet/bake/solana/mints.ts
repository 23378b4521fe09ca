import {
  AuthorityType,
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { metadataProgram } from '../../src/solana/metadata/metadataAccount.ts'
import { keysNamed, keysOf, type Person } from './people.ts'
import { tokenPlans, type TokenPlan, type TokenSymbol } from './tokens.ts'
import type { World } from './world.ts'

/**
 * Lamports that a mint gets in addition to its rent. They pay for longer metadata: the address in
 * the metadata may become longer when the chain starts on another port.
 */
const spare = 20_000_000

/** The address of the program that a token belongs to. */
export const programOf = ({ program }: TokenPlan): PublicKey =>
  program === 'token' ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID

/** The plan of a token. */
export function planOf(symbol: TokenSymbol): TokenPlan {
  const plan = tokenPlans.find((candidate) => candidate.symbol === symbol)
  if (!plan) throw new Error(`There is no token ${symbol}.`)
  return plan
}

/** The mint of a token. */
export const mintOf = (symbol: TokenSymbol): PublicKey => keysNamed(`mint ${symbol}`).publicKey

/** The instructions that give a new mint its fee and its metadata. */
const extensionsOf = (
  { feeBasisPoints = 0, maximumFee = 0n, decimals }: TokenPlan,
  mint: PublicKey,
  owner: PublicKey,
) => [
  createInitializeTransferFeeConfigInstruction(
    mint,
    owner,
    owner,
    feeBasisPoints,
    maximumFee * 10n ** BigInt(decimals),
    TOKEN_2022_PROGRAM_ID,
  ),
  createInitializeMetadataPointerInstruction(mint, owner, mint, TOKEN_2022_PROGRAM_ID),
]

/** Creates a token. The exchange gets its whole supply. */
export function makeToken(
  world: World,
  plan: TokenPlan & { symbol: TokenSymbol },
  supply: bigint,
): void {
  const [deployer, mint, program] = [
    keysOf('deployer'),
    keysNamed(`mint ${plan.symbol}`),
    programOf(plan),
  ]
  const isPlain = plan.program === 'token'
  const space = getMintLen(
    isPlain ? [] : [ExtensionType.TransferFeeConfig, ExtensionType.MetadataPointer],
  )
  const place = getAssociatedTokenAddressSync(
    mint.publicKey,
    keysOf('exchange').publicKey,
    false,
    program,
  )
  const [owner, address] = [deployer.publicKey, mint.publicKey]
  world.run(
    [
      SystemProgram.createAccount({
        fromPubkey: owner,
        newAccountPubkey: address,
        space,
        lamports: rentOf(space) + (isPlain ? 0 : spare),
        programId: program,
      }),
      ...(isPlain ? [] : extensionsOf(plan, address, owner)),
      createInitializeMint2Instruction(address, plan.decimals, owner, null, program),
      ...(isPlain ? [] : [initializeMetadata(address, owner, plan.name, plan.symbol, `toll`)]),
    ],
    [deployer, mint],
  )
  world.run(
    [
      createAssociatedTokenAccountIdempotentInstruction(
        deployer.publicKey,
        place,
        keysOf('exchange').publicKey,
        mint.publicKey,
        program,
      ),
      createMintToInstruction(
        mint.publicKey,
        place,
        deployer.publicKey,
        supply * 10n ** BigInt(plan.decimals),
        [],
        program,
      ),
    ],
    [deployer],
  )
}

/** Creates a collectible of Token-2022: one token without decimals and with a fixed supply. */
export function makeNft(
  world: World,
  { id, name, owner }: { id: string; name: string; owner: Person },
): void {
  const [deployer, mint, program] = [
    keysOf('deployer'),
    keysNamed(`mint ${id}`),
    TOKEN_2022_PROGRAM_ID,
  ]
  const space = getMintLen([ExtensionType.MetadataPointer])
  const place = getAssociatedTokenAddressSync(
    mint.publicKey,
    keysOf(owner).publicKey,
    false,
    program,
  )
  world.run(
    [
      SystemProgram.createAccount({
        fromPubkey: deployer.publicKey,
        newAccountPubkey: mint.publicKey,
        space,
        lamports: rentOf(space) + spare,
        programId: program,
      }),
      createInitializeMetadataPointerInstruction(
        mint.publicKey,
        deployer.publicKey,
        mint.publicKey,
        program,
      ),
      createInitializeMint2Instruction(mint.publicKey, 0, deployer.publicKey, null, program),
      initializeMetadata(mint.publicKey, deployer.publicKey, name, 'FERRY', id),
      createAssociatedTokenAccountIdempotentInstruction(
        deployer.publicKey,
        place,
        keysOf(owner).publicKey,
        mint.publicKey,
        program,
      ),
      createMintToInstruction(mint.publicKey, place, deployer.publicKey, 1n, [], program),
      createSetAuthorityInstruction(
        mint.publicKey,
        deployer.publicKey,
        AuthorityType.MintTokens,
        null,
        [],
        program,
      ),
    ],
    [deployer, mint],
  )
}

/**
 * Creates a collectible of the program SPL Token: one token without decimals and with a fixed
 * supply. The chain writes its metadata when it starts.
 */
export function makeClassicNft(world: World, { id, owner }: { id: string; owner: Person }): void {
  const [deployer, mint, program] = [keysOf('deployer'), keysNamed(`mint ${id}`), TOKEN_PROGRAM_ID]
  const space = getMintLen([])
  const place = getAssociatedTokenAddressSync(
    mint.publicKey,
    keysOf(owner).publicKey,
    false,
    program,
  )
  world.run(
    [
      SystemProgram.createAccount({
        fromPubkey: deployer.publicKey,
        newAccountPubkey: mint.publicKey,
        space,
        lamports: rentOf(space),
        programId: program,
      }),
      createInitializeMint2Instruction(mint.publicKey, 0, deployer.publicKey, null, program),
      createAssociatedTokenAccountIdempotentInstruction(
        deployer.publicKey,
        place,
        keysOf(owner).publicKey,
        mint.publicKey,
        program,
      ),
      createMintToInstruction(mint.publicKey, place, deployer.publicKey, 1n, [], program),
      createSetAuthorityInstruction(
        mint.publicKey,
        deployer.publicKey,
        AuthorityType.MintTokens,
        null,
        [],
        program,
      ),
    ],
    [deployer, mint],
  )
}

/** The address at which Metaplex's program stores the metadata of a mint. */
export function metadataAccountOf(mint: PublicKey): string {
  const program = new PublicKey(metadataProgram)
  return PublicKey.findProgramAddressSync(
    [Buffer.from('metadata'), program.toBytes(), mint.toBytes()],
    program,
  )[0].toBase58()
}

/**
 * The instruction that writes the metadata of a Token-2022 mint into the mint itself (interface
 * spl_token_metadata). `id` stands in for the metadata's URL, which is known only when the chain
 * starts.
 */
function initializeMetadata(
  mint: PublicKey,
  authority: PublicKey,
  name: string,
  symbol: string,
  id: string,
): TransactionInstruction {
  const texts = [name, symbol, `/metadata/${id}.json`].flatMap((text) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(Buffer.byteLength(text))
    return [length, Buffer.from(text)]
  })
  const keys = [
    [mint, true],
    [authority, false],
    [mint, false],
    [authority, false],
  ] as const
  return new TransactionInstruction({
    programId: TOKEN_2022_PROGRAM_ID,
    keys: keys.map(([pubkey, isWritable], index) => ({
      pubkey,
      isWritable,
      isSigner: index === 3,
    })),
    data: Buffer.concat([Buffer.from('d2e11ea258b84d8d', 'hex'), ...texts]),
  })
}

/** The lamports that an account of this size must hold to be exempt from rent. */
const rentOf = (space: number): number => (space + 128) * 6_960

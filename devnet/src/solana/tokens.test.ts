import {
  createAssociatedTokenAccountInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  getAccount,
  getAssociatedTokenAddressSync,
  getMint,
  MINT_SIZE,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Connection, Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { developmentKeypair } from './keys.ts'
import { startSolanaChain } from './startSolanaChain.ts'

test.each([
  ['the token program', TOKEN_PROGRAM_ID],
  ['Token-2022', TOKEN_2022_PROGRAM_ID],
])(
  'a mint that spl-token creates with %s works, and its token account shows the minted amount',
  async (_name, program) => {
    const chain = await startSolanaChain({ isHeld: true })
    try {
      const connection = new Connection(chain.url, 'processed')
      const [user, mint] = [Keypair.fromSeed(developmentKeypair(0).seed), Keypair.generate()]
      const place = getAssociatedTokenAddressSync(mint.publicKey, user.publicKey, false, program)
      const rent = await connection.getMinimumBalanceForRentExemption(MINT_SIZE)
      const transaction = new Transaction({
        feePayer: user.publicKey,
        ...(await connection.getLatestBlockhash()),
      }).add(
        SystemProgram.createAccount({
          fromPubkey: user.publicKey,
          newAccountPubkey: mint.publicKey,
          space: MINT_SIZE,
          lamports: rent,
          programId: program,
        }),
        createInitializeMint2Instruction(mint.publicKey, 6, user.publicKey, null, program),
        createAssociatedTokenAccountInstruction(
          user.publicKey,
          place,
          user.publicKey,
          mint.publicKey,
          program,
        ),
        createMintToInstruction(mint.publicKey, place, user.publicKey, 1_250_000n, [], program),
      )
      transaction.sign(user, mint)
      await connection.sendRawTransaction(transaction.serialize())
      expect((await getMint(connection, mint.publicKey, 'processed', program)).supply).toBe(
        1_250_000n,
      )
      expect((await getAccount(connection, place, 'processed', program)).amount).toBe(1_250_000n)
      const { value } = await connection.getParsedAccountInfo(place)
      expect(value?.data).toMatchObject({
        parsed: {
          info: {
            tokenAmount: { uiAmountString: '1.25', decimals: 6 },
            owner: user.publicKey.toBase58(),
          },
        },
      })
    } finally {
      await chain.close()
    }
  },
)

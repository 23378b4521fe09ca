/**
 * Compares the effects of instructions on a real chain with their description: the chain never
 * does more than the description says.
 */
import * as spl from '@solana/spl-token'
import { ComputeBudgetProgram, Keypair, SystemProgram } from '@solana/web3.js'
import type { PublicKey, Signer, TransactionInstruction } from '@solana/web3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  keysOf,
  startTestSolana,
} from '../../../../../../devnet/src/solana/testing/startTestSolana.ts'
import { maxFee } from './maxFee.ts'
import { describeTransaction } from './describeTransaction.ts'
import { plain, transactionOf, withExtra, words } from './testing/describe.ts'

const me = keysOf('everyday user')

/**
 * A chain on which the test's account and a friend have an account for one token of each token
 * program.
 */
async function start() {
  const chain = await startTestSolana()
  const [friend, mints] = [Keypair.generate().publicKey, [Keypair.generate(), Keypair.generate()]]
  const programs = [spl.TOKEN_PROGRAM_ID, spl.TOKEN_2022_PROGRAM_ID]
  await chain.send([
    SystemProgram.transfer({ fromPubkey: me.publicKey, toPubkey: friend, lamports: 5_000_000 }),
  ])
  const tokens = []
  for (const [index, mint] of mints.entries()) {
    const program = programs[index] ?? spl.TOKEN_PROGRAM_ID
    const ataOf = (owner: PublicKey) =>
      spl.getAssociatedTokenAddressSync(mint.publicKey, owner, true, program)
    await chain.send(
      [
        SystemProgram.createAccount({
          fromPubkey: me.publicKey,
          newAccountPubkey: mint.publicKey,
          space: 82,
          lamports: 5_000_000,
          programId: program,
        }),
        spl.createInitializeMint2Instruction(mint.publicKey, 6, me.publicKey, null, program),
        ...[me.publicKey, friend].map((owner) =>
          spl.createAssociatedTokenAccountIdempotentInstruction(
            me.publicKey,
            ataOf(owner),
            owner,
            mint.publicKey,
            program,
          ),
        ),
        spl.createMintToInstruction(
          mint.publicKey,
          ataOf(me.publicKey),
          me.publicKey,
          1_000_000n,
          [],
          program,
        ),
      ],
      [me, mint],
    )
    chain.advance(1)
    tokens.push({ program, mint: mint.publicKey, own: ataOf(me.publicKey), friends: ataOf(friend) })
  }
  return { chain, friend, tokens }
}

test('a step with additional bytes or accounts is never plain, even if the chain accepts it', async () => {
  const { chain, friend, tokens } = await start()
  const steps: TransactionInstruction[] = [
    SystemProgram.transfer({ fromPubkey: me.publicKey, toPubkey: friend, lamports: 7 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 7 }),
    ...tokens.flatMap(({ program, mint, own, friends }) => [
      spl.createTransferInstruction(own, friends, me.publicKey, 1n, [], program),
      spl.createTransferCheckedInstruction(own, mint, friends, me.publicKey, 1n, 6, [], program),
      spl.createRevokeInstruction(own, me.publicKey, [], program),
      spl.createBurnInstruction(own, mint, me.publicKey, 1n, [], program),
      spl.createAssociatedTokenAccountIdempotentInstruction(
        me.publicKey,
        own,
        me.publicKey,
        mint,
        program,
      ),
    ]),
  ]
  const accounts = [me.publicKey, friend].map((pubkey) => ({
    pubkey,
    isSigner: false,
    isWritable: false,
  }))
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...steps),
      fc.nat(3),
      fc.subarray(accounts),
      async (step, bytes, more) => {
        const odd = withExtra(step, bytes, more)
        const isOdd = bytes > 0 || more.length > 0
        const isTaken = await chain.send([odd]).then(
          () => true,
          () => false,
        )
        chain.advance(1)
        if (isTaken && isOdd) taken++
        const described = describeTransaction(
          transactionOf([odd], { payer: me.publicKey }),
          words,
          me.publicKey.toBase58(),
        )
        if (isOdd) expect(described.steps.some(({ level }) => level !== 'plain')).toBe(true)
        if (bytes > 0) expect(described.isRisky).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
  expect(taken).toBeGreaterThan(10)
}, 30_000)

test('the displayed fee is never less than the fee that the chain charges', async () => {
  const { chain, friend } = await start()
  const pay = SystemProgram.transfer({ fromPubkey: me.publicKey, toPubkey: friend, lamports: 7 })
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2_000_000),
      fc.option(fc.integer({ min: 1_000, max: 1_400_000 }), { nil: undefined }),
      fc.nat(3),
      fc.nat(3),
      async (microLamports, units, behind, extraSteps) => {
        const steps = [
          withExtra(ComputeBudgetProgram.setComputeUnitPrice({ microLamports }), behind),
          ...(units === undefined
            ? []
            : [withExtra(ComputeBudgetProgram.setComputeUnitLimit({ units }), extraSteps)]),
          pay,
        ]
        const balance = () => chain.connection.getBalance(me.publicKey)
        const before = await balance()
        await chain.send(steps)
        chain.advance(1)
        const paid = BigInt(before - (await balance()) - 7)
        const described = maxFee([transactionOf(steps, { payer: me.publicKey })])
        expect(paid <= described).toBe(true)
        if (units !== undefined) expect(paid).toBe(described)
      },
    ),
    { numRuns: 30 },
  )
}, 30_000)

test('an account that the chain assigns to a program is described as given away', async () => {
  const { chain, friend } = await start()
  const account = Keypair.generate()
  await chain.send([
    SystemProgram.transfer({
      fromPubkey: me.publicKey,
      toPubkey: account.publicKey,
      lamports: 5_000_000,
    }),
  ])
  chain.advance(1)
  const step = withExtra(
    SystemProgram.assign({ accountPubkey: account.publicKey, programId: friend }),
    2,
  )
  const signers: Signer[] = [me, account]
  await chain.send([step], signers)
  chain.advance(1)
  expect((await chain.connection.getAccountInfo(account.publicKey))?.owner.toBase58()).toBe(
    friend.toBase58(),
  )
  const described = describeTransaction(
    transactionOf([step], { payer: me.publicKey }),
    words,
    account.publicKey.toBase58(),
  )
  expect(described).toMatchObject({
    isRisky: true,
    steps: [
      {
        title: 'Give an account to a program',
        why: [expect.stringContaining('your own account'), expect.anything(), expect.anything()],
      },
    ],
  })
})

test('a batch moves tokens on the chain, and the description lists each of its steps', async () => {
  const { chain, tokens } = await start()
  for (const { program, own, friends } of tokens) {
    const one = spl.createTransferInstruction(own, friends, me.publicKey, 3n, [], program)
    const batch = { ...one, data: Buffer.from([255, 3, one.data.length, ...one.data]) }
    await chain.send([batch])
    chain.advance(1)
    expect((await chain.connection.getTokenAccountBalance(friends)).value.amount).toBe('3')
    expect(
      describeTransaction(
        transactionOf([batch], { payer: me.publicKey }),
        words,
        me.publicKey.toBase58(),
      ).steps.map(({ title }) => plain(title)),
    ).toEqual(['Send 3 units of unknown tokens'])
  }
})

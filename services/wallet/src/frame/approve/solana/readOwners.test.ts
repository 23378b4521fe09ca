import * as spl from '@solana/spl-token'
import { Keypair, SystemProgram } from '@solana/web3.js'
import { expect, test } from 'vitest'
import {
  keysOf,
  startTestSolana,
} from '../../../../../../devnet/src/solana/testing/startTestSolana.ts'
import { readOwners } from './readOwners.ts'
import { describeTransaction } from './describeTransaction.ts'
import { network, serverOf } from './testing/serverOf.ts'
import { transactionOf, words } from './testing/describe.ts'

const me = keysOf('everyday user')
const friend = Keypair.generate().publicKey

test.each([spl.TOKEN_PROGRAM_ID, spl.TOKEN_2022_PROGRAM_ID])(
  'a transfer names the owner of the recipient’s token account if the account exists or an earlier step creates it',
  async (program) => {
    const chain = await startTestSolana()
    const mint = Keypair.generate()
    const [own, friends] = [me.publicKey, friend].map((owner) =>
      spl.getAssociatedTokenAddressSync(mint.publicKey, owner, true, program),
    ) as [typeof friend, typeof friend]
    const create = (owner: typeof friend, place: typeof friend) =>
      spl.createAssociatedTokenAccountIdempotentInstruction(
        me.publicKey,
        place,
        owner,
        mint.publicKey,
        program,
      )
    const pay = spl.createTransferCheckedInstruction(
      own,
      mint.publicKey,
      friends,
      me.publicKey,
      5n,
      6,
      [],
      program,
    )
    const partiesOf = async (transaction: ReturnType<typeof transactionOf>) =>
      describeTransaction(
        transaction,
        words,
        me.publicKey.toBase58(),
        await readOwners({ server: serverOf(chain.url) }, network, [transaction]),
      ).steps.at(-1)?.parties
    const owner = { name: 'Owner', address: friend.toBase58() }
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
        create(me.publicKey, own),
      ],
      [me, mint],
    )
    chain.advance(1)
    expect(await partiesOf(transactionOf([pay], { payer: me.publicKey }))).not.toContainEqual(
      expect.objectContaining({ name: 'Owner' }),
    )
    expect(
      await partiesOf(transactionOf([create(friend, friends), pay], { payer: me.publicKey })),
    ).toContainEqual(owner)
    await chain.send([create(friend, friends)])
    chain.advance(1)
    expect(await partiesOf(transactionOf([pay], { payer: me.publicKey }))).toContainEqual(owner)
    // neither a mint nor an account of another program is a token account
    for (const place of [mint.publicKey, me.publicKey])
      expect(
        await partiesOf(
          transactionOf(
            [
              spl.createTransferCheckedInstruction(
                own,
                mint.publicKey,
                place,
                me.publicKey,
                5n,
                6,
                [],
                program,
              ),
            ],
            { payer: me.publicKey },
          ),
        ),
      ).not.toContainEqual(expect.objectContaining({ name: 'Owner' }))
  },
)

test('without a valid answer from the node, no owner is named', async () => {
  const pay = transactionOf(
    [spl.createTransferCheckedInstruction(friend, friend, friend, me.publicKey, 5n, 6)],
    { payer: me.publicKey },
  )
  // only `call` is used
  for (const server of [
    serverOf('http://127.0.0.1:1'),
    ...[
      'x',
      { value: 5 },
      { value: [{ owner: 5 }] },
      { value: [{ owner: spl.TOKEN_PROGRAM_ID.toBase58(), data: ['***', 'base64'] }] },
    ].map(
      (result) => ({ call: async () => ({ result }) }) as unknown as ReturnType<typeof serverOf>,
    ),
  ])
    expect((await readOwners({ server }, network, [pay])).size).toBe(0)
})

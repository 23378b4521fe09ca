import * as spl from '@solana/spl-token'
import {
  AddressLookupTableAccount,
  Authorized,
  ComputeBudgetProgram,
  Ed25519Program,
  Lockup,
  StakeProgram,
  SystemProgram,
  VoteProgram,
} from '@solana/web3.js'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import {
  friend,
  keyOf,
  littleEndian,
  mint,
  own,
  plain,
  foreign,
  step,
  table,
  describe,
  transactionOf,
  withExtra,
  words,
} from './testing/describe.ts'
import { describeTransaction } from './describeTransaction.ts'

const advance = SystemProgram.nonceAdvance({ noncePubkey: foreign, authorizedPubkey: own })
const pay = SystemProgram.transfer({ fromPubkey: own, toPubkey: friend, lamports: 1_000_000_000 })
const assign = SystemProgram.assign({ accountPubkey: own, programId: foreign })
const both = [spl.TOKEN_PROGRAM_ID, spl.TOKEN_2022_PROGRAM_ID]
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const lookups = 'AddressLookupTab1e1111111111111111111111111'
const loader = 'BPFLoaderUpgradeab1e11111111111111111111111'
const only = (instruction: TransactionInstruction) => {
  const { steps, ...rest } = describe([instruction])
  const [first] = steps
  if (!first || steps.length > 1) throw new Error('Not one step.')
  return {
    ...first,
    ...rest,
    title: plain(first.title),
    parties: Object.fromEntries(first.parties.map(({ name, address }) => [name, address])),
  }
}
const [me, to, other] = [own, friend, foreign].map((key) => key.toBase58())

test('a payment has the level `plain` and is not risky', () => {
  expect(only(pay)).toMatchObject({
    title: 'Send 1 SOL',
    parties: { From: me, To: to },
    level: 'plain',
    isRisky: false,
    isDurable: false,
  })
  expect(only(pay)).not.toHaveProperty('raw')
})

test.each([0, 1, 2, 31, 700])(
  'a transaction with AdvanceNonceAccount first is durable, even with %i bytes after that step',
  (bytes) => {
    expect(describe([withExtra(advance, bytes), pay])).toMatchObject({
      isDurable: true,
      isRisky: true,
    })
  },
)

test('a transaction that starts with the four bytes of AdvanceNonceAccount is durable, with any accounts', () => {
  for (const accounts of [
    [],
    [[foreign, 'w']],
    [
      [foreign, 'w'],
      [own, 's'],
    ],
    [[foreign, 'w'], [own], [own, 's'], [friend]],
  ] as Parameters<typeof step>[1][])
    expect(describe([step(SystemProgram.programId, accounts, [4, 0, 0, 0]), pay])).toMatchObject({
      isDurable: true,
      isRisky: true,
    })
  const looked = new AddressLookupTableAccount({
    key: table,
    state: {
      addresses: [foreign],
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
    },
  })
  expect(describe([advance, pay], { tables: [looked] })).toMatchObject({
    isDurable: true,
    isRisky: true,
  })
})

test('a transaction with AdvanceNonceAccount in a later step is not durable', () => {
  const { isDurable, steps } = describe([pay, advance])
  expect({ isDurable, titles: steps.map(({ title }) => plain(title)) }).toEqual({
    isDurable: false,
    titles: ['Send 1 SOL', 'Use up a nonce'],
  })
})

test.each<[string, TransactionInstruction, string]>([
  ['Assign', assign, 'Give an account to a program'],
  [
    'AssignWithSeed',
    SystemProgram.assign({
      accountPubkey: friend,
      basePubkey: own,
      seed: 'seed',
      programId: foreign,
    }),
    'Give an account to a program',
  ],
  [
    'Allocate',
    SystemProgram.allocate({ accountPubkey: own, space: 10 }),
    'Reserve space for data in an account',
  ],
  [
    'AllocateWithSeed',
    SystemProgram.allocate({
      accountPubkey: friend,
      basePubkey: own,
      seed: 'seed',
      space: 10,
      programId: foreign,
    }),
    'Give an account to a program',
  ],
  [
    'AuthorizeNonce',
    SystemProgram.nonceAuthorize({
      noncePubkey: foreign,
      authorizedPubkey: own,
      newAuthorizedPubkey: friend,
    }),
    'Hand over a right',
  ],
  [
    'CreateAccount of a program',
    SystemProgram.createAccount({
      fromPubkey: own,
      newAccountPubkey: friend,
      lamports: 5_000_000_000,
      space: 0,
      programId: foreign,
    }),
    'Pay 5 SOL into a new account',
  ],
  [
    'InitializeNonce of another',
    SystemProgram.nonceInitialize({ noncePubkey: foreign, authorizedPubkey: friend }),
    'Set up an account',
  ],
  [
    'StakeAuthorize',
    StakeProgram.authorize({
      stakePubkey: foreign,
      authorizedPubkey: own,
      newAuthorizedPubkey: friend,
      stakeAuthorizationType: { index: 1 },
    }).instructions[0] ?? pay,
    'Hand over a right',
  ],
  [
    'StakeInitialize of another',
    StakeProgram.initialize({
      stakePubkey: foreign,
      authorized: new Authorized(own, friend),
      lockup: Lockup.default,
    }),
    'Set up an account',
  ],
  [
    'SetLockup',
    step(
      StakeProgram.programId,
      [
        [foreign, 'w'],
        [own, 's'],
      ],
      [6, 0, 0, 0, 1, ...littleEndian(99, 8), 0, 1, ...friend.toBytes()],
    ),
    'Lock a stake',
  ],
  [
    'VoteAuthorize',
    VoteProgram.authorize({
      votePubkey: foreign,
      authorizedPubkey: own,
      newAuthorizedPubkey: friend,
      voteAuthorizationType: { index: 1 },
    }).instructions[0] ?? pay,
    'Hand over a right',
  ],
  [
    'Upgrade',
    step(
      loader,
      [[foreign, 'w'], [friend, 'w'], [mint, 'w'], [own, 'w'], [keyOf(6)], [keyOf(7)], [own, 's']],
      [3, 0, 0, 0],
    ),
    'Change the code of a program',
  ],
  [
    'SetAuthority of a program',
    step(loader, [[foreign, 'w'], [own, 's'], [friend]], [4, 0, 0, 0]),
    'Hand over a right',
  ],
  [
    'Close of a program',
    step(
      loader,
      [
        [foreign, 'w'],
        [friend, 'w'],
        [own, 's'],
        [mint, 'w'],
      ],
      [5, 0, 0, 0],
    ),
    'Close an account',
  ],
  [
    'CloseLookupTable',
    step(
      lookups,
      [
        [table, 'w'],
        [own, 's'],
        [friend, 'w'],
      ],
      [4, 0, 0, 0],
    ),
    'Close an account',
  ],
  ...both.flatMap((program): [string, TransactionInstruction, string][] => [
    [
      'Approve',
      spl.createApproveInstruction(foreign, friend, own, 5n, [], program),
      'Allow to take up to 5 units of unknown tokens',
    ],
    [
      'ApproveChecked',
      spl.createApproveCheckedInstruction(foreign, mint, friend, own, 5n, 1, [], program),
      'Allow to take up to 0.5 tokens',
    ],
    [
      'Burn',
      spl.createBurnInstruction(foreign, mint, own, 5n, [], program),
      'Destroy 5 units of unknown tokens',
    ],
    [
      'BurnChecked',
      spl.createBurnCheckedInstruction(foreign, mint, own, 5n, 1, [], program),
      'Destroy 0.5 tokens',
    ],
    [
      'CloseAccount for another',
      spl.createCloseAccountInstruction(foreign, friend, own, [], program),
      'Close a token account',
    ],
    [
      'SetAuthority',
      spl.createSetAuthorityInstruction(
        foreign,
        own,
        spl.AuthorityType.AccountOwner,
        friend,
        [],
        program,
      ),
      'Hand over a right',
    ],
    [
      'Transfer',
      spl.createTransferInstruction(foreign, friend, own, 5n, [], program),
      'Send 5 units of unknown tokens',
    ],
  ]),
])('%s has the level `danger` and is risky', (_, instruction, title) => {
  expect(only(instruction)).toMatchObject({
    title,
    level: 'danger',
    isRisky: true,
    hasUnknownSteps: false,
  })
})

test.each<[string, TransactionInstruction, string, 'plain' | 'warning']>([
  [
    'TransferWithSeed',
    SystemProgram.transfer({
      fromPubkey: foreign,
      basePubkey: own,
      toPubkey: friend,
      lamports: 5_000_000_000,
      seed: 'seed',
      programId: SystemProgram.programId,
    }),
    'Send 5 SOL',
    'plain',
  ],
  [
    'WithdrawNonce',
    SystemProgram.nonceWithdraw({
      noncePubkey: foreign,
      authorizedPubkey: own,
      toPubkey: friend,
      lamports: 5_000_000_000,
    }),
    'Withdraw 5 SOL',
    'warning',
  ],
  [
    'CreateAccount of a token',
    SystemProgram.createAccount({
      fromPubkey: own,
      newAccountPubkey: friend,
      lamports: 5_000_000_000,
      space: 165,
      programId: spl.TOKEN_PROGRAM_ID,
    }),
    'Pay 5 SOL into a new account',
    'warning',
  ],
  [
    'CreateAccountWithSeed',
    SystemProgram.createAccountWithSeed({
      fromPubkey: own,
      newAccountPubkey: friend,
      basePubkey: own,
      seed: 'seed',
      lamports: 5_000_000_000,
      space: 0,
      programId: StakeProgram.programId,
    }),
    'Pay 5 SOL into a new account',
    'warning',
  ],
  [
    'InitializeNonce',
    SystemProgram.nonceInitialize({ noncePubkey: foreign, authorizedPubkey: own }),
    'Set up an account',
    'plain',
  ],
  [
    'Delegate',
    StakeProgram.delegate({ stakePubkey: foreign, authorizedPubkey: own, votePubkey: friend })
      .instructions[0] ?? pay,
    'Stake with a validator',
    'plain',
  ],
  [
    'Deactivate',
    StakeProgram.deactivate({ stakePubkey: foreign, authorizedPubkey: own }).instructions[0] ?? pay,
    'Stop staking',
    'plain',
  ],
  [
    'Withdraw of a stake',
    StakeProgram.withdraw({
      stakePubkey: foreign,
      authorizedPubkey: own,
      toPubkey: friend,
      lamports: 5_000_000_000,
    }).instructions[0] ?? pay,
    'Withdraw 5 SOL',
    'warning',
  ],
  [
    'Withdraw of a stake to itself',
    StakeProgram.withdraw({
      stakePubkey: foreign,
      authorizedPubkey: own,
      toPubkey: own,
      lamports: 5_000_000_000,
    }).instructions[0] ?? pay,
    'Withdraw 5 SOL',
    'plain',
  ],
  [
    'Merge',
    StakeProgram.merge({ stakePubkey: foreign, sourceStakePubKey: friend, authorizedPubkey: own })
      .instructions[0] ?? pay,
    'Join two stakes',
    'warning',
  ],
  [
    'MoveLamports',
    step(
      StakeProgram.programId,
      [
        [foreign, 'w'],
        [friend, 'w'],
        [own, 's'],
      ],
      [17, 0, 0, 0, ...littleEndian(5_000_000_000, 8)],
    ),
    'Move 5 SOL to another stake',
    'warning',
  ],
  [
    'ExtendLookupTable',
    step(
      lookups,
      [[table, 'w'], [own, 's'], [own, 'sw'], [SystemProgram.programId]],
      [2, 0, 0, 0, ...littleEndian(1, 8), ...friend.toBytes()],
    ),
    'Change a lookup table',
    'warning',
  ],
  [
    'Ed25519 check',
    Ed25519Program.createInstructionWithPublicKey({
      publicKey: friend.toBytes(),
      message: new Uint8Array(4),
      signature: new Uint8Array(64),
    }),
    'Check signatures: 1',
    'plain',
  ],
  ['Memo', step(memo, [[own, 's']], new TextEncoder().encode('hi')), 'Note', 'plain'],
  [
    'RecoverNested',
    spl.createRecoverNestedInstruction(foreign, friend, table, keyOf(6), mint, own),
    'Move tokens out of a nested token account',
    'warning',
  ],
  ...both.flatMap((program): [string, TransactionInstruction, string, 'plain' | 'warning'][] => [
    [
      'TransferChecked',
      spl.createTransferCheckedInstruction(foreign, mint, friend, own, 5n, 1, [], program),
      'Send 0.5 tokens',
      'plain',
    ],
    [
      'Revoke',
      spl.createRevokeInstruction(foreign, own, [], program),
      'Stop others from using a token account',
      'plain',
    ],
    [
      'MintTo',
      spl.createMintToInstruction(mint, friend, own, 5n, [], program),
      'Mint 5 units of unknown tokens',
      'warning',
    ],
    [
      'Freeze',
      spl.createFreezeAccountInstruction(friend, mint, own, [], program),
      'Freeze a token account',
      'warning',
    ],
    [
      'Thaw',
      spl.createThawAccountInstruction(friend, mint, own, [], program),
      'Unfreeze a token account',
      'warning',
    ],
    [
      'CloseAccount',
      spl.createCloseAccountInstruction(foreign, own, own, [], program),
      'Close a token account',
      'warning',
    ],
    [
      'SyncNative',
      spl.createSyncNativeInstruction(foreign, program),
      'Update the balance of a wrapped SOL account',
      'plain',
    ],
    [
      'InitializeAccount3',
      spl.createInitializeAccount3Instruction(foreign, mint, own, program),
      'Open a token account',
      'plain',
    ],
    [
      'InitializeAccount3 of another',
      spl.createInitializeAccount3Instruction(foreign, mint, friend, program),
      'Open a token account',
      'warning',
    ],
    [
      'InitializeMint2',
      spl.createInitializeMint2Instruction(mint, 6, own, friend, program),
      'Set up a new token',
      'plain',
    ],
    [
      'Create',
      spl.createAssociatedTokenAccountInstruction(own, foreign, friend, mint, program),
      'Open a token account',
      'plain',
    ],
    [
      'CreateIdempotent',
      spl.createAssociatedTokenAccountIdempotentInstruction(own, foreign, friend, mint, program),
      'Open a token account',
      'plain',
    ],
  ]),
  [
    'TransferCheckedWithFee',
    spl.createTransferCheckedWithFeeInstruction(foreign, mint, friend, own, 50n, 1, 5n, []),
    'Send 5 tokens',
    'warning',
  ],
])('%s is described and is not risky', (_, instruction, title, level) => {
  expect(only(instruction)).toMatchObject({ title, level, isRisky: false, hasUnknownSteps: false })
})

test('a Token-2022 transfer that does not state its fee warns that less may arrive', () => {
  const keeps = /may keep a part/
  for (const program of both) {
    const checked = only(
      spl.createTransferCheckedInstruction(foreign, mint, friend, own, 5n, 1, [], program),
    )
    const unnamed = only(spl.createTransferInstruction(foreign, friend, own, 5n, [], program))
    for (const { why } of [checked, unnamed])
      expect(why.some((text) => keeps.test(text))).toBe(program === spl.TOKEN_2022_PROGRAM_ID)
  }
  // this instruction names its fee, so there is no note
  expect(
    only(
      spl.createTransferCheckedWithFeeInstruction(foreign, mint, friend, own, 50n, 1, 5n, []),
    ).why.some((text) => keeps.test(text)),
  ).toBe(false)
})

test.each(
  [27, 37].flatMap((number) => Array.from({ length: 16 }, (_, part) => [number, part] as const)),
)('a confidential transfer of Token-2022 is unknown and risky: %d, %d', (number, part) => {
  expect(
    only(
      step(
        spl.TOKEN_2022_PROGRAM_ID,
        [[foreign, 'w'], [mint], [friend, 'w'], [own, 's']],
        [number, part, ...littleEndian(5, 8), 1, ...new Uint8Array(60)],
      ),
    ),
  ).toMatchObject({ level: 'danger', isRisky: true, hasUnknownSteps: true })
})

test('a change of authority names the right, the account and the new holder', () => {
  const rightOf = (type: number, holder: PublicKey | null) =>
    only(spl.createSetAuthorityInstruction(foreign, own, type, holder)).parties
  expect(rightOf(spl.AuthorityType.AccountOwner, friend)).toEqual({
    Right: 'To own a token account and everything in it',
    Account: other,
    'New holder': to,
  })
  expect(rightOf(spl.AuthorityType.MintTokens, null)).toEqual({
    Right: 'To make more of a token',
    Account: other,
    'New holder': 'No one, ever again',
  })
  expect(rightOf(spl.AuthorityType.CloseAccount, friend)).toMatchObject({
    Right: 'To close an account and get what is left in it',
  })
  expect(rightOf(spl.AuthorityType.PermanentDelegate, friend)).toMatchObject({
    Right: 'To take a token from every account',
  })
  expect(rightOf(spl.AuthorityType.TransferHookProgramId, friend)).toMatchObject({
    Right: 'To change a setting of a token',
  })
})

test('`assign` of the visitor’s own account warns that the account and its contents are given away', () => {
  expect(only(assign)).toMatchObject({
    parties: { Account: me, Program: other },
    why: [
      expect.stringContaining('your own account'),
      expect.stringContaining('only this program'),
    ],
  })
})

test.each<[string, TransactionInstruction]>([
  ['a step of an unknown program', step(foreign, [], [1])],
  [
    'an unknown step of a known program',
    step(SystemProgram.programId, [[own, 'sw']], [99, 0, 0, 0]),
  ],
  [
    'a truncated step',
    step(
      SystemProgram.programId,
      [
        [own, 'sw'],
        [friend, 'w'],
      ],
      [2, 0, 0, 0, 1, 2],
    ),
  ],
  [
    'a step without its accounts',
    step(SystemProgram.programId, [[own, 'sw']], [2, 0, 0, 0, ...littleEndian(5, 8)]),
  ],
  ['a step without data', step(SystemProgram.programId, [[own, 'sw']], [])],
  ['a memo that is not text', step(memo, [], [0xff])],
  [
    'an associated account for another program than a token program',
    step(
      spl.ASSOCIATED_TOKEN_PROGRAM_ID,
      [[own, 'sw'], [friend, 'w'], [own], [mint], [SystemProgram.programId], [foreign]],
      [1],
    ),
  ],
  ['a setting of Token-2022', spl.createEnableCpiGuardInstruction(foreign, own)],
  [
    'a stake that is locked from the start',
    StakeProgram.initialize({
      stakePubkey: foreign,
      authorized: new Authorized(own, own),
      lockup: new Lockup(0, 900, friend),
    }),
  ],
])('%s is an unknown and risky call, and its data is shown', (_, instruction) => {
  expect(only(instruction)).toMatchObject({
    title: 'Unknown call',
    level: 'danger',
    isRisky: true,
    hasUnknownSteps: true,
    raw: { data: Uint8Array.from(instruction.data) },
  })
})

test('the description of an unknown program says what the program can do with the account', () => {
  expect(only(step(foreign, [[own, 'sw']], [1])).why[0]).toContain('take all your SOL')
  expect(
    describe(
      [
        step(
          foreign,
          [
            [own, 's'],
            [friend, 'w'],
          ],
          [1],
        ),
      ],
      { payer: friend },
    ).steps[0]?.why[0],
  ).toContain('act in your name')
  expect(only(step(foreign, [[friend, 'w']], [1])).why).toHaveLength(1)
})

test('a transfer with additional accounts is never plain, and is risky with a hook or a signer', () => {
  const use = (pubkey: PublicKey, isSigner = false, isWritable = false) => ({
    pubkey,
    isSigner,
    isWritable,
  })
  const transfer = (program: PublicKey) =>
    spl.createTransferCheckedInstruction(foreign, mint, friend, own, 5n, 1, [], program)
  expect(
    only(withExtra(transfer(spl.TOKEN_2022_PROGRAM_ID), 0, [use(keyOf(6)), use(keyOf(7))])),
  ).toMatchObject({
    title: 'Send 0.5 tokens',
    level: 'danger',
    isRisky: true,
    raw: { accounts: { length: 6 } },
  })
  for (const more of [use(keyOf(6), true), use(keyOf(6), false, true), use(own)])
    expect(only(withExtra(transfer(spl.TOKEN_PROGRAM_ID), 0, [more]))).toMatchObject({
      level: 'danger',
      isRisky: true,
    })
  // Solana Pay adds such an account to find the payment later
  for (const instruction of [pay, transfer(spl.TOKEN_PROGRAM_ID)])
    expect(only(withExtra(instruction, 0, [use(keyOf(6))]))).toMatchObject({
      level: 'warning',
      isRisky: false,
      raw: { data: Uint8Array.from(instruction.data) },
    })
})

test('a step with additional bytes is risky, and its data is shown', () => {
  expect(only(withExtra(pay, 3))).toMatchObject({
    title: 'Send 1 SOL',
    level: 'danger',
    isRisky: true,
    raw: { data: { length: 15 } },
  })
  expect(only(withExtra(assign, 1))).toMatchObject({
    title: 'Give an account to a program',
    level: 'danger',
  })
  expect(
    describe([withExtra(ComputeBudgetProgram.setComputeUnitLimit({ units: 5 }), 1), pay]),
  ).toMatchObject({ isRisky: true, steps: { length: 2 } })
})

test('an account from a lookup table is shown as unknown', () => {
  const looked = new AddressLookupTableAccount({
    key: table,
    state: {
      addresses: [friend],
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
    },
  })
  for (const instruction of [
    pay,
    spl.createTransferCheckedInstruction(foreign, mint, friend, own, 5n, 1),
    spl.createCloseAccountInstruction(foreign, friend, own),
  ]) {
    const described = describe([instruction], { tables: [looked] })
    expect(described).toMatchObject({ isRisky: true, steps: [{ level: 'danger' }] })
    expect(described.steps[0]?.parties).toContainEqual({
      name: 'To',
      address: 'From a lookup table, not known here',
      isText: true,
    })
  }
})

test('each step of a batch is described', () => {
  const [first, second] = [
    spl.createTransferInstruction(foreign, friend, own, 5n),
    spl.createSetAuthorityInstruction(foreign, own, spl.AuthorityType.AccountOwner, friend),
  ]
  const batch = (...parts: TransactionInstruction[]) =>
    step(
      spl.TOKEN_PROGRAM_ID,
      parts.flatMap(({ keys }) =>
        keys.map(
          ({ pubkey, isSigner, isWritable }) =>
            [pubkey, `${isSigner ? 's' : ''}${isWritable ? 'w' : ''}` as 'sw'] as const,
        ),
      ),
      [255, ...parts.flatMap(({ keys, data }) => [keys.length, data.length, ...data])],
    )
  expect(describe([batch(first, second)]).steps.map(({ title }) => plain(title))).toEqual([
    'Send 5 units of unknown tokens',
    'Hand over a right',
  ])
  expect(describe([batch(first, batch(second))])).toMatchObject({
    hasUnknownSteps: true,
    isRisky: true,
  })
  expect(describe([withExtra(batch(first), 1)])).toMatchObject({
    hasUnknownSteps: true,
    isRisky: true,
  })
})

test('the payer and the other signers are named, and `isOnlyPayer` is true when the account only pays', () => {
  expect(describe([pay])).toMatchObject({ cosigners: [], isOnlyPayer: false })
  expect(
    describe([SystemProgram.transfer({ fromPubkey: friend, toPubkey: foreign, lamports: 5 })]),
  ).toMatchObject({ cosigners: [to], isOnlyPayer: true })
  expect(describe([pay, step(memo, [[foreign, 's']], [65])], { payer: friend })).toMatchObject({
    payer: to,
    cosigners: [other],
    isOnlyPayer: false,
  })
})

test('steps that only set the fee are hidden if the transaction has other steps', () => {
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 5 })
  expect(describe([limit, pay]).steps).toHaveLength(1)
  expect(describe([limit]).steps).toMatchObject([{ title: 'Limit or raise the fee' }])
})

test('the owner of a token account comes from the network or an earlier step, not from a later step', () => {
  const account = keyOf(6)
  const pays = spl.createTransferCheckedInstruction(keyOf(7), mint, account, own, 5n, 0)
  const takesOver = spl.createInitializeAccount3Instruction(account, mint, own)
  const described = (known: Map<string, string>, instructions = [pays, takesOver]) =>
    describeTransaction(transactionOf(instructions), words, own.toBase58(), known).steps[0]?.parties
  expect(described(new Map([[account.toBase58(), foreign.toBase58()]]))).toContainEqual({
    name: 'Owner',
    address: foreign.toBase58(),
  })
  // the owner of a new account is known only if an earlier step creates the account
  expect(described(new Map())).not.toContainEqual({ name: 'Owner', address: own.toBase58() })
})

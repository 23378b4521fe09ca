import {
  createTransferCheckedInstruction,
  createTransferCheckedWithFeeInstruction,
  getAssociatedTokenAddressSync,
  getTokenMetadata,
  getTransferFeeConfig,
  getMint,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  createAssociatedTokenAccountIdempotentInstruction,
} from '@solana/spl-token'
import { address, createSolanaRpc } from '@solana/kit'
import { Keypair, PublicKey, type Connection } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { solanaAccounts, solanaAddressOf } from './solanaAccounts.ts'
import { keysOf, startTestSolana } from './testing/startTestSolana.ts'

const user = keysOf('everyday user')
const amountOf = (value: {
  account: { data: { parsed: { info: { mint: string; tokenAmount: { uiAmountString: string } } } } }
}) =>
  [
    value.account.data.parsed.info.mint,
    value.account.data.parsed.info.tokenAmount.uiAmountString,
  ] as const

/** Reads the metadata account of a mint, whose address Metaplex derives from the mint. */
async function readMetaplex(connection: Connection, place: string, mint: string) {
  const program = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
  expect(
    PublicKey.findProgramAddressSync(
      [Buffer.from('metadata'), program.toBytes(), new PublicKey(mint).toBytes()],
      program,
    )[0].toBase58(),
  ).toBe(place)
  const account = await connection.getAccountInfo(new PublicKey(place))
  if (!account?.owner.equals(program)) throw new Error('It is not Metaplex’s')
  expect([
    account.data[0],
    new PublicKey(account.data.subarray(33, 65)).toBase58(),
    account.data.length,
  ]).toEqual([4, mint, 607])
  const text = (at: number) =>
    account.data
      .toString('utf8', at + 4, at + 4 + account.data.readUInt32LE(at))
      .replaceAll('\0', '')
  return { name: text(65), symbol: text(65 + 4 + 32), uri: text(65 + 4 + 32 + 4 + 10) }
}

test('every account except the empty one holds SOL, and the everyday user holds tokens of both token programs', async () => {
  const { connection, deployment } = await startTestSolana()
  const mintOf = (symbol: string) =>
    deployment.tokens.find((token) => token.symbol === symbol)?.mint ?? ''
  const held = async (program: PublicKey) =>
    new Map(
      (
        await connection.getParsedTokenAccountsByOwner(user.publicKey, { programId: program })
      ).value.map(amountOf),
    )
  const [plain, later] = [await held(TOKEN_PROGRAM_ID), await held(TOKEN_2022_PROGRAM_ID)]
  expect(Number(plain.get(mintOf('USDC')))).toBeGreaterThan(1_000)
  expect(plain.get(mintOf('HARB'))).toBe('5477')
  // the account received 120, less the token's fee of 2 %, and sent 15.5 and 8
  expect(later.get(mintOf('TOLL'))).toBe('94.1')
  const [nft] = deployment.nfts.slice(-1)
  expect(later.get(nft?.mint ?? '')).toBe('1')
  for (const { address, role } of solanaAccounts)
    expect([role, (await connection.getBalance(new PublicKey(address))) > 0]).toEqual([
      role,
      role !== 'empty',
    ])
})

test('the everyday user’s history has payments with memos and failed transactions, and its times are in the past', async () => {
  const { connection, deployment } = await startTestSolana()
  const list = await connection.getSignaturesForAddress(
    user.publicKey,
    { limit: 1_000 },
    'finalized',
  )
  expect(list.filter(({ err }) => err !== null)).toHaveLength(2)
  expect(list.filter(({ memo }) => memo === '[6] salary')).toHaveLength(7)
  expect(list.every(({ confirmationStatus }) => confirmationStatus === 'finalized')).toBe(true)
  const [oldest] = list.slice(-1)
  expect(oldest?.blockTime ?? 0).toBeLessThan(deployment.bakedAt - 6 * 30 * 86_400)
  expect(oldest?.slot ?? 0).toBeLessThan(await connection.getSlot())
  const block = await connection.getBlock(oldest?.slot ?? 0, {
    maxSupportedTransactionVersion: 0,
    commitment: 'confirmed',
  })
  expect(block?.transactions).toHaveLength(1)
  expect(block?.blockTime).toBe(oldest?.blockTime)
  const salary = await connection.getParsedTransaction(
    list.find(({ memo }) => memo === '[6] salary')?.signature ?? '',
    { commitment: 'confirmed' },
  )
  const [before, after] = [salary?.meta?.preTokenBalances, salary?.meta?.postTokenBalances].map(
    (balances) =>
      balances?.find(({ owner }) => owner === user.publicKey.toBase58())?.uiTokenAmount.uiAmount ??
      0,
  )
  expect((after ?? 0) - (before ?? 0)).toBeCloseTo(2_150, 6)
  expect(
    salary?.transaction.message.instructions.map((instruction) =>
      'parsed' in instruction
        ? [instruction.program, instruction.parsed.type ?? instruction.parsed]
        : [],
    ),
  ).toEqual([
    ['spl-associated-token-account', 'createIdempotent'],
    ['spl-token', 'transferChecked'],
    ['spl-memo', 'salary'],
  ])
})

test('the URLs of metadata and pictures begin with the chain’s own address', async () => {
  const { connection, deployment, url } = await startTestSolana()
  for (const { mint, name, symbol, picture, metadataAccount } of deployment.nfts) {
    const own = metadataAccount
      ? undefined
      : await getTokenMetadata(connection, new PublicKey(mint), 'processed', TOKEN_2022_PROGRAM_ID)
    const metadata = metadataAccount ? await readMetaplex(connection, metadataAccount, mint) : own
    expect(metadata).toMatchObject({ name, symbol })
    expect(metadata?.uri.startsWith(`${url}/metadata/`)).toBe(true)
    const metadataFile = await (await fetch(metadata?.uri ?? '')).json()
    expect(metadataFile).toMatchObject({ name, image: `${url}${picture}` })
    const image = await fetch(metadataFile.image)
    expect(image.headers.get('content-type')).toBe('image/svg+xml')
    expect(await image.text()).toMatch(/^<svg/)
  }
  for (const { mint, name, symbol, metadataAccount } of deployment.tokens)
    if (metadataAccount)
      expect(await readMetaplex(connection, metadataAccount, mint)).toMatchObject({ name, symbol })
  const through = (link: string) => fetch(`${url}/gateway?url=${encodeURIComponent(link)}`)
  expect(await (await through(`${url}${deployment.nfts[0]?.metadata}`)).json()).toMatchObject({
    name: deployment.nfts[0]?.name,
  })
  for (const link of [
    'https://elsewhere.example/metadata/usdc.json',
    `${url}/nothing`,
    `${url}/gateway?url=${url}/metadata/usdc.json`,
    'x',
    '%',
  ])
    expect((await through(link)).status).toBe(405)
  for (const { picture } of deployment.tokens)
    expect((await fetch(`${url}${picture}`)).status).toBe(200)
  expect((await fetch(`${url}/metadata/../../etc/passwd`)).status).toBe(405)
})

test('a transfer of the Token-2022 token TOLL deducts the fee that the mint declares', async () => {
  const { connection, deployment, send, advance } = await startTestSolana()
  const mint = new PublicKey(deployment.tokens.find(({ symbol }) => symbol === 'TOLL')?.mint ?? '')
  const config = getTransferFeeConfig(
    await getMint(connection, mint, 'processed', TOKEN_2022_PROGRAM_ID),
  )
  expect(config?.newerTransferFee).toMatchObject({
    transferFeeBasisPoints: 200,
    maximumFee: 25_000_000_000n,
  })
  const { value } = await connection.getParsedAccountInfo(mint)
  const extensions =
    value && 'parsed' in value.data
      ? value.data.parsed.info.extensions.map(({ extension }: { extension: string }) => extension)
      : []
  expect(extensions).toEqual(['transferFeeConfig', 'metadataPointer', 'tokenMetadata'])

  const to = Keypair.generate().publicKey
  const [from, place] = [user.publicKey, to].map((owner) =>
    getAssociatedTokenAddressSync(mint, owner, false, TOKEN_2022_PROGRAM_ID),
  )
  if (!from || !place) throw new Error('no places')
  const signature = await send([
    createAssociatedTokenAccountIdempotentInstruction(
      user.publicKey,
      place,
      to,
      mint,
      TOKEN_2022_PROGRAM_ID,
    ),
    createTransferCheckedWithFeeInstruction(
      from,
      mint,
      place,
      user.publicKey,
      10_000_000_000n,
      9,
      200_000_000n,
      [],
      TOKEN_2022_PROGRAM_ID,
    ),
  ])
  expect((await connection.getTokenAccountBalance(place)).value.uiAmountString).toBe('9.8')
  advance()
  const parsed = await connection.getParsedTransaction(signature, 'confirmed')
  expect(parsed?.transaction.message.instructions[1]).toMatchObject({
    parsed: {
      type: 'transferCheckedWithFee',
      info: {
        tokenAmount: { uiAmountString: '10' },
        feeAmount: { uiAmountString: '0.2' },
        authority: user.publicKey.toBase58(),
      },
    },
  })
  // inner instructions have created the token account
  expect(
    parsed?.meta?.innerInstructions?.[0]?.instructions.map((call) =>
      'parsed' in call ? call.parsed.type : '',
    ),
  ).toContain('initializeAccount3')
  await expect(
    send([
      createTransferCheckedWithFeeInstruction(
        from,
        mint,
        place,
        user.publicKey,
        10_000_000_000n,
        9,
        1n,
        [],
        TOKEN_2022_PROGRAM_ID,
      ),
    ]),
  ).rejects.toThrow('custom program error')
})

test('@solana/kit finds token accounts by mint and by program with filters', async () => {
  const { url, deployment, send, connection } = await startTestSolana()
  const rpc = createSolanaRpc(url)
  const mint = address(deployment.tokens.find(({ symbol }) => symbol === 'USDC')?.mint ?? '')
  const owner = address(solanaAddressOf('everyday user'))
  const { value } = await rpc
    .getTokenAccountsByOwner(owner, { mint }, { encoding: 'jsonParsed' })
    .send()
  expect(value).toHaveLength(1)
  expect(value[0]?.account.data.parsed.info).toMatchObject({ mint, owner, state: 'initialized' })
  const found = await rpc
    .getProgramAccounts(address(TOKEN_PROGRAM_ID.toBase58()), {
      encoding: 'base64',
      filters: [
        { dataSize: 165n },
        { memcmp: { offset: 32n, bytes: owner as never, encoding: 'base58' } },
      ],
    })
    .send() // the cast: @solana/kit has its own types for base58 texts
  expect(found.map(({ pubkey }) => pubkey)).toContain(value[0]?.pubkey)
  expect(found).toHaveLength(3)
  expect((await rpc.getTokenSupply(mint).send()).value.uiAmountString).toBe('100000000')
  const { value: largest } = await rpc.getTokenLargestAccounts(mint).send()
  expect(largest.length).toBeGreaterThan(3)
  await expect(rpc.getTokenSupply(owner).send()).rejects.toMatchObject({
    context: { __serverMessage: 'Invalid param: not a Token mint' },
  }) // not `message`: if @solana/kit is built for production, it is only a code

  // an account shows a transfer only at the commitments that the transfer has reached
  const [from, to] = ['everyday user', 'newcomer'].map((role) =>
    getAssociatedTokenAddressSync(new PublicKey(mint), keysOf(role as 'newcomer').publicKey),
  ) // the cast: both texts are roles
  if (!from || !to) throw new Error('no places')
  await send([
    createTransferCheckedInstruction(from, new PublicKey(mint), to, user.publicKey, 1_500_000n, 6),
  ])
  expect((await connection.getTokenAccountBalance(to, 'processed')).value.uiAmountString).toBe(
    '26.5',
  )
  expect((await connection.getTokenAccountBalance(to, 'finalized')).value.uiAmountString).toBe('25')
})

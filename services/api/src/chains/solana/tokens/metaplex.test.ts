import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { accountBalance } from '@latchkey/protocol/api'
import { accountNfts } from '@latchkey/protocol/nfts'
import { metadataAccount, metadataProgram } from '@latchkey/devnet/solana/metadata/metadataAccount'
import { readSolanaDeployment } from '@latchkey/devnet/solana/store/readBaked'
import { gatewayPath } from '@latchkey/devnet/solana/metadata/fileAt'
import { solanaAddressOf } from '@latchkey/devnet/solana/solanaAccounts'
import { keysOf, startTestSolana } from '@latchkey/devnet/solana/testing/startTestSolana'
import { createApi } from '../../../createApi.ts'
import { makeAccounts } from '../../../testing/solanaTraffic.ts'
import { neverOverloaded } from '../../../testing/neverOverloaded.ts'
import { solanaChainAt } from '../../../testing/solanaChainAt.ts'
import { sendJson, startFakeNode } from '../../../testing/startFakeNode.ts'
import { isOnCurve } from './isOnCurve.ts'
import { metadataPlace, readMetaplex } from './metaplex.ts'
import { toKey } from '../solanaKey.ts'

/** The seed of the generated cases. `LATCHKEY_SEED` replaces it. */
const seed = Number(process.env['LATCHKEY_SEED'] ?? 20_261_125)
const deployer = keysOf('whale')
const program = new PublicKey(metadataProgram)
const placeOf = (mint: PublicKey) =>
  PublicKey.findProgramAddressSync(
    [Buffer.from('metadata'), program.toBytes(), mint.toBytes()],
    program,
  )[0]

async function startApi(url: string, more: object = {}) {
  const api = createApi({ ...neverOverloaded, chains: [solanaChainAt(url)], ...more })
  onTestFinished(() => api.close())
  const listening = await api.listen({ port: 0 })
  const request = async (path: string) =>
    (await fetch(`${listening.url}/v1/account/${path}`)).json()
  return {
    balances: async (account: string) =>
      v.parse(accountBalance.answer, await request(`${account}/balance?currency=usd`)).balances,
    nfts: async (account: string) =>
      v.parse(accountNfts.answer, await request(`${account}/nfts`)).data,
  }
}

test('the address of the metadata is the same as in Solana’s own library, for any mint', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const mint = new PublicKey(bytes)
      expect(metadataPlace(toKey(mint.toBase58()))).toBe(toKey(placeOf(mint).toBase58()))
      expect(isOnCurve(bytes)).toBe(PublicKey.isOnCurve(bytes))
    }),
    { numRuns: 300, seed },
  )
})

test('the tokens and collectibles of the development chain have their names, collections and pictures', async () => {
  const solana = await startTestSolana()
  const { balances, nfts } = await startApi(solana.url, {
    nftGateways: { http: `${solana.url}${gatewayPath}` },
  })
  const user = solanaAddressOf('everyday user')
  expect(
    (await balances(user)).map(({ name, symbol, verified }) => [name, symbol, verified]),
  ).toEqual(
    expect.arrayContaining([
      ['USD Coin', 'USDC', false],
      ['Harbour Points', 'HARB', false],
      ['Toll Token', 'TOLL', false],
    ]),
  )
  const own = await nfts(user)
  expect(
    own
      .map(({ name, collection, traits }) => [
        name,
        collection.name,
        collection.symbol,
        traits[0]?.value,
      ])
      .toSorted(),
  ).toEqual([
    ['Harbour Light #3', 'Harbour Lights', 'LIGHT', '3'],
    ['Night Ferry #5', 'Night Ferry #5', 'FERRY', '5'],
  ])
  for (const { picture } of own) {
    const image = await fetch(picture ?? '')
    expect([image.headers.get('content-type'), (await image.text()).slice(0, 4)]).toEqual([
      'image/svg+xml',
      '<svg',
    ])
  }
})

/**
 * Starts a chain with a mint that the account holds. When its node is asked for the account that
 * describes a mint, it answers with `bytes`.
 */
async function spoilt(
  decimals: number,
  bytes: (mint: string) => { owner?: string; data: Uint8Array } | undefined | 'down',
) {
  const solana = await startTestSolana()
  const {
    keys: [user],
  } = await makeAccounts(solana, [24e9])
  if (!user) throw new Error('There is no account')
  const mint = Keypair.generate()
  const place = getAssociatedTokenAddressSync(mint.publicKey, user.publicKey)
  await solana.send(
    [
      SystemProgram.createAccount({
        fromPubkey: deployer.publicKey,
        newAccountPubkey: mint.publicKey,
        space: getMintLen([]),
        lamports: 2_000_000,
        programId: TOKEN_PROGRAM_ID,
      }),
      createInitializeMint2Instruction(mint.publicKey, decimals, deployer.publicKey, null),
      createAssociatedTokenAccountIdempotentInstruction(
        deployer.publicKey,
        place,
        user.publicKey,
        mint.publicKey,
      ),
      createMintToInstruction(mint.publicKey, place, deployer.publicKey, 500n),
    ],
    [deployer, mint],
  )
  solana.advance(2)
  const address = mint.publicKey.toBase58()
  const node = await startFakeNode(
    (body, response) =>
      void (async () => {
        const honest = await (
          await fetch(solana.url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
        ).json()
        const bytesRead = bytes(address)
        if (!body.includes(placeOf(mint.publicKey).toBase58())) return sendJson(response, honest)
        if (bytesRead === 'down') return void response.destroy()
        sendJson(response, {
          ...honest,
          result: {
            ...honest.result,
            value: [
              bytesRead
                ? {
                    lamports: 1,
                    owner: bytesRead.owner ?? metadataProgram,
                    executable: false,
                    rentEpoch: 0,
                    space: bytesRead.data.length,
                    data: [Buffer.from(bytesRead.data).toString('base64'), 'base64'],
                  }
                : null,
            ],
          },
        })
      })().catch(() => response.destroy()),
    { receivesChainId: true },
  )
  onTestFinished(node.close)
  return { ...(await startApi(node.url)), mint: address, user: user.publicKey.toBase58() }
}

const described = (mint: string, more: Partial<Parameters<typeof metadataAccount>[0]> = {}) =>
  metadataAccount({
    mint,
    authority: deployer.publicKey.toBase58(),
    name: 'Harbour \u202eCoin',
    symbol: 'HBR\u0000',
    uri: '',
    isFungible: true,
    ...more,
  })

test('the name of a token from Metaplex is cleaned, and a lure or an imitation is hidden', async () => {
  const names: Partial<Parameters<typeof metadataAccount>[0]> = {}
  const { balances, user } = await spoilt(2, (mint) => ({ data: described(mint, names) }))
  expect((await balances(user)).slice(1)).toMatchObject([
    { name: 'Harbour Coin', symbol: 'HBR', verified: false, quantity: { numeric: '5' } },
  ])
  for (const more of [{ name: 'Claim: bad.example' }, { symbol: 'S\u200bOL' }]) {
    const lure = await spoilt(2, (mint) => ({ data: described(mint, more) }))
    expect((await lure.balances(lure.user)).slice(1)).toEqual([])
  }
})

test('metadata of another program or mint, and invalid bytes, are ignored', async () => {
  const foreignKey = Keypair.generate().publicKey.toBase58()
  for (const bytesRead of [
    (mint: string) => ({ owner: TOKEN_PROGRAM_ID.toBase58(), data: described(mint) }),
    () => ({ data: described(foreignKey) }),
    (mint: string) => ({ data: described(mint).subarray(0, 70) }),
    () => undefined,
  ]) {
    const { balances, user } = await spoilt(2, bytesRead)
    expect((await balances(user)).slice(1)).toEqual([])
  }
  const mint = toKey(foreignKey)
  const honest = described(foreignKey, { collection: deployer.publicKey.toBase58() })
  expect(readMetaplex(Buffer.from(honest), mint)).toMatchObject({
    metadata: { symbol: 'HBR' },
    collection: toKey(deployer.publicKey.toBase58()),
  })
  fc.assert(
    fc.property(
      fc.nat(honest.length - 1),
      fc.nat(255),
      fc.nat(honest.length),
      (at, byte, length) => {
        const changed = Buffer.from(honest).subarray(0, length)
        if (at < length) changed[at] = byte
        const read = readMetaplex(changed, mint)
        if (read?.collection) expect(read.collection).toMatch(/^0x[0-9a-f]{64}$/)
        if (read?.metadata)
          expect(read.metadata.name.length + read.metadata.uri.length).toBeLessThanOrEqual(
            honest.length,
          )
      },
    ),
    { numRuns: 2_000, seed },
  )
})

test.each([
  [1, { name: 'Harbour Lights', symbol: 'LIGHT' }],
  [0, { name: 'Harbour Coin', symbol: 'HBR' }],
])(
  'an NFT has the name of its collection only if the collection is verified (%i)',
  async (isConfirmed, collection) => {
    const lights = new PublicKey(readSolanaDeployment().nfts[0]?.mint ?? '')
    const { nfts, user } = await spoilt(0, (mint) => {
      const data = Buffer.from(
        described(mint, { isFungible: false, collection: lights.toBase58() }),
      )
      data[data.indexOf(lights.toBuffer()) - 1] = isConfirmed
      return { data }
    })
    expect(await nfts(user)).toMatchObject([{ name: 'Harbour Coin', collection }])
  },
)

test('while a node does not answer for names, all rows are listed without them, and a name appears after the node answers', async () => {
  const node = { isDown: true }
  const { nfts, balances, user, mint } = await spoilt(0, (mint) =>
    node.isDown ? 'down' : { data: described(mint, { isFungible: false }) },
  )
  expect(await nfts(user)).toMatchObject([{ name: mint.slice(0, 6), contract: mint }])
  expect((await balances(user)).map(({ symbol }) => symbol)).toEqual(['SOL'])
  node.isDown = false
  await expect
    .poll(async () => (await nfts(user)).map(({ name }) => name), { timeout: 20_000 })
    .toEqual(['Harbour Coin'])
})

/**
 * Writes the state of the Solana chain and its deployment into `devnet/baked`. Run: `npx tsx
 * devnet/bake/bakeSolana.ts`.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { systemProgram } from '../src/solana/chain/accounts.ts'
import { createChain } from '../src/solana/chain/createChain.ts'
import { genesisHash, solanaNetworkId } from '../src/solana/chain/genesis.ts'
import { loadVm } from '../src/solana/chain/openVm.ts'
import { solanaChain } from '../src/chains.ts'
import type { BakedFile } from '../src/deployment.ts'
import type { SolanaDeployment } from '../src/solana/deployment.ts'
import { solanaAccounts, solanaAddressOf } from '../src/solana/solanaAccounts.ts'
import { linesOf } from '../src/solana/store/storeState.ts'
import { writeLine } from '../src/solana/store/lines.ts'
import { historyMonths, month, solanaHistory } from './solana/history.ts'
import { makeClassicNft, makeNft, makeToken, metadataAccountOf, mintOf } from './solana/mints.ts'
import { keysNamed, keysOf, type Person } from './solana/people.ts'
import { lightPlans, nftPlans, solPrice, tokenPlans } from './solana/tokens.ts'
import { createWorld } from './solana/world.ts'

/** Seconds from the first slot to the first month of the history. Tokens are created then. */
const timeBeforeNow = 5 * 86_400
/** How many lamports accounts have before the first transaction. */
const first: readonly (readonly [Person, bigint])[] = [
  ['exchange', 130_000_000_000_000n],
  ['deployer', 900_000_000_000n],
]
/** The supply of each token, in whole tokens. */
const supply = 100_000_000n

const now = Math.floor(Date.now() / 1_000)
const start = now - historyMonths * month
const clock = { now: (start - timeBeforeNow) * 1_000 }
const chain = createChain({
  module: await loadVm(),
  firstSlot: 1_000,
  slotMs: solanaChain.slotMs,
  now: () => clock.now,
  seed: genesisHash,
})
for (const [person, lamports] of first)
  chain.accounts.write(keysOf(person).publicKey.toBase58(), {
    lamports,
    owner: systemProgram,
    executable: false,
    data: new Uint8Array(),
  })

const world = createWorld(chain, clock)
for (const [index, plan] of tokenPlans.entries()) {
  world.moveTo(start - timeBeforeNow + 3_600 * (index + 1))
  makeToken(world, plan, supply)
}
for (const [index, plan] of nftPlans.entries()) {
  world.moveTo(start - timeBeforeNow + 86_400 + 3_600 * index)
  makeNft(world, plan)
}
for (const [index, plan] of lightPlans.entries()) {
  world.moveTo(start - timeBeforeNow + 2 * 86_400 + 3_600 * index)
  makeClassicNft(world, plan)
}
for (const [at, action] of solanaHistory()) {
  world.moveTo(Math.round(start + at * month))
  action(world)
}
world.moveTo(now)

const idLength = 16
const bakeId = createHash('sha256')
  .update([...linesOf(chain, '', 0)].map(writeLine).join(''))
  .digest('hex')
  .slice(0, idLength)
const text = [...linesOf(chain, bakeId, 0)].map(writeLine).join('')
const deployment: BakedFile<SolanaDeployment> = {
  bakeId,
  bakedAt: now,
  networkId: solanaNetworkId,
  nativePrice: solPrice,
  tokens: tokenPlans.map(({ program, name, symbol, decimals, price, ...rest }) => ({
    mint: mintOf(symbol).toBase58(),
    program,
    name,
    symbol,
    decimals,
    price,
    ...('feeBasisPoints' in rest && { feeBasisPoints: rest.feeBasisPoints }),
    picture: `/pictures/${symbol.toLowerCase()}.svg`,
    ...(program === 'token' && { metadataAccount: metadataAccountOf(mintOf(symbol)) }),
  })),
  nfts: [
    ...lightPlans.map(({ id, name }, index) => ({
      ...nftOf(id, name, 'LIGHT'),
      metadataAccount: metadataAccountOf(keysNamed(`mint ${id}`).publicKey),
      ...(index > 0 && { collection: mintNamed(lightPlans[0].id) }),
    })),
    ...nftPlans.map(({ id, name }) => nftOf(id, name, 'FERRY')),
  ],
  accounts: solanaAccounts
    .filter(({ address }) => address !== solanaAddressOf('empty'))
    .map(({ address, role }) => ({ address, role })),
}
function mintNamed(id: string): string {
  return keysNamed(`mint ${id}`).publicKey.toBase58()
}

function nftOf(id: string, name: string, symbol: string) {
  return {
    mint: mintNamed(id),
    name,
    symbol,
    metadata: `/metadata/${id}.json`,
    picture: `/pictures/${id}.svg`,
  }
}

const folder = new URL('../baked/', import.meta.url)
const packed = gzipSync(text, { level: 9 })
writeFileSync(new URL('solana.lines.gz', folder), packed)
writeFileSync(new URL('solana.json', folder), `${JSON.stringify(deployment, null, 2)}\n`)
console.log(
  `${solanaNetworkId}: ${chain.history.count()} transactions, ${chain.accounts.changed().size} accounts, ${Math.round(packed.length / 1_024)} kB`,
)

import {
  createAssociatedTokenAccountIdempotentInstruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { SystemProgram } from '@solana/web3.js'
import { onTestFinished } from 'vitest'
import { keysOf, startTestSolana } from '@latchkey/devnet/solana/testing/startTestSolana'
import { createApi } from '../../createApi.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import { solanaChainAt } from '../../testing/solanaChainAt.ts'
import { makeAccounts, makeMints } from '../../testing/solanaTraffic.ts'
import { testChainReader, type ChainInTest } from '../conformance.ts'
import { chainReaders } from '../registry.ts'
import { solana } from './solana.ts'

async function start(): Promise<ChainInTest> {
  const ledger = await startTestSolana()
  const {
    keys: [user, other],
  } = await makeAccounts(ledger, [24e9, 3e9])
  const [usdc] = await makeMints(ledger, keysOf('whale'))
  if (!user || !other || !usdc) throw new Error('There is no mint')
  const [me, friend] = [user.publicKey.toBase58(), other.publicKey.toBase58()]
  const token = usdc.address.toBase58()
  const { address, program } = usdc
  const place = getAssociatedTokenAddressSync(address, user.publicKey, false, program)
  const whale = keysOf('whale')
  await ledger.send(
    [
      createAssociatedTokenAccountIdempotentInstruction(
        whale.publicKey,
        place,
        user.publicKey,
        address,
        program,
      ),
      createMintToInstruction(address, place, whale.publicKey, 5n),
    ],
    [whale],
  )
  ledger.advance()
  const config = {
    ...solanaChainAt(ledger.url),
    tokens: [{ address: token, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
    index: { pollEvery: 600_000 },
  }
  const api = createApi({ ...neverOverloaded, chains: [config], database: 'memory' })
  await api.listen({ port: 0 })
  onTestFinished(() => api.close())
  return {
    api,
    kind: solana,
    readers: chainReaders,
    config,
    account: [me],
    addresses: [me],
    friend,
    invalid: [`${me}1111`, me.slice(0, 20), `0${me.slice(1)}`],
    foreign: '0x000000000000000000000000000000000000dEaD',
    token,
    hasNfts: true,
    identities: {
      own: `${config.networkId.slice('solana:'.length)}11111111111`,
      foreign: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    },
    methods: { forwarded: 'getSlot', refused: 'getProgramAccounts' },
    async send(amount) {
      const hash = await ledger.send(
        [
          SystemProgram.transfer({
            fromPubkey: user.publicKey,
            toPubkey: other.publicKey,
            lamports: amount,
          }),
        ],
        [user],
      )
      ledger.advance(2)
      await api.settled(config.networkId)
      return hash
    },
  }
}

testChainReader(start)

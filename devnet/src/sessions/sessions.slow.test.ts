import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet, type Devnet } from '../startDevnet.ts'
import { openSessionChain, type SessionChain } from './sessionChain.ts'
import { expectExactEdges, expectOnlyTerms } from './sessionProperties.ts'

let devnet: Devnet
let chain: SessionChain
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
  const [first] = devnet.chains
  if (!first) throw new Error('no chain runs')
  chain = await openSessionChain(first)
}, 60_000)
afterAll(() => devnet.close())

const long = { timeout: 300_000 }

test(
  'in hundreds of attempts, nobody takes more from a session than its terms say',
  long,
  async () => {
    const { taken, refused } = await expectOnlyTerms(chain, { numRuns: 60 })
    expect(taken).toBeGreaterThan(60)
    expect(refused).toBeGreaterThan(400)
  },
)

test('sites that take all they can get the worst case exactly', long, async () => {
  expect(await expectExactEdges(chain, { numRuns: 60 })).toBeGreaterThan(40)
})

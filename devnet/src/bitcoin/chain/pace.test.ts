import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createTestChain } from '../testing/createTestChain.ts'
import { payFromFaucet } from './faucet.ts'
import { createPace, isQuiet } from './pace.ts'
import { scriptOfKind } from '../testing/kinds.ts'

test('empty blocks become rare, and come at once when a transaction waits', () => {
  let seconds = 0
  const chain = createTestChain()
  const begin = chain.now()
  chain.now = () => begin + seconds * 1_000
  expect(isQuiet(chain)).toBe(true)
  seconds = 599
  expect(isQuiet(chain)).toBe(true)
  seconds = 600
  expect(isQuiet(chain)).toBe(false)
  seconds = 0
  payFromFaucet(chain, scriptOfKind('p2wpkh'), 10_000n)
  expect(isQuiet(chain)).toBe(false)
  chain.mine()
  expect(isQuiet(chain)).toBe(false)
  chain.mine(11)
  expect(isQuiet(chain)).toBe(false)
  chain.mine()
  chain.now = () => (chain.blocks.at(-1)?.time ?? 0) * 1_000
  expect(isQuiet(chain)).toBe(true)
})

test('the timer mines, and stops when it is held', async () => {
  const chain = createTestChain()
  payFromFaucet(chain, scriptOfKind('p2wpkh'), 10_000n)
  let blocks = 0
  const pace = createPace(chain, () => void (blocks += 1), 5)
  onTestFinished(pace.hold)
  pace.resume()
  pace.resume()
  await expect.poll(() => blocks).toBeGreaterThan(2)
  pace.hold()
  const before = blocks
  await wait(40)
  expect(blocks).toBe(before)
})

import fc from 'fast-check'
import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { createKit } from '../../createKit.ts'
import { createUnstableKitCheck } from './unstableKitCheck.ts'
import { contextOf } from '../../core/kit/context.ts'

const make = () =>
  createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks: [mainnet],
    adapters: [evm()],
    storage: memoryStorage(),
  })

test('`isBeingMade` is true until the code that creates the kit has ended', async () => {
  const kit = make()
  expect(contextOf(kit).isBeingMade).toBe(true)
  await Promise.resolve()
  expect(contextOf(kit).isBeingMade).toBe(false)
})

test('hot reloads are not reported, as a module creates each kit before its render', async () => {
  let reports = 0
  const see = createUnstableKitCheck(() => reports++)
  for (let reload = 0; reload < 12; reload++) {
    const kit = make()
    await Promise.resolve() // a development server runs the render after the module
    see(kit, contextOf(kit).isBeingMade)
  }
  expect(reports).toBe(0)
})

test('the fourth kit that a component creates is reported once, however many kits modules create in between', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ isBeingMade: fc.boolean(), renders: fc.integer({ min: 1, max: 3 }) })),
      (kits) => {
        const reports: number[] = []
        let made = 0
        const see = createUnstableKitCheck(() => reports.push(made))
        for (const { isBeingMade, renders } of kits) {
          const kit = {}
          if (isBeingMade) made++
          for (let render = 0; render < renders; render++) see(kit, isBeingMade)
        }
        expect(reports).toEqual(made >= 4 ? [4] : [])
      },
    ),
  )
})

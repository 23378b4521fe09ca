import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { deafChains, startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import type { KitOptions } from '../../core/options/options.ts'
import type { Route } from '../router/reducer.ts'
import { destinationOf } from './destinationOf.ts'
import { loadManifests } from './loadManifests.ts'
import type { Views } from './registry.ts'

const connectorId = 'app.latchkey.development'
const send: Route<Views> = { view: 'WalletSend', params: undefined }
const connect: Route<Views> = { view: 'Connect', params: undefined }

beforeEach(() => {
  startTestPage()
  startTestWallet()
})

/** A kit with all features loaded. */
async function start(
  options: Partial<KitOptions> & { chains?: readonly [(typeof deafChains)[number]] } = {},
) {
  const { kit } = startTestKit(options)
  const { store, complete } = loadManifests(kit)
  await complete()
  return { kit, known: store.getState() }
}

test('a visitor who is not connected has the requested screen as destination, unless it needs no account', async () => {
  const { kit, known } = await start()
  expect(destinationOf(kit, known, send)).toEqual(send)
  expect(destinationOf(kit, known, connect)).toBeUndefined()
})

test('a connected visitor whom every guard allows has no destination', async () => {
  const { kit, known } = await start()
  await kit.connect({ connectorId })
  expect(destinationOf(kit, known, send)).toBeUndefined()
})

test('a connected visitor whom a guard does not allow has the requested screen as destination', async () => {
  const { kit, known } = await start({ chains: [deafChains[1]] })
  await kit.connect({ connectorId })
  expect(destinationOf(kit, known, send)).toEqual(send)
  expect(destinationOf(kit, known, connect)).toBeUndefined()
})

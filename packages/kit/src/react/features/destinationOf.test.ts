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

/** Starts a kit that has loaded all features. */
async function start(
  options: Partial<KitOptions> & { chains?: readonly [(typeof deafChains)[number]] } = {},
) {
  const { kit } = startTestKit(options)
  const { store, complete } = loadManifests(kit)
  await complete()
  return { kit, known: store.getState() }
}

test('without an account the destination is the requested screen, unless it needs no account', async () => {
  const { kit, known } = await start()
  expect(destinationOf(kit, known, send)).toEqual(send)
  expect(destinationOf(kit, known, connect)).toBeUndefined()
})

test('with an account that every guard allows, there is no destination', async () => {
  const { kit, known } = await start()
  await kit.connect({ connectorId })
  expect(destinationOf(kit, known, send)).toBeUndefined()
})

test('with an account that a guard does not allow, the destination is the requested screen', async () => {
  const { kit, known } = await start({ chains: [deafChains[1]] })
  await kit.connect({ connectorId })
  expect(destinationOf(kit, known, send)).toEqual(send)
  expect(destinationOf(kit, known, connect)).toBeUndefined()
})

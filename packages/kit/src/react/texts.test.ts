import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { bitcoin } from '../chains/bitcoin/bitcoin.ts'
import { evm } from '../chains/evm/evm.ts'
import { polkadot } from '../chains/polkadot/polkadot.ts'
import { solana } from '../chains/solana/solana.ts'
import { startTestClock } from '../core/testing/startTestClock.ts'
import { memoryStorage } from '../core/storage/storage.ts'
import { createKit } from '../createKit.ts'
import { reportUnknownTexts } from './developer/reportUnknownTexts.ts'
import { unknownTexts } from './texts.lazy.ts'
import type { TextKey } from './texts.lazy.ts'
import type { Catalogue } from '@latchkey/words/messages'

const site = {
  metadata: { name: 'Shop', url: 'https://shop.example.org' },
  networks: [mainnet],
  adapters: [evm(), solana(), bitcoin(), polkadot()],
} as const
const start = async (debug: boolean, texts: { [name: string]: string }) => {
  const kit = createKit({
    ...site,
    debug,
    texts,
    storage: memoryStorage(),
    clock: startTestClock(),
  })
  await reportUnknownTexts(kit)
  await import('../core/errors/alertOf.lazy.ts') // the modal loads this, too
  return kit.getState().alert
}

test('TextKey has the texts of screens, buttons and errors, and no others', async () => {
  const known: TextKey[] = [
    'connect.title',
    'modal.back',
    'button.connect',
    'button.account',
    'error.userRejected',
    'account.send',
    'review.total',
    'connect.allTitle',
    'solanaFaults.program',
    'bitcoinFaults.dust',
  ]
  const none = [
    // @ts-expect-error no such text
    'connect.titel' satisfies TextKey,
    // @ts-expect-error no such text
    'button.connnect' satisfies TextKey,
    // @ts-expect-error no such text
    'error.nonsense' satisfies TextKey,
    // @ts-expect-error no such text
    'constructor.name' satisfies TextKey,
    // @ts-expect-error no such text
    'connect' satisfies TextKey,
    // @ts-expect-error no such text
    'solanaFaults.nonsense' satisfies TextKey,
  ]
  expect(await unknownTexts(createKit(site), [...known, ...none])).toEqual(none)
})

test('with `debug` an unknown text is reported in the modal', async () => {
  expect(await start(true, { 'connect.title': 'Log in', 'connect.titel': 'Log in' })).toEqual({
    code: 'alertInvalidConfiguration',
    text: 'Option "texts" has "connect.titel", which is shown nowhere. The type TextKey lists all names.',
  })
  expect(await start(true, { 'connect.title': 'Log in' })).toBeUndefined()
})

test('with `debug` an unknown text is also reported in the console', async () => {
  const reports: unknown[] = []
  Object.assign(globalThis, { reportError: (error: unknown) => reports.push(error) })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'reportError'))
  await start(true, { 'connect.titel': 'Log in' })
  expect(reports).toMatchObject([{ code: 'optionInvalid' }])
})

test('without `debug` an unknown text is ignored', async () => {
  expect(await start(false, { 'connect.titel': 'Log in' })).toBeUndefined()
})

test('every text of the kit has a key', async () => {
  const files = import.meta.glob<{ [name: string]: unknown }>(
    ['./**/*essages.ts', '../chains/**/messages.ts', '!./i18n/**'],
    { eager: true },
  )
  const isCatalogue = (value: unknown): value is Catalogue =>
    typeof value === 'object' && value !== null && 'scope' in value && 'texts' in value
  const names = Object.values(files)
    .flatMap((module) => Object.values(module).filter(isCatalogue))
    .flatMap(({ scope, texts }) => Object.keys(texts).map((key) => `${scope}.${key}`))
  expect(names.length).toBeGreaterThan(400)
  expect(await unknownTexts(createKit(site), names)).toEqual([])
})

import { expect, test } from 'vitest'
import * as testing from './testing.ts'

test('latchkey/testing exports what a test needs and nothing else', () => {
  expect(Object.keys(testing).sort()).toEqual([
    'ProviderError',
    'announceWallet',
    'behaviours',
    'createDevelopmentWallet',
    'createFakeAdapter',
    'createFaultyFetch',
    'createHeadlessWallet',
    'createSolanaWallet',
    'describeConsent',
    'developmentMnemonic',
    'manualClock',
    'memoryStorage',
    'registerWallet',
    'showScreen',
    'solanaKeyOf',
    'solanaKeys',
  ])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as limits from './limits.ts'
import { nameZones } from './profile.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

test('`times` has the values of the contract', () => {
  expect({ ...limits.times }).toMatchObject({
    // docs/contracts/product.md#times
    emailCooldown: 30 * second,
    balanceCache: 30 * second,
    nameCache: 5 * minute,
    identityCache: 5 * minute,
    balanceRetryBlock: 30 * second,
    toastSwap: 150,
    connectRequest: 30_000,
    retryBase: 150,
    heartbeat: 5 * second,
    relayHeartbeat: 35 * second,
    relayConnect: 15 * second,
    relayPublish: minute,
    relayPublishInitial: 15 * second,
    relayMessage: 6 * hour,
    pairing: 5 * minute,
    relayHistory: 30 * day,
    // product.md#times, too: 3 s, 5 s, 10 s, 4 minutes
    toast: 3 * second,
    modalMount: 5 * second,
    reconnect: 10 * second,
    slowHint: 10 * second,
    httpRequest: 10 * second,
    walletDecision: 4 * minute,
  })
})

test('`counts` has the values of the contract', () => {
  expect({ ...limits.counts }).toMatchObject({
    retries: 3,
    recentWallets: 2,
    pendingTransactions: 99,
    relayAttempts: 5,
    relayBatchTopics: 500,
    recentlyDeleted: 200,
    quantityDecimals: 3,
    addressHead: 4,
    addressTail: 6,
    frameVersion: 4,
    slippagePercent: 1,
  })
})

test('the statuses that are retried and the storage version are those of the contract', () => {
  expect(limits.retryStatuses).toEqual([403, 408, 413, 429, 500, 502, 503, 504])
  expect(limits.storageVersion).toBe(1)
})

test('`restrictedTimeZones` has the time zones of mainland China, Hong Kong and Macau in upper case', () => {
  expect(limits.restrictedTimeZones).toEqual(
    expect.arrayContaining(['ASIA/SHANGHAI', 'ASIA/URUMQI', 'ASIA/HONG_KONG', 'ASIA/MACAU']),
  )
  expect(limits.restrictedTimeZones.every((zone) => zone === zone.toUpperCase())).toBe(true)
})

test('limits of buying, name zones and amount signs are those of the contract', () => {
  expect(limits.onRampLimits).toEqual([
    { id: 'card', min: '10.00', max: '7500.00' },
    { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
  ])
  expect(limits.onRampFeePercent).toEqual({ min: 1, max: 2 })
  expect(limits.onRampFeeRange).toBe('1-2%')
  expect(nameZones.map((zone) => `.${zone}`)).toEqual(['.reown.id', '.wcn.id'])
  expect(limits.amountSigns).toEqual({
    receive: '+',
    deposit: '+',
    borrow: '+',
    claim: '+',
    withdraw: '-',
    repay: '-',
    burn: '-',
  })
})

/**
 * Fields and stored values of the model in the contract that the kit does not use, with the reason.
 */
const notUsed: { readonly [name: string]: string } = {
  balanceSymbol: 'the native token is a row of the balances, with its own `symbol`',
  wcLinking:
    'the Connecting screen has its wallet as a parameter; the link of a connected one is stored as `walletconnect.deep-link`',
  wcError: 'each attempt to connect ends with its own error, which belongs to no later attempt',
  buffering:
    'an attempt is `waiting`, and `isReady` of its pairing says whether a phone can use the code',
  svg: 'the variant of a message decides its icon',
  autoClose:
    'each message closes after `times.toast`, except `loading`, which the next message replaces',
  portfolioCache: 'the total is the sum of the balances, which are stored as `balance-cache`',
  nameLookupCache:
    'an answer is constants in memory for `times.nameCache`: what a visitor sends to a name must not go to an address of an earlier visit',
}

/** Constants of the model in the contract that are not constants here, with the reason. */
const withoutEffect: { readonly [name: string]: string } = {
  decimals: 'amounts are whole numbers of the smallest unit, which no calculation rounds',
  logBytes: 'the kit has no log: errors are thrown, reported to the page or shown with `debug`',
  defaultLogLevel: 'the kit writes no log, and a service writes every line, with its level',
  nativeBalanceCache: 'the native token is a row of the balances, and is cached with them',
  defaultAccountTypes:
    'a kind that the site does not name is not sent: the wallet’s frame has the default',
}

/**
 * The names of the model in docs/contracts/product.md#account-state, each with the kit's file and
 * name for it. If a name has no file, `notUsed` has the reason.
 */
const names: { readonly [name: string]: readonly [file: string, name: string] | undefined } = {
  // account state
  balance: ['core/contracts/balance.ts', 'quantity'],
  balanceSymbol: undefined,
  // connection state
  wcUri: ['core/contracts/connectorSource.ts', 'uri'],
  wcPairingExpiry: ['core/contracts/connectorSource.ts', 'expiresAt'],
  wcLinking: undefined,
  wcError: undefined,
  buffering: undefined,
  recentWallet: ['core/storage/storedKeys.ts', 'recent-wallets'],
  status: ['core/accounts/session.ts', 'status'],
  // notification
  message: ['core/kit/state.ts', 'message'],
  variant: ['core/kit/state.ts', 'variant'],
  svg: undefined,
  open: ['core/kit/state.ts', 'toast'],
  autoClose: undefined,
  // stored caches
  balanceCache: ['core/storage/storedKeys.ts', 'balance-cache'],
  portfolioCache: undefined,
  nameLookupCache: undefined,
  identityCache: ['core/storage/storedKeys.ts', 'identity-cache'],
}

test('every constant of the contract is used in the kit, or listed with a reason why it is not used', () => {
  const kit = new URL('../../kit/src/', import.meta.url)
  for (const [file, name] of Object.values(names).filter((held) => held !== undefined))
    expect(readFileSync(new URL(file, kit), 'utf8')).toMatch(new RegExp(`\\b${name}\\b`))
  expect(Object.keys(notUsed)).toEqual(
    Object.keys(names).filter((name) => names[name] === undefined),
  )
})

test('no constant without an effect is exported', () => {
  const constants = new Set(
    [limits, limits.times, limits.counts].flatMap((group) => Object.keys(group)),
  )
  expect(Object.keys(withoutEffect).filter((name) => constants.has(name))).toEqual([])
})

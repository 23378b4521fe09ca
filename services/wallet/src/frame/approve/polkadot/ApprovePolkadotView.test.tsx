// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { fault } from '../../bridge/Fault.ts'
import { NodeFault } from '../../rpc/askNode.ts'
import type { PreparedTransaction } from '../../rpc/polkadot/prepareTransaction.ts'
import { readCall } from '../../rpc/polkadot/readCall.ts'
import { readMetadata } from '../../rpc/polkadot/readMetadata.ts'
import { callsOf } from '../../rpc/polkadot/testing/callsOf.ts'
import type { JsonCall } from '../../rpc/polkadot/testing/callsOf.ts'
import { assetHub } from '../../rpc/polkadot/testing/todaysMetadata.ts'
import { drawScreen, pass, press, release, stubLayout } from '../../testing/drawScreen.tsx'
import { ann, shop, startTestLogins } from '../../testing/startTestLogins.ts'
import { polkadotAccount } from '../../wallet/polkadotAccount.ts'
import { LanguageContext } from '../../words/LanguageContext.ts'
import type { PolkadotToApprove } from './ApprovePolkadotView.tsx'
import { readEffects } from './readEffects.ts'

const { network } = assetHub
if (!ann.addresses) throw new Error('Ann has an account')
const account = polkadotAccount(network, ann.addresses)
const metadata = readMetadata(assetHub.metadata)
const calls = callsOf(assetHub.metadata)
const friend = writeSs58(new Uint8Array(32).fill(5), 0)
const id = { type: 'Id', value: friend }
const pay = (value: bigint, name = 'transfer_keep_alive') =>
  calls.call('Balances', name, { dest: id, value })

const dot = 10_000_000_000n

type Changes = Partial<PreparedTransaction> & { tip?: bigint; isImmortal?: boolean }

async function draw(call: JsonCall, { tip = 0n, isImmortal = false, ...changes }: Changes = {}) {
  const bytes = calls.codec.enc(call)
  const prepared: PreparedTransaction = {
    encoded: { toSign: new Uint8Array(), withSignature: () => new Uint8Array() },
    effects: readEffects(readCall(metadata, bytes), bytes),
    isAllOrNone: false,
    assetNames: new Map([[1984n, { symbol: 'USD\u202et', decimals: 6 }]]),
    fee: 158_000_000n,
    free: 5n * dot,
    minBalance: dot / 100n,
    ...changes,
  }
  const drawn = await drawWith(async () => prepared, { call: bytes, tip, isImmortal })
  return { ...drawn, prepared }
}

async function drawWith(
  prepare: PolkadotToApprove['prepare'],
  payload: object = { call: new Uint8Array([1, 2]), tip: 0n, isImmortal: false },
) {
  stubLayout()
  const { default: ApprovePolkadotView } = await import('./ApprovePolkadotView.tsx')
  const { openFrame } = await startTestLogins()
  const { wallet } = openFrame(shop)
  const [settle, refuse] = [vi.fn<(value: unknown) => void>(), vi.fn<(error?: Error) => void>()]
  const drawn = await drawScreen(
    <LanguageContext value={wallet.language}>
      <ApprovePolkadotView
        wallet={wallet}
        params={{ account, network, payload: payload as PolkadotToApprove['payload'], prepare }} // what the screen reads
        settle={settle}
        refuse={refuse}
        waiting={0}
      />
    </LanguageContext>,
  )
  const plain = () => (drawn.text() ?? '').replace(/[\u2068\u2069\u00a0]/g, '')
  return { ...drawn, settle, refuse, plain }
}

const understand = 'I understand the risk'

test('a payment is shown with the whole address, the fee and what stays, and settles with what was shown', async () => {
  const { plain, button, settle, prepared } = await draw(pay(2n * dot), { tip: 5_000_000n })
  expect(plain()).toContain('Send 2 DOT')
  expect(plain().replace(/\s/g, '')).toContain(friend)
  expect(plain()).toContain('Network fee0.0158 DOT')
  expect(plain()).toContain('Tip on top0.0005 DOT')
  expect(plain()).toContain('Stays in your account2.9837 DOT')
  expect(plain()).toContain('The site gets the signed transaction')
  expect(plain()).not.toContain(understand)
  await pass()
  await press(button('Sign'))
  await release(button('Sign'))
  expect(settle).toHaveBeenCalledExactlyOnceWith(prepared)
})

test('a token is shown with its number, and its name without hidden characters', async () => {
  const { plain } = await draw(
    calls.call('Assets', 'transfer', { id: 1984, target: id, amount: 2_500_000n }),
  )
  expect(plain()).toContain('Send 2.5 USDt')
  expect(plain()).toContain('Token1984')
  const other = await draw(
    calls.call('Assets', 'transfer', { id: 7, target: id, amount: 2_500_000n }),
  )
  expect(other.plain()).toContain('Send 2,500,000 units of #7')
})

test('of a batch every part is shown in its order', async () => {
  const { plain } = await draw(calls.call('Utility', 'batch', { calls: [pay(dot), pay(dot / 2n)] }))
  expect(plain()).toMatch(/2 actions in one.*Send 1 DOT.*Send 0\.5 DOT/s)
  expect(plain()).toContain('They happen in this order')
  const whole = await draw(calls.call('Utility', 'batch_all', { calls: [pay(1n), pay(2n)] }), {
    isAllOrNone: true,
  })
  expect(whole.plain()).toContain('Either all of them happen, or none.')
  expect(plain()).not.toContain(understand)
})

test.each<[string, JsonCall, Changes, RegExp]>([
  [
    'everything',
    calls.call('Balances', 'transfer_all', { dest: id, keep_alive: false }),
    {},
    /Send everything.*In your account now5 DOT/s,
  ],
  [
    'rights',
    calls.call('Proxy', 'add_proxy', {
      delegate: id,
      proxy_type: { type: 'Any', value: undefined },
      delay: 0,
    }),
    {},
    /Give others rights over your account.*Proxy\.add_proxy.*proxy_type\s*Any/s,
  ],
  [
    'an allowance',
    calls.call('Assets', 'approve_transfer', { id: 1984, delegate: id, amount: 1_000_000n }),
    {},
    /Allow to take up to 1 USDt.*Spender/s,
  ],
  [
    'a call in another name',
    calls.call('Proxy', 'proxy', { real: id, force_proxy_type: undefined, call: pay(7n) }),
    {},
    /Act in the name of another account.*Balances\.transfer_keep_alive.*value\s*7/s,
  ],
  [
    'administration',
    calls.call('System', 'set_code', { code: new Uint8Array(3) }),
    {},
    /Change the network itself/,
  ],
  [
    'another call',
    calls.call('Balances', 'burn', { value: 9n, keep_alive: true }),
    {},
    /Call “Balances\.burn”.*can’t be told here.*value\s*9/s,
  ],
  ['metadata that is not proved', pay(1n), { effects: undefined }, /This network can’t be checked/],
  ['no end of the time', pay(dot), { isImmortal: true }, /Can be sent at any time/],
  ['a tip above the fee', pay(dot), { tip: dot }, /It adds a tip of 1 DOT\. Usual is none\./],
  ['a high fee', pay(dot), { fee: dot }, /The fee is 1 DOT\. That is much/],
  ['no word about the fee', pay(dot), { fee: undefined }, /Network feeUnknown|Unknown/],
  [
    'an account that would be closed',
    pay(5n * dot - 200_000_000n, 'transfer_allow_death'),
    {},
    /Your account would be closed.*Less than 0\.01 DOT would stay/s,
  ],
])('%s needs a tick', async (_, call, changes, words) => {
  const { plain, button, settle, tick } = await draw(call, changes)
  expect(plain()).toMatch(words)
  expect(plain()).toContain(understand)
  await pass()
  await press(button('Sign'))
  await release(button('Sign'))
  expect(settle).not.toHaveBeenCalled()
  await tick()
  await press(button('Sign'))
  await release(button('Sign'))
  expect(settle).toHaveBeenCalledOnce()
})

test('too little is said with what is needed, with what has to stay', async () => {
  const { plain } = await draw(pay(5n * dot - 200_000_000n))
  expect(plain()).toContain('Not enough DOT')
  expect(plain()).not.toContain('Stays in your account')
})

test('a node that does not answer can be asked again; a transaction that it would refuse ends the screen', async () => {
  const silent = await drawWith(async () => {
    throw new NodeFault({ code: -32000, message: 'No' })
  })
  expect(silent.plain()).toContain('The network does not answer')
  expect(silent.button('Try again')).toBeDefined()
  expect(silent.refuse).not.toHaveBeenCalled()
  const wrong = fault('transactionRejected')
  const refused = await drawWith(async () => Promise.reject(wrong))
  expect(refused.refuse).toHaveBeenCalledExactlyOnceWith(wrong)
})

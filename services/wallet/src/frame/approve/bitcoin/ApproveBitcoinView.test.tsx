// @vitest-environment jsdom
import { toBase64 } from '@latchkey/protocol/base64'
import { p2wpkh } from '@scure/btc-signer/payment.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import { expect, test, vi } from 'vitest'
import { readPsbt } from '../../rpc/bitcoin/readPsbt.ts'
import { network } from '../../rpc/bitcoin/testing/createTestAccount.ts'
import { drawScreen, pass, press, release, stubLayout } from '../../testing/drawScreen.tsx'
import { ann, shop, startTestLogins } from '../../testing/startTestLogins.ts'
import { bitcoinAccount } from '../../wallet/bitcoinAccount.ts'
import { LanguageContext } from '../../words/LanguageContext.ts'
import { fault } from '../../bridge/Fault.ts'
import { NodeFault } from '../../rpc/askNode.ts'
import type { BitcoinToApprove } from './ApproveBitcoinView.tsx'

const parameters = bitcoinNetworkOf(network.networkId)
if (!ann.addresses || !parameters) throw new Error('Ann has an account on the network')
const account = bitcoinAccount(network, ann.addresses)
const friend = p2wpkh(pubECDSA(new Uint8Array(32).fill(5)), parameters)

type Output = { script: Uint8Array; amount: bigint }
const own = (amount: bigint): Output => ({ script: account.payment.script, amount })
const rare = (amount: bigint): Output => ({ script: account.ordinals.script, amount })
const theirs = (amount: bigint): Output => ({ script: friend.script, amount })

async function draw(
  { inputs, outputs }: { inputs: readonly Output[]; outputs: readonly Output[] },
  { isSent = true, usualRate }: { isSent?: boolean; usualRate?: number } = {},
) {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  for (const [place, coin] of inputs.entries())
    transaction.addInput({ txid: new Uint8Array(32).fill(place + 1), index: 0, witnessUtxo: coin })
  for (const output of outputs) transaction.addOutput(output)
  const read = readPsbt(account, { psbt: toBase64(transaction.toPSBT()) })
  const coins = read.inputs.flatMap(({ coin, ...input }) => (coin ? { ...input, coin } : []))
  const psbt = { ...read, inputs: coins }
  return drawWith(async () => ({ psbt, usualRate }), isSent)
}

async function drawWith(prepare: BitcoinToApprove['prepare'], isSent = true) {
  stubLayout()
  const { default: ApproveBitcoinView } = await import('./ApproveBitcoinView.tsx')
  const { openFrame } = await startTestLogins()
  const { wallet } = openFrame(shop)
  const [settle, refuse] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const drawn = await drawScreen(
    <LanguageContext value={wallet.language}>
      <ApproveBitcoinView
        wallet={wallet}
        params={{ account, network, isSent, prepare }}
        settle={settle}
        refuse={refuse}
        waiting={0}
      />
    </LanguageContext>,
  )
  const plain = () => (drawn.text() ?? '').replace(/[\u2068\u2069\u00a0]/g, '')
  return { ...drawn, settle, refuse, plain }
}

test('a payment is shown with the whole address, the change, the fee and what leaves', async () => {
  const { plain, button, settle } = await draw({
    inputs: [own(100_000n)],
    outputs: [theirs(60_000n), own(39_000n)],
  })
  expect(plain()).toContain('Send 0.0006 BTC')
  expect(plain().replace(/\s/g, '')).toContain(friend.address)
  expect(plain()).toContain('Comes back to you0.00039 BTC')
  expect(plain()).toMatch(
    /Network feeAbout 7\.\d sat\/vB0\.00001 BTC|Network fee0\.00001 BTCAbout 7/,
  )
  expect(plain()).toContain('Leaves your account0.00061 BTC')
  expect(plain()).not.toContain('The site gets the signed transaction')
  await pass()
  await press(button('Approve'))
  await release(button('Approve'))
  expect(settle).toHaveBeenCalledOnce()
})

test('coins of the Ordinals address and a large fee are named, and need a tick', async () => {
  const { plain, button, settle, tick } = await draw(
    { inputs: [rare(10_000n), own(100_000n)], outputs: [rare(10_000n), theirs(20_000n)] },
    { isSent: false, usualRate: 2 },
  )
  expect(plain()).toContain('Spends coins of your Ordinals address')
  expect(plain()).toContain('0.0001 BTC of what it spends')
  expect(plain()).toMatch(/The fee is 0\.0008 BTC, at \d+ sat\/vB\. Usual is about 2 sat\/vB\./)
  expect(plain()).toContain('The site gets the signed transaction')
  await pass()
  await press(button('Sign'))
  await release(button('Sign'))
  expect(settle).not.toHaveBeenCalled()
  await tick()
  await press(button('Sign'))
  await release(button('Sign'))
  expect(settle).toHaveBeenCalledOnce()
})

test('with foreign coins the screen says what comes or leaves', async () => {
  const { plain } = await draw(
    { inputs: [own(1_000n), theirs(90_000n)], outputs: [own(80_000n), theirs(10_000n)] },
    { isSent: false },
  )
  expect(plain()).toContain('Others take part')
  expect(plain()).toContain('Comes to your account0.00079 BTC')
  expect(plain()).toContain('It counts once the others have signed it, too.')
})

test('moving own coins, a note and a script are said in words', async () => {
  const moved = await draw({ inputs: [own(100_000n)], outputs: [own(99_000n)] })
  expect(moved.plain()).toContain('Move your own coins')
  const text = new TextEncoder().encode('Hi\u202e')
  const { plain } = await draw({
    inputs: [own(100_000n)],
    outputs: [
      { script: Uint8Array.from([0x6a, text.length, ...text]), amount: 0n },
      { script: Uint8Array.of(0x51), amount: 2_000n },
      own(97_000n),
    ],
  })
  expect(plain()).toContain('Write a note into the chain')
  expect(plain()).toContain('HiU+202E')
  expect(plain()).toContain('Pay 0.00002 BTC to a script')
})

test('nothing can be approved before the network has answered, and another attempt is offered', async () => {
  const psbt = vi.fn<BitcoinToApprove['prepare']>(async () => {
    throw new NodeFault({ code: -32003, message: 'down' })
  })
  const { plain, button, settle, refuse } = await drawWith(psbt)
  expect(plain()).toContain('The network does not answer')
  await pass()
  await press(button('Approve'))
  await release(button('Approve'))
  expect([settle.mock.calls, refuse.mock.calls]).toEqual([[], []])
  await press(button('Try again'))
  await release(button('Try again'))
  expect(psbt).toHaveBeenCalledTimes(2)
})

test.each(['invalidParams', 'unauthorized', 'transactionRejected'] as const)(
  'a PSBT with the fault %s ends the screen with it',
  async (code) => {
    const { refuse } = await drawWith(async () => {
      throw fault(code)
    })
    expect(refuse).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(fault(code)))
  },
)

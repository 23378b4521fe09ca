/**
 * The e-mail wallet on Bitcoin, over the messages of its frame: an account receives on a chain of
 * the devnet, pays, signs a PSBT of the site and a text.
 */
import { Transaction } from '@scure/btc-signer'
import { startBitcoinChain } from '../../../devnet/src/bitcoin/startBitcoinChain.ts'
import type { BitcoinChain } from '../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { fromBase64, toBase64 } from '../../../packages/protocol/src/base64.ts'
import { fromHex, toHex } from '../../../packages/protocol/src/hex.ts'
import { bitcoinNetworkOf } from '../../../packages/protocol/src/chains/bitcoinNetworks.ts'
import { verifyBitcoin } from '../../../packages/kit/src/domains/siwx/server/verify/verifyBitcoin.ts'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import { approveIn } from '../support/approvals.ts'
import { frameAxe } from '../support/frameAxe.ts'
import { logIn, openSite } from '../support/frameSite.ts'
import type { FrameSite } from '../support/frameSite.ts'
import { logInThroughWindow, openForeignSite, windowOf } from '../support/walletWindow.ts'

test.setTimeout(120_000)
test.use({ allowConsole: [/40\d .*v1\/|postMessage/] })

const shots = process.env['SHOTS']
const chainId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const regtest = bitcoinNetworkOf(chainId)
const friend = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** Starts a chain, and a wallet that serves it. */
async function start(): Promise<{ chain: BitcoinChain; wallet: ServedWallet } & AsyncDisposable> {
  const chain = await startBitcoinChain({ isHeld: true })
  // imported here, because it loads a database, which the other tests do not need
  const { serveWallet } = await import('../fixtures/serveWallet.entry.ts')
  const wallet = await serveWallet({
    networks: [
      {
        networkId: chainId,
        name: 'Bitcoin regtest',
        currency: { symbol: 'BTC', decimals: 8 },
        rpcUrls: [chain.url],
      },
    ],
  })
  return {
    chain,
    wallet,
    [Symbol.asyncDispose]: async () => void (await Promise.all([wallet.close(), chain.close()])),
  }
}

type Account = {
  address: string
  accountAddresses: readonly { address: string; publicKey: string; purpose: string }[]
}
const addressesOf = ({ accountAddresses }: Account) =>
  accountAddresses.map(({ address }) => address) as [payment: string, ordinals: string]

/** Whether a text is signed, by the code with which sites check sign-ins. */
const isSigned = (address: string, message: string, signature: string) =>
  verifyBitcoin({ chainId, address, message, signature })

/** Takes a picture of the approval, if a folder for it is named. */
async function picture({ page, ask }: FrameSite, name: string): Promise<void> {
  if (!shots) return
  for (const themeMode of ['light', 'dark'] as const) {
    await ask('SYNC_THEME', { themeMode })
    await page.locator('iframe').screenshot({ path: `${shots}/${name}-${themeMode}.png` })
  }
}

async function balanceOf(chain: BitcoinChain, address: string): Promise<number> {
  const coins = (await (await fetch(`${chain.url}/address/${address}/utxo`)).json()) as {
    value: number
  }[] // the form of an Esplora
  return coins.reduce((sum, { value }) => sum + value, 0)
}

/** An input that spends the output of a transaction with this amount. */
async function inputOf(chain: BitcoinChain, txid: string, amount: bigint) {
  const raw = await (await fetch(`${chain.url}/tx/${txid}/hex`)).text()
  const transaction = Transaction.fromRaw(fromHex(raw), { allowUnknownOutputs: true })
  for (let index = 0; index < transaction.outputsLength; index++) {
    const { script, amount: value } = transaction.getOutput(index)
    if (script && value === amount) return { txid, index, witnessUtxo: { script, amount } }
  }
  throw new Error('The transaction has no such output')
}

test('an account of the e-mail wallet receives, pays, and signs a PSBT and a text on Bitcoin', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 1000 })
  await using started = await start()
  const { chain, wallet } = started
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'bitcoin@example.org')
  const account = (await site.ask('GET_USER', { chainId })) as Account // the frame's answer
  const [payment, ordinals] = addressesOf(account)
  expect(account.address).toBe(payment)
  expect([payment, ordinals]).toEqual([
    expect.stringMatching(/^bcrt1q/),
    expect.stringMatching(/^bcrt1p/),
  ])
  const ask = (method: string, params: object) =>
    site.ask('RPC_REQUEST', { method, params: { account: payment, ...params }, chainId })
  const { frame } = site

  chain.fund(payment, 1_000_000)
  const sent = ask('sendTransfer', { recipientAddress: friend, amount: '250000' })
  await expect(frame.locator('.effect-title')).toHaveText(/Send .*0\.0025 BTC/)
  await expect(frame.locator('.effect')).toContainText(friend.slice(0, 8))
  await expect(frame.locator('.fact').filter({ hasText: 'Comes back to you' })).toContainText(
    /0\.0074\d+ BTC/,
  )
  await expect(frame.locator('.fact').filter({ hasText: 'Network fee' })).toContainText('sat/vB')
  await expect(frame.getByRole('checkbox')).toHaveCount(0)
  expect(await frameAxe(page)).toEqual([])
  await picture(site, 'bitcoin-pay')
  await approveIn(frame, 'Approve')
  const { txid } = (await sent) as { txid: string }
  chain.mine()
  const { status } = (await (await fetch(`${chain.url}/tx/${txid}`)).json()) as {
    status: { confirmed: boolean }
  } // the form of an Esplora
  expect(status.confirmed).toBe(true)
  expect(await balanceOf(chain, friend)).toBe(250_000)

  // a PSBT with a coin of the Ordinals address, which the site sends itself
  const amount = 90_000n
  const input = await inputOf(chain, chain.fund(ordinals, Number(amount)), amount)
  const transaction = new Transaction({ allowUnknownOutputs: true })
  transaction.addInput(input)
  transaction.addOutputAddress(friend, 30_000n, regtest)
  transaction.addOutputAddress(payment, 59_000n, regtest)
  transaction.addOutput({
    script: Uint8Array.from([0x6a, 6, ...new TextEncoder().encode('Thanks')]),
    amount: 0n,
  })
  const signing = ask('signPsbt', {
    psbt: toBase64(transaction.toPSBT()),
    signInputs: [{ address: ordinals, index: 0 }],
  })
  await expect(frame.locator('.effect-parts > li')).toHaveCount(2)
  await expect(frame.getByRole('alert')).toContainText(/0\.0009 BTC\P{L}? of what it spends/u)
  await expect(frame.getByText('Thanks')).toBeVisible()
  await expect(frame.locator('.fact').filter({ hasText: 'Leaves your account' })).toContainText(
    '0.00031 BTC',
  )
  expect(await frameAxe(page)).toEqual([])
  await picture(site, 'bitcoin-psbt')
  await page.setViewportSize({ width: 360, height: 700 })
  await picture(site, 'bitcoin-psbt-phone')
  await page.setViewportSize({ width: 1024, height: 1000 })
  await approveIn(frame, 'Sign')
  const { psbt } = (await signing) as { psbt: string }
  const signed = Transaction.fromPSBT(fromBase64(psbt), { allowUnknownOutputs: true })
  signed.finalize()
  const response = await fetch(`${chain.url}/tx`, {
    method: 'POST',
    body: toHex(signed.extract()),
  })
  expect([response.status, await response.text()]).toEqual([200, signed.id])

  const text = `Hello, ${payment}`
  const message = ask('signMessage', { message: text, protocol: 'bip322' })
  await expect(frame.getByText(text)).toBeVisible()
  await picture(site, 'bitcoin-text')
  await approveIn(frame, 'Sign')
  const { signature } = (await message) as { signature: string }
  expect(await isSigned(payment, text, signature)).toBe(true)
  expect(await isSigned(payment, `${text}.`, signature)).toBe(false)
})

test('on a foreign site a payment is approved in the wallet’s window, and the same request does not pay twice', async ({
  page,
}) => {
  await using started = await start()
  const { chain, wallet } = started
  const site = await openForeignSite(page, wallet)
  await logInThroughWindow(site, wallet, 'bitcoin-window@example.org')
  const account = (await site.ask('GET_USER', { chainId })) as Account // the frame's answer
  const [payment] = addressesOf(account)
  // the addresses need neither an approval nor the window
  expect(
    await site.ask('RPC_REQUEST', {
      method: 'getAccountAddresses',
      params: { account: payment },
      chainId,
    }),
  ).toMatchObject([{ address: payment, intention: 'payment' }, { intention: 'ordinal' }])
  chain.fund(payment, 500_000)
  const request = {
    method: 'sendTransfer',
    params: { account: payment, recipientAddress: friend, amount: '120000' },
    chainId,
  }
  const [own, sent] = await windowOf(site, () => site.ask('RPC_REQUEST', request, 'pay-1'))
  await expect(own.locator('.effect-title')).toHaveText(/Send .*0\.0012 BTC/)
  await approveIn(own, 'Approve')
  const { txid } = (await sent) as { txid: string }
  chain.mine()
  await page.reload()
  const again = await openForeignSite(page, wallet)
  expect(await again.ask('RPC_REQUEST', request, 'pay-1')).toEqual({ txid })
  expect(await balanceOf(chain, friend)).toBe(120_000)
})

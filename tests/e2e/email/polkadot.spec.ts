/**
 * The e-mail wallet on Polkadot's Asset Hub, over the messages of its frame. The network's node is
 * played: it has the metadata of today's runtime, and a balance.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import * as sr25519 from '@scure/sr25519'
import { readSs58, writeSs58 } from '../../../packages/protocol/src/chains/ss58.ts'
import { fromHex, toHex } from '../../../packages/protocol/src/hex.ts'
import { answerOf } from '../../../services/wallet/src/frame/rpc/polkadot/testing/answerOf.ts'
import type { NodeCall } from '../../../services/wallet/src/frame/rpc/polkadot/testing/answerOf.ts'
import { callsOf } from '../../../services/wallet/src/frame/rpc/polkadot/testing/callsOf.ts'
import { payloadOf } from '../../../services/wallet/src/frame/rpc/polkadot/testing/payloadOf.ts'
import { assetHub } from '../../../services/wallet/src/frame/rpc/polkadot/testing/todaysMetadata.ts'
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
const chainId = assetHub.network.networkId
const friend = writeSs58(new Uint8Array(32).fill(5), 0)
const id = { type: 'Id', value: friend }
const { call, codec, encode } = callsOf(assetHub.metadata)

/** Starts the played node, and a wallet that serves its network. */
async function start(): Promise<{ wallet: ServedWallet } & AsyncDisposable> {
  const node = createServer(async (request, response) => {
    const asked = (await json(request)) as NodeCall & { id: number } // the wallet's server sends it
    response.end(
      JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...answerOf(assetHub.metadata, asked) }),
    )
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo // of a server on a port
  // imported here, because it loads a database, which the other tests do not need
  const { serveWallet } = await import('../fixtures/serveWallet.entry.ts')
  const { name, currency } = assetHub.network
  const wallet = await serveWallet({
    networks: [{ networkId: chainId, name, currency, rpcUrls: [`http://127.0.0.1:${port}`] }],
  })
  return {
    wallet,
    async [Symbol.asyncDispose]() {
      await wallet.close()
      node.closeAllConnections()
      node.close()
    },
  }
}

/** Takes a picture of the approval, if a folder for it is named. */
async function picture({ page, ask }: FrameSite, name: string): Promise<void> {
  if (!shots) return
  for (const themeMode of ['light', 'dark'] as const) {
    await ask('SYNC_THEME', { themeMode })
    await page.locator('iframe').screenshot({ path: `${shots}/${name}-${themeMode}.png` })
  }
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 700 })
  await page.locator('iframe').screenshot({ path: `${shots}/${name}-phone.png` })
  if (size) await page.setViewportSize(size)
}

type Signed = { signature: string; signedTransaction: string }

test('an account of the e-mail wallet signs a payment, a batch and a text on Polkadot, and rights after a tick', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 1000 })
  await using started = await start()
  const { wallet } = started
  const site = await openSite(page, wallet)
  await logIn(site, wallet, 'polkadot@example.org')
  const { address, accountAddresses } = (await site.ask('GET_USER', { chainId })) as {
    address: string
    accountAddresses: readonly { address: string; publicKey: string }[]
  } // the frame's answer
  expect(address).toMatch(/^1/)
  const key = readSs58(address)?.key ?? new Uint8Array()
  expect(accountAddresses).toEqual([{ address, publicKey: toHex(key) }])
  const ask = (method: string, params: object) =>
    site.ask('RPC_REQUEST', { method, params: { address, ...params }, chainId })
  const sign = (method: Uint8Array, changes?: object) =>
    ask('polkadot_signTransaction', {
      transactionPayload: payloadOf(assetHub, address, method, changes),
    })
  const { frame } = site

  const payment = encode('Balances', 'transfer_keep_alive', { dest: id, value: 25_000_000_000n })
  const paying = sign(payment)
  await expect(frame.locator('.effect-title')).toHaveText(/Send .*2\.5 DOT/)
  await expect(frame.locator('.effect')).toContainText(friend.slice(0, 4))
  const factOf = (name: string) => frame.locator('.fact').filter({ hasText: name })
  await expect(factOf('Network fee')).toContainText('0.0158 DOT')
  await expect(factOf('Stays in your account')).toContainText('2.4842 DOT')
  await expect(frame.getByRole('checkbox')).toHaveCount(0)
  expect(await frameAxe(page)).toEqual([])
  await picture(site, 'polkadot-pay')
  await approveIn(frame, 'Sign')
  const { signature, signedTransaction } = (await paying) as Signed
  expect(signature).toMatch(/^0x01/)
  expect(signedTransaction).toContain(signature.slice(2))
  expect(signedTransaction.endsWith(toHex(payment))).toBe(true)

  const batch = call('Utility', 'batch_all', {
    calls: [
      call('Balances', 'transfer_keep_alive', { dest: id, value: 1_000_000_000n }),
      call('Assets', 'transfer', { id: 1984, target: id, amount: 12_500_000n }),
    ],
  })
  const batching = sign(codec.enc(batch), { tip: '0x989680' })
  await expect(frame.locator('.effect-parts > li')).toHaveText([
    /Send .*0\.1 DOT/,
    /Send .*12\.5 USDt/,
  ])
  await expect(factOf('Tip on top')).toContainText('0.001 DOT')
  expect(await frameAxe(page)).toEqual([])
  await picture(site, 'polkadot-batch')
  await approveIn(frame, 'Sign')
  await batching

  const rights = encode('Proxy', 'add_proxy', {
    delegate: id,
    proxy_type: { type: 'Any', value: undefined },
    delay: 0,
  })
  const giving = sign(rights, { era: '0x00', blockHash: assetHub.genesisHash })
  await expect(frame.locator('.effect-title')).toContainText('Give others rights')
  await expect(frame.getByRole('alert')).toContainText('Can be sent at any time')
  expect(await frameAxe(page)).toEqual([])
  await picture(site, 'polkadot-rights')
  await frame.getByRole('checkbox').check()
  await approveIn(frame, 'Sign')
  await giving

  const text = `Hello, ${address}`
  const message = ask('polkadot_signMessage', { message: text })
  await expect(frame.getByText(text)).toBeVisible()
  await picture(site, 'polkadot-text')
  await approveIn(frame, 'Sign')
  const signed = fromHex(((await message) as Signed).signature.slice(4))
  const bytes = new TextEncoder().encode(`<Bytes>${text}</Bytes>`)
  expect(sr25519.verify(bytes, signed, key)).toBe(true)
})

test('on a foreign site a payment on Polkadot is approved in the wallet’s window', async ({
  page,
}) => {
  await using started = await start()
  const { wallet } = started
  const site = await openForeignSite(page, wallet)
  await logInThroughWindow(site, wallet, 'polkadot-window@example.org')
  const { address } = (await site.ask('GET_USER', { chainId })) as { address: string }
  const payment = encode('Balances', 'transfer_keep_alive', { dest: id, value: 10_000_000_000n })
  const request = {
    method: 'polkadot_signTransaction',
    params: { address, transactionPayload: payloadOf(assetHub, address, payment) },
    chainId,
  }
  const [own, signing] = await windowOf(site, () => site.ask('RPC_REQUEST', request, 'pay-1'))
  await expect(own.locator('.effect-title')).toHaveText(/Send .*1 DOT/)
  await approveIn(own, 'Sign')
  expect(((await signing) as Signed).signature).toMatch(/^0x01[0-9a-f]{128}$/)
})

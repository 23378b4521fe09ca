/** The relay cannot be reached: the modal reports it, and continues when the relay is back. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRelay } from '../../../services/relay/src/createRelay.ts'
import { createLmdbStore } from '../../../services/relay/src/store/lmdbStore.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { changeAddresses } from '../support/changeAddresses.ts'
import { script, startPhone } from '../support/phone.ts'
import { scan } from '../support/scan.ts'
import { accountButtonOf, openConnect, walletRowOf } from '../support/site.ts'

// The browser itself writes these messages. It writes the second when the phone's published client
// sends while the relay disconnects at the end.
test.use({ allowConsole: [/WebSocket connection to .* failed|already in CLOSING or CLOSED state/] })

test('a relay that is down is reported, and a retry works when it is back', async ({
  page,
  browser,
  devnet,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  const store = await createLmdbStore({ folder })
  // a server holds the port and closes connections, so that no other worker's service takes the
  // port
  const away = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(away, 'listening')
  const { port } = away.address() as AddressInfo
  const url = `ws://127.0.0.1:${port}`
  await changeAddresses(page, (known) => ({ ...known, relay: url }))
  const modal = await openConnect(page, `${devnet.demo}/?wallet=two`)
  await walletRowOf(modal, /^WalletConnect/).click()
  await expect(modal.getByText('The relay cannot be reached')).toBeVisible({ timeout: 30_000 })
  expect(await axe(page)).toEqual([])

  const relay = createRelay({ store, overload: false })
  try {
    await new Promise((resolve) => away.close(resolve))
    await relay.listen({ port })
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
    const phone = await startPhone(browser, { ...devnet, relay: url })
    await script(phone, 'pair', await scan(page))
    await script(phone, 'approve')
    await expect(accountButtonOf(page)).toBeVisible()
  } finally {
    await relay.close({ drain: 0 })
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
})

/** The phone app in a tab, used by a person and by scripts. A published client acts as the site. */
import { encodeQR } from 'qr'
import {
  createPublicClient,
  http,
  parseEther,
  stringToHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { axe, expect, test } from '../fixtures/test.ts'
import { usualNamespaces } from '../support/openDapp.ts'
import { connected, openPhone, script, sheetOf } from '../support/phone.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('the phone’s user connects by a link, signs, sends and disconnects', async ({
  page,
  devnet,
  relay,
  dapp,
}) => {
  const { uri, approval } = await dapp.propose({ optional: usualNamespaces })
  await openPhone(page, devnet, relay, uri)
  const sheet = sheetOf(page)
  await expect(sheet).toHaveAccessibleName('Connect to Ferry Lane?')
  await expect(sheet).toContainText('ferry-lane.example')
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Latchkey Devnet 2' })).toBeVisible()
  await sheet.getByRole('checkbox', { name: /^Savings/ }).tap()
  await sheet.getByRole('button', { name: 'Approve' }).tap()
  const session = await approval
  expect(session.namespaces['eip155']?.accounts).toEqual([
    `eip155:31337:${first}`,
    `eip155:31337:${second}`,
    `eip155:31338:${first}`,
    `eip155:31338:${second}`,
  ])
  await expect(page.getByRole('status')).toContainText('You can go back to Ferry Lane')

  const signature = dapp.request(session, 'personal_sign', [stringToHex('Good morning'), first])
  await expect(sheet).toHaveAccessibleName('Sign this text?')
  await expect(sheet.getByRole('region', { name: 'What is signed' })).toHaveText('Good morning')
  await sheet.getByRole('button', { name: 'Approve' }).tap()
  expect(
    await verifyMessage({
      address: first,
      message: 'Good morning',
      signature: (await signature) as `0x${string}`,
    }),
  ).toBe(true)

  const hash = dapp.request(session, 'eth_sendTransaction', [
    { from: first, to: second, value: '0x16345785d8a0000' },
  ])
  await expect(sheet).toHaveAccessibleName('Send 0.1 ETH?')
  await expect(sheet).toContainText('Latchkey Devnet')
  await sheet.getByRole('button', { name: 'Approve' }).tap()
  const node = createPublicClient({ transport: http(devnet.chains['eip155:31337']) })
  const receipt = await node.waitForTransactionReceipt({ hash: (await hash) as `0x${string}` })
  expect(receipt.status).toBe('success')
  expect((await node.getTransaction({ hash: receipt.transactionHash })).value).toBe(
    parseEther('0.1'),
  )

  await page.getByRole('button', { name: /^Ferry Lane/ }).tap()
  const ended = dapp.next('session_delete')
  await sheet.getByRole('button', { name: 'Disconnect' }).tap()
  expect((await ended).topic).toBe(session.topic)
  await expect(sheet).toContainText('no longer connected')
})

test('the phone’s user refuses a connection and a signature', async ({
  page,
  devnet,
  relay,
  dapp,
}) => {
  const refused = await dapp.propose({ optional: usualNamespaces })
  await openPhone(page, devnet, relay, refused.uri)
  await sheetOf(page).getByRole('button', { name: 'Refuse' }).tap()
  await expect(refused.approval).rejects.toMatchObject({ code: 5000 })

  const { uri, approval } = await dapp.propose({ optional: usualNamespaces })
  await page.getByRole('button', { name: 'Scan or paste' }).tap()
  await sheetOf(page).getByLabel('The site’s code').fill(uri)
  await sheetOf(page).getByRole('button', { name: 'Connect', exact: true }).tap()
  await sheetOf(page).getByRole('button', { name: 'Approve' }).tap()
  const session = await approval
  const signature = dapp.request(session, 'personal_sign', ['0x00', first])
  await sheetOf(page).getByRole('button', { name: 'Refuse' }).tap()
  await expect(signature).rejects.toMatchObject({ code: 5000 })
  await page.getByRole('button', { name: 'Activity' }).tap()
  await expect(page.getByRole('listitem').first()).toContainText('Refused')
})

test('the phone reads a code from a picture, and reports a picture without a code', async ({
  page,
  devnet,
  relay,
  dapp,
}) => {
  const { uri } = await dapp.propose({ optional: usualNamespaces })
  await openPhone(page, devnet, relay)
  await page.getByRole('button', { name: 'Scan or paste' }).tap()
  const sheet = sheetOf(page)
  await sheet.getByLabel('The site’s code').fill('hello')
  await sheet.getByRole('button', { name: 'Connect', exact: true }).tap()
  await expect(sheet.getByRole('alert')).toContainText('not a code for connecting')
  await sheet.getByRole('button', { name: 'Use the camera' }).tap()
  await expect(sheet.getByRole('alert').last()).toContainText('The camera can not be used')
  await sheet.getByRole('button', { name: 'Stop' }).tap()
  const buffer = Buffer.from(encodeQR(uri, 'gif', { scale: 4 }))
  await sheet
    .getByLabel('Read a picture')
    .setInputFiles({ name: 'code.gif', mimeType: 'image/gif', buffer })
  await expect(sheet).toHaveAccessibleName('Connect to Ferry Lane?')
})

test('the phone grants every namespace that it supports, and reports a required one that it lacks', async ({
  page,
  devnet,
  relay,
  dapp,
}) => {
  const solana = {
    chains: ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
    methods: ['solana_signMessage'],
    events: [],
  }
  const { uri, approval } = await dapp.propose({ optional: { ...usualNamespaces, solana } })
  await openPhone(page, devnet, relay, uri)
  await script(page, 'waitForQuestion')
  await expect(sheetOf(page)).toContainText('Solana')
  await script(page, 'approve')
  const { namespaces } = await approval
  expect(Object.keys(namespaces)).toEqual(['eip155', 'solana'])

  const greedy = await dapp.propose({
    required: { eip155: { ...usualNamespaces.eip155, chains: ['eip155:1'] } },
  })
  await script(page, 'pair', greedy.uri)
  await expect(sheetOf(page)).toHaveAccessibleName('Ferry Lane can not connect')
  await expect(sheetOf(page)).toContainText('the network eip155:1')
  await sheetOf(page).getByRole('button', { name: 'Tell the site' }).tap()
  await expect(greedy.approval).rejects.toMatchObject({ code: 5100 })
})

test('a connected phone keeps its sites and requests over a reload and while it is offline', async ({
  page,
  devnet,
  relay,
  dapp,
}) => {
  const session = await connected(page, devnet, relay, dapp)
  await test.step('a reload keeps sites and their requests', async () => {
    const signature = dapp.request(session, 'personal_sign', [stringToHex('Still there'), first])
    await expect(sheetOf(page)).toHaveAccessibleName('Sign this text?')
    await page.reload()
    await expect(sheetOf(page).getByRole('region', { name: 'What is signed' })).toHaveText(
      'Still there',
    )
    await sheetOf(page).getByRole('button', { name: 'Approve' }).tap()
    expect(await signature).toMatch(/^0x/)
  })
  await test.step('a request that arrives while the phone is offline is shown when the phone is online', async () => {
    await script(page, 'goOffline')
    await expect(page.getByText('Offline. Sites can not reach this phone.')).toBeVisible()
    const signature = dapp.request(session, 'personal_sign', ['0x00', first])
    await expect(script(page, 'extend', session.topic)).rejects.toThrow('offline')
    expect(await script(page, 'pending')).toEqual([])
    await script(page, 'goOnline')
    await sheetOf(page).getByRole('button', { name: 'Approve' }).tap()
    expect(await signature).toMatch(/^0x/)
  })
  await test.step('the phone answers automatically, or not at all, as its behaviour says', async () => {
    await script(page, 'setBehaviour', 'refuse')
    await expect(dapp.request(session, 'personal_sign', ['0x00', first])).rejects.toMatchObject({
      code: 5000,
    })
    await script(page, 'setBehaviour', 'hang')
    const hanging = dapp.request(session, 'personal_sign', ['0x00', first])
    expect(await script(page, 'waitForQuestion')).toMatchObject({
      type: 'request',
      title: 'Sign a text',
      site: { name: 'Ferry Lane' },
    })
    await expect(sheetOf(page)).toBeHidden()
    await script(page, 'setBehaviour', 'approve')
    expect(await hanging).toMatch(/^0x[0-9a-f]{130}$/)
  })
  await test.step('typed data is signed; a foreign account and an unknown chain are refused with their codes', async () => {
    const data = {
      types: { Loaf: [{ name: 'kind', type: 'string' }] },
      primaryType: 'Loaf',
      domain: { name: 'Bakery', chainId: 31337 },
      message: { kind: 'rye' },
    } as const
    const signature = await dapp.request(session, 'eth_signTypedData_v4', [
      first,
      JSON.stringify(data),
    ])
    expect(
      await verifyTypedData({ ...data, address: first, signature: signature as `0x${string}` }),
    ).toBe(true)
    await expect(dapp.request(session, 'personal_sign', ['0x00', second])).rejects.toMatchObject({
      code: 4100,
    })
    await expect(
      dapp.request(session, 'wallet_switchEthereumChain', [{ chainId: '0x1' }]),
    ).rejects.toMatchObject({ code: 4902 })
  })
})

test('a site is notified of changes on the phone, until its session is deleted', async ({
  page,
  devnet,
  relay,
  dapp,
}) => {
  const { topic } = await connected(page, devnet, relay, dapp)
  await test.step('the site is notified of another account and another network', async () => {
    const updated = dapp.next('session_update')
    const account = dapp.next('session_event')
    await page.getByRole('button', { name: /^Everyday 0x/ }).tap()
    await sheetOf(page)
      .getByRole('radio', { name: /^Savings 0x/ })
      .check()
    expect((await updated).params).toMatchObject({
      namespaces: {
        eip155: {
          accounts: [
            `eip155:31337:${second}`,
            `eip155:31337:${first}`,
            `eip155:31338:${second}`,
            `eip155:31338:${first}`,
          ],
        },
      },
    })
    expect((await account).params).toMatchObject({
      event: { name: 'accountsChanged', data: [second] },
    })
    await sheetOf(page).getByRole('button', { name: 'Close' }).tap()

    const network = dapp.next('session_event')
    await script(page, 'switchChain', 31338)
    expect((await network).params).toMatchObject({
      chainId: 'eip155:31338',
      event: { name: 'chainChanged', data: 31338 },
    })
    await expect(page.getByRole('button', { name: 'Latchkey Devnet 2' })).toBeVisible()
  })
  await test.step('a session is extended, changed, and deleted before its end', async () => {
    const extended = dapp.next('session_extend')
    await script(page, 'extend', topic)
    expect((await extended).topic).toBe(topic)
    const updated = dapp.next('session_update')
    await script(page, 'update', topic, { addresses: [second], chainIds: [31338] })
    expect((await updated).params).toMatchObject({
      namespaces: { eip155: { accounts: [`eip155:31338:${second}`] } },
    })
    const event = dapp.next('session_event')
    await script(page, 'switchChain', 31338)
    expect((await event).params).toMatchObject({ event: { name: 'chainChanged' } })
    await dapp.client.ping({ topic })
    await script(page, 'expire', topic)
    await expect.poll(() => script(page, 'sessions')).toEqual([])
  })
})

test('when a site requests another network, the network is added to its session', async ({
  page,
  devnet,
  relay,
  dapp,
}) => {
  const { uri, approval } = await dapp.propose({
    optional: { eip155: { ...usualNamespaces.eip155, chains: ['eip155:31337'] } },
  })
  await openPhone(page, devnet, relay, uri)
  await script(page, 'waitForQuestion')
  await script(page, 'approve')
  const session = await approval
  const updated = dapp.next('session_update')
  const moved = dapp.next('session_event')
  const answer = dapp.request(session, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
  await expect(sheetOf(page)).toHaveAccessibleName('Switch to Latchkey Devnet 2?')
  await sheetOf(page).getByRole('button', { name: 'Approve' }).tap()
  expect(await answer).toBeNull()
  expect((await updated).params).toMatchObject({
    namespaces: { eip155: { chains: ['eip155:31337', 'eip155:31338'] } },
  })
  expect((await moved).params).toMatchObject({
    chainId: 'eip155:31338',
    event: { name: 'chainChanged' },
  })
})

test('the phone signs in and connects with one request', async ({ page, devnet, relay, dapp }) => {
  const { uri, response } = await dapp.client.authenticate({
    chains: ['eip155:31337', 'eip155:31338'],
    domain: 'ferry-lane.example',
    uri: 'https://ferry-lane.example/login',
    nonce: '4f1c2a9d',
    statement: 'Welcome to Ferry Lane.',
    methods: ['personal_sign', 'eth_sendTransaction'],
  })
  const answer = response()
  await openPhone(page, devnet, relay, uri)
  const sheet = sheetOf(page)
  await expect(sheet).toHaveAccessibleName('Sign in to Ferry Lane?')
  await expect(sheet.getByRole('region', { name: 'What is signed' })).toContainText(
    'Nonce: 4f1c2a9d',
  )
  await sheet.getByRole('button', { name: 'Sign in' }).tap()
  const { auths, session } = await answer
  expect(auths?.[0]?.p).toMatchObject({ domain: 'ferry-lane.example', nonce: '4f1c2a9d' })
  expect(session.namespaces['eip155']?.accounts).toContain(`eip155:31338:${first}`)
  await script(page, 'setBehaviour', 'approve')
  expect(await dapp.request(session, 'personal_sign', ['0x00', first])).toMatch(/^0x/)
})

test('only the newest tab acts as the phone', async ({ page, context, devnet, relay, dapp }) => {
  await connected(page, devnet, relay, dapp)
  const { uri, approval } = await dapp.propose({ optional: usualNamespaces })
  const newer = await context.newPage()
  await openPhone(newer, devnet, relay, uri)
  await expect(page.getByRole('heading')).toHaveText('Open in another tab')
  await sheetOf(newer).getByRole('button', { name: 'Approve' }).tap()
  await approval
  await expect.poll(() => script(newer, 'sessions')).toHaveLength(2)
  await page.getByRole('button', { name: 'Use it here' }).tap()
  await expect(page.getByRole('button', { name: /^Ferry Lane/ })).toHaveCount(2)
  await expect(newer.getByRole('heading')).toHaveText('Open in another tab')
})

test('every screen of the phone has no accessibility faults in light and dark mode', async ({
  page,
  devnet,
  relay,
  dapp,
}) => {
  test.slow() // because seven screens are checked, each as a whole
  const look = (what: string) =>
    test.step(what, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await axe(page), colorScheme).toEqual([])
      }
      await expect.poll(() => smallTargets(page.locator('.display'))).toEqual([])
      await expect.poll(() => overflowing(page.locator('.display'))).toEqual([])
    })
  const { uri, approval } = await dapp.propose({ optional: usualNamespaces })
  await openPhone(page, devnet, relay)
  await look('home, nobody connected')
  await page.getByRole('button', { name: 'Scan or paste' }).tap()
  await look('scan or paste')
  await script(page, 'pair', uri)
  await expect(sheetOf(page)).toHaveAccessibleName('Connect to Ferry Lane?')
  await look('connect')
  await script(page, 'approve')
  const session = await approval
  await look('home, a site connected')
  void dapp.request(session, 'personal_sign', [stringToHex('Good morning'), first])
  await expect(sheetOf(page)).toHaveAccessibleName('Sign this text?')
  await look('request')
  await script(page, 'refuse')
  await page.getByRole('button', { name: 'Activity' }).tap()
  await look('activity')
  await page.getByRole('button', { name: 'Settings' }).tap()
  await look('settings')
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false })

  test('the phone can be used by keyboard alone', async ({ page, devnet, relay, dapp }) => {
    const { uri, approval } = await dapp.propose({ optional: usualNamespaces })
    await openPhone(page, devnet, relay)
    await page.getByRole('button', { name: 'Scan or paste' }).focus()
    await page.keyboard.press('Enter')
    await expect(sheetOf(page).getByRole('heading')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Scan or paste' })).toBeFocused()
    await page.keyboard.press('Enter')
    await sheetOf(page).getByLabel('The site’s code').focus()
    await page.keyboard.insertText(uri)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(sheetOf(page)).toHaveAccessibleName('Connect to Ferry Lane?')
    await sheetOf(page).getByRole('button', { name: 'Approve' }).focus()
    await page.keyboard.press('Enter')
    await approval
    expect(await axe(page)).toEqual([])
  })
})

// @vitest-environment jsdom
/**
 * Every screen with a press that moves value, gives a right, shows a secret or can't be
 * undone. Only a whole press works, and it has to start while the screen is pressable.
 */
import { answerJoin, listAudit, listDevices, listRecovery } from '@latchkey/protocol/walletServer'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { listGrants } from '@latchkey/protocol/sessions/walletGrants'
import { delegationManager, delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { writeDesignator } from '@latchkey/protocol/smartAccounts/delegation'
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { completeGrant } from '../sessions/grantStore.ts'
import { createFakeChain, createFakeNode, fakeNetworkId } from '../sessions/testing/fakeNode.ts'
import { ownGrant } from '../sessions/testing/ownGrant.ts'
import type { SceneProps } from '../stage/createStage.ts'
import {
  drawScreen,
  enter,
  pass,
  press,
  release,
  stubLayout,
  write,
} from '../testing/drawScreen.tsx'
import { ann, shop, startTestLogins } from '../testing/startTestLogins.ts'
import type { Wallet } from '../wallet/Wallet.ts'

const network = {
  networkId: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'Ethereum',
  currency: { symbol: 'ETH', decimals: 18 },
}
const { addresses } = ann
const recovering = { addresses, userId: 'ann' }
const otherWallet = {
  id: 'other',
  status: 'in',
  name: 'Firefox',
  origin: shop,
  createdAt: 1,
  usedAt: 1,
  isThis: false,
}
const [setId, salt] = [crypto.randomUUID(), 'c2FsdHNhbHRzYWx0c2FsdA']

type Drawn = Awaited<ReturnType<typeof drawScreen>>
/**
 * A screen with its `params`, the stored data, the server's answers, and the button's name. `come` takes the
 * visitor's steps to the button. `field`: Enter in this field presses the button, too.
 */
type Case = {
  load: () => Promise<{ default: unknown }>
  params?: unknown
  stored?: Record<string, unknown>
  /** A function gets the parameters of the call. */
  answers?: Record<string, unknown>
  settings?: object
  come?: (drawn: Drawn) => Promise<void>
  button: string
  field?: string
}

const go =
  (...names: string[]) =>
  async ({ button, tick }: Drawn) => {
    for (const name of names) {
      await pass()
      if (name === 'tick') {
        await tick()
        continue
      }
      await press(button(name))
      await release(button(name))
      await pass(0)
    }
  }
const fill =
  (come: ((drawn: Drawn) => Promise<void>) | undefined, fields: Record<string, string>) =>
  async (drawn: Drawn) => {
    await come?.(drawn)
    for (const [name, text] of Object.entries(fields)) await write(drawn.field(name), text)
  }
const password = { 'Recovery password': 'nine green bottles', 'Once more': 'nine green bottles' }
const methods = (...names: string[]) => ({
  [listRecovery.path]: {
    methods: names.map((method) => ({
      method,
      setId,
      salt: method === 'vault' ? null : salt,
      credentialId: salt,
      readyAt: null,
    })),
  },
})
const settings = {
  load: () => import('./settings/SettingsView.tsx'),
  params: { place: undefined },
  answers: {
    [listDevices.path]: { devices: [otherWallet] },
    [listAudit.path]: { entries: [] },
    ...methods('password'),
  },
}

/** Settings of an account with some code on a network with smart accounts. */
const smartSettings = (code: string) => ({
  ...settings,
  stored: {
    [`consent:${shop}`]: 'ann',
    current: addresses?.eip155,
    'contracts:eip155:1': {
      hasDelegator: true,
      hasOperations: false,
      hasBundler: false,
      at: Date.now(),
    },
  },
  answers: {
    ...settings.answers,
    '/v1/rpc': ({ method }: { method: string }) => ({
      result:
        method === 'eth_getCode'
          ? code
          : method === 'eth_getBlockByNumber'
            ? { baseFeePerGas: '0x1' }
            : method === 'eth_getBalance'
              ? '0xde0b6b3a7640000'
              : '0xf4240',
    }),
  },
})

const permission = ownGrant(addresses?.eip155 as Hex, 1) // the account has the address
const onDevnet = {
  ...network,
  networkId: fakeNetworkId,
  reference: '31337',
  name: 'Devnet',
}
/** Settings of an account with a permission. */
const permissionSettings = {
  ...settings,
  stored: { [`consent:${shop}`]: 'ann', current: addresses?.eip155 },
  settings: { networks: [onDevnet] },
  answers: {
    ...settings.answers,
    [listGrants.path]: { grants: [permission.grant] },
    '/v1/rpc': createFakeNode(createFakeChain()),
  },
}
const endByASite = {
  address: addresses?.eip155,
  network: onDevnet,
  transactions: [{ to: delegationManager, value: 0n, data: '0x49934047' }],
  ending: { kind: 'one', grant: permission.grant },
  terms: completeGrant({ ...permission.grant, siteName: undefined })?.terms,
  signatures: [],
}

const cases: Record<string, Case> = {
  'an approval': {
    load: () => import('../approve/message/ApproveMessageView.tsx'),
    params: { bytes: new TextEncoder().encode('Hello'), address: addresses?.eip155, network },
    button: 'Sign',
  },
  'a change of the address by a site': {
    load: () => import('./emailChange/AgreeView.tsx'),
    params: { now: 'ann@example.org', wanted: 'eve@example.org' },
    button: 'Agree',
  },
  'a transaction once more': {
    load: () => import('./resend/ResendView.tsx'),
    params: { isSent: true, origin: shop },
    button: 'Go on',
  },
  'a login that joins': {
    load: () => import('./join/JoinView.tsx'),
    params: { ways: ['email'] },
    button: 'Mail a code',
  },
  'a login that stays separate': {
    load: () => import('./join/JoinView.tsx'),
    params: { ways: ['email'] },
    button: 'Keep them separate',
  },
  'a company that opens the joined wallet': {
    load: () => import('./join/JoinView.tsx'),
    params: { ways: ['google'] },
    answers: { [answerJoin.path]: { action: 'social' } },
    come: go('Open that wallet'),
    button: 'Continue with Google',
  },
  'a site that sees the account': {
    load: () => import('./login/LoginView.tsx'),
    params: { request: {}, user: ann },
    button: 'Continue',
  },
  'a login by e-mail': {
    load: () => import('./login/LoginView.tsx'),
    params: { request: {}, user: undefined },
    come: fill(undefined, { 'Email address': 'ann@example.org' }),
    button: 'Send code',
    field: 'Email address',
  },
  'a new password': {
    load: () => import('./protect/ProtectView.tsx'),
    params: { name: 'Ann' },
    come: fill(undefined, password),
    button: 'Create wallet',
    field: 'Once more',
  },
  'a new passkey': {
    load: () => import('./protect/ProtectView.tsx'),
    params: { name: 'Ann' },
    settings: { recovery: ['passkey'] },
    button: 'Create passkey',
  },
  'recovery by password': {
    load: () => import('./recover/RecoverView.tsx'),
    params: recovering,
    answers: methods('password'),
    come: fill(undefined, { 'Recovery password': 'nine green bottles' }),
    button: 'Bring it here',
    field: 'Recovery password',
  },
  'recovery by passkey': {
    load: () => import('./recover/RecoverView.tsx'),
    params: recovering,
    answers: methods('passkey'),
    button: 'Use passkey',
  },
  'recovery by the vault': {
    load: () => import('./recover/RecoverView.tsx'),
    params: recovering,
    answers: methods('vault'),
    button: 'Ask the vault',
  },
  'signing a device out': { ...settings, come: go('Devices'), button: 'Sign out Firefox' },
  'signing out': { ...settings, come: go('Sign out'), button: 'Sign out' },
  'another password': {
    ...settings,
    come: fill(go('RecoveryHow', 'Change the password'), password),
    button: 'Save password',
    field: 'Once more',
  },
  'another passkey': {
    ...settings,
    settings: { recovery: ['passkey'] },
    come: go('RecoveryHow', 'Add a passkey'),
    button: 'Create passkey',
  },
  'another address': {
    ...settings,
    come: fill(go('E-mail address'), { 'New e-mail address': 'new@example.org' }),
    button: 'Mail the code',
    field: 'New e-mail address',
  },
  'another address, where a site has opened the settings at it': {
    ...settings,
    params: { place: 'email' },
    come: fill(undefined, { 'New e-mail address': 'new@example.org' }),
    button: 'Mail the code',
    field: 'New e-mail address',
  },
  'the phrase': { ...settings, come: go('Recovery phrase'), button: 'Show recovery phrase' },
  'a key of Ethereum': {
    ...settings,
    come: go('Recovery phrase'),
    button: 'Show private key of Ethereum',
  },
  'a key of Solana': {
    ...settings,
    come: go('Recovery phrase'),
    button: 'Show private key of Solana',
  },
  'a keystore': { ...settings, come: go('Recovery phrase'), button: 'Save encrypted keystore' },
  'a keystore’s password': {
    ...settings,
    come: fill(go('Recovery phrase', 'tick', 'Save encrypted keystore'), {
      'Password of the file': 'nine green bottles',
      'Once more': 'nine green bottles',
    }),
    button: 'Save file',
    field: 'Once more',
  },
  'turning the smart account off': {
    ...smartSettings(writeDesignator(delegator)),
    come: go('Smart account', 'Turn off: Ethereum'),
    button: 'Turn off',
  },
  'the end of a permission': {
    ...permissionSettings,
    come: go('Permissions', 'shop.example', 'End this permission'),
    button: 'End it',
  },
  'the end of all permissions of a network': {
    ...permissionSettings,
    come: go('Permissions', 'End all on Devnet'),
    button: 'End it',
  },
  'the end of a permission by its site': {
    load: () => import('../approve/sessionEnd/EndSessionView.tsx'),
    params: endByASite,
    // the cost is estimated by code that is loaded later
    come: async () => {
      await vi.dynamicImportSettled()
      await pass(0)
    },
    answers: permissionSettings.answers,
    button: 'End it',
  },
  'replacing the code of another wallet': {
    ...smartSettings(writeDesignator(`0x${'5'.repeat(40)}`)),
    come: go('Smart account', 'Turn on: Ethereum'),
    button: 'Turn on',
  },
  'the phrase before a deletion': {
    ...settings,
    come: go('Delete wallet'),
    button: 'Show recovery phrase',
  },
  'a deletion': {
    ...settings,
    come: go('Delete wallet', 'Go on to delete'),
    button: 'Delete wallet',
  },
}

/**
 * Opens the screen and takes the steps to its button. The result has the visible content and the
 * recorded requests.
 */
async function start({ load, params, stored, answers = {}, settings: changed = {}, come }: Case) {
  // the cast is safe: each case has the params of its own screen
  const View = (await load()).default as ComponentType<SceneProps<unknown, unknown>>
  stubLayout()
  vi.stubGlobal('PublicKeyCredential', {})
  vi.stubGlobal('open', () => null)
  const { openFrame, state, store } = await startTestLogins()
  state.user = ann
  state.answer = (path, parameters) => {
    const answer = answers[path]
    return typeof answer === 'function' ? answer(parameters) : answer
  }
  for (const [name, value] of Object.entries(stored ?? {})) await store.set(name, value)
  const { wallet: made } = openFrame(shop)
  const wallet: Wallet = {
    ...made,
    settings: {
      ...made.settings,
      recovery: ['password'],
      operator: 'Example',
      vaultDelay: 60_000,
      ...changed,
    },
    notify: () => void ended.push('notified'),
  }
  wallet.freshLogin.isOpen = true
  const ended: unknown[] = []
  const end = (...args: unknown[]) => void ended.push(args)
  const drawn = await drawScreen(
    <View wallet={wallet} params={params} settle={end} refuse={end} waiting={1} />,
  )
  await come?.(drawn)
  const seen = () =>
    JSON.stringify(
      [drawn.text(), state.requests, ended, [...store.stored.keys()]],
      (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    )
  return { ...drawn, seen }
}

const names = Object.keys(cases)
const caseOf = (name: string) => {
  const found = cases[name]
  if (!found) throw new Error(`There is no ${name}`)
  return found
}

test.each(names)(
  '%s: a press that starts before the button can be pressed is ignored',
  async (name) => {
    const { button, tick, seen } = await start(caseOf(name))
    const element = button(caseOf(name).button)
    const before = seen()
    await press(element)
    await release(element)
    expect(seen()).toBe(before)
    await press(element)
    await pass()
    await tick()
    await release(element)
    expect(seen()).toBe(before)
  },
)

test.each(names)(
  '%s: a held Enter, a double click, a press that starts elsewhere and a click by a script are ignored',
  async (name) => {
    const { button, field: find, tick, seen } = await start(caseOf(name))
    const element = button(caseOf(name).button)
    const { field } = caseOf(name)
    await pass()
    await tick()
    const before = seen()
    for (let held = 0; held < 5; held++) {
      await enter(element, true)
      if (field !== undefined) await enter(find(field), true)
    }
    expect(seen(), 'a held Enter').toBe(before)
    await press(element)
    await enter(element, true)
    expect(seen(), 'a held Enter after a press that went elsewhere').toBe(before)
    await press(element)
    await release(element, 2)
    expect(seen(), 'a double click').toBe(before)
    await release(element)
    expect(seen(), 'a press from elsewhere').toBe(before)
    element.click()
    element.form?.requestSubmit()
    await pass(0)
    expect(seen(), 'a script').toBe(before)
  },
)

test.each(names)('%s: a complete press and Enter activate the button', async (name) => {
  const { button, tick, seen } = await start(caseOf(name))
  await pass()
  await tick()
  const before = seen()
  await press(button(caseOf(name).button))
  await release(button(caseOf(name).button))
  await pass(0)
  expect(seen()).not.toBe(before)
  const again = await start(caseOf(name))
  await pass()
  await again.tick()
  const then = again.seen()
  const { field } = caseOf(name)
  await enter(field === undefined ? again.button(caseOf(name).button) : again.field(field))
  await pass(0)
  expect(again.seen()).not.toBe(then)
})

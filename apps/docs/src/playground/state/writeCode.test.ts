import fc from 'fast-check'
import { createKit } from 'latchkey'
import type { KitOptions } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { colourCode } from '../colourCode.ts'
import { states } from './arbitraryState.ts'
import { startState } from './fields.ts'
import { optionsOf } from './optionsOf.ts'
import { writeCode } from './writeCode.ts'

// sampleCode.ts feeds `npm run check -- snippets`, which tests that the code compiles

test('the code of the start state contains no default values', () => {
  expect(writeCode({ ...startState, services: ['api'] })).toMatchInlineSnapshot(`
    "import { createKit } from 'latchkey'
    import { evm } from 'latchkey/evm'
    import { ConnectButton, KitProvider } from 'latchkey/react'
    import { base, mainnet } from 'viem/chains'

    const kit = createKit({
      metadata: { name: 'My site', url: 'https://example.org' },
      networks: [mainnet, base],
      adapters: [evm()],
      services: { api: 'https://api.example.org' },
    })

    export const App = () => (
      <KitProvider kit={kit}>
        <ConnectButton />
      </KitProvider>
    )
    "
  `)
})

test('the code contains the chosen values', () => {
  const code = writeCode({
    ...startState,
    services: [],
    networks: ['base', 'solana'],
    preset: 'ember',
    mode: 'auto',
    '--lk-radius': '0.5',
    label: `It's on`,
    size: 'compact',
    balance: true,
    socials: [],
    send: false,
    legalCheckbox: true,
    notices: 'off',
    locale: 'ar',
  })
  for (const part of [
    `import { ember } from 'latchkey/themes'`,
    `import { base } from 'viem/chains'`,
    `networks: [base, solanaMainnet],`,
    `adapters: [evm(), solana()],`,
    `customRpcUrls: { 'eip155:8453': ['https://base.example.org'] },`,
    `termsConditionsUrl: 'https://example.org/terms',`,
    `features: { socials: false, legalCheckbox: true, send: false },`,
    `notices: false,`,
    `locale: 'ar',`,
    `themeMode: 'auto',`,
    `themeVariables: { ...ember, '--lk-radius': '0.5' },`,
    `<ConnectButton label={'It\\'s on'} size="compact" balance />`,
  ])
    expect(code).toContain(part)
  expect(code).not.toContain('services')
  const more = writeCode({
    ...startState,
    walletGroups: ['io.metamask', 'walletConnect'],
    excludeWalletIds: ['app.phantom'],
    connectorTypeOrder: [
      'injected',
      'walletConnect',
      'recent',
      'featured',
      'custom',
      'external',
      'recommended',
    ],
    connectTitle: 'Log in',
    disclaimer: 'At your own risk.',
    learnMoreUrl: true,
    privacyPolicyUrl: true,
    siwx: 'optional',
    preload: 'press',
    modalSize: 'wide',
  })
  for (const part of [
    `import { createKit, localSiwx } from 'latchkey'`,
    `walletGroups: [{ name: 'Recommended', walletIds: ['io.metamask', 'walletConnect'] }],`,
    `excludeWalletIds: ['app.phantom'],`,
    `privacyPolicyUrl: 'https://example.org/privacy',`,
    `learnMoreUrl: 'https://example.org/wallets',`,
    `disclaimer: 'At your own risk.',`,
    `texts: { 'connect.title': 'Log in' },`,
    `connectorTypeOrder: ['injected', `,
    `modalSize: 'wide',`,
    `preload: 'press',`,
    `siwx: localSiwx({ required: false }),`,
  ])
    expect(more).toContain(part)
  expect(more).not.toContain('termsConditionsUrl')
  expect(writeCode({ ...startState, siwx: 'required', groupName: 'Of no group' })).toMatch(
    /siwx: localSiwx\(\),/,
  )
  expect(writeCode({ ...startState, groupName: 'Of no group' })).toBe(writeCode(startState))
  expect(writeCode({ ...startState, preset: 'rose' })).toContain('themeVariables: rose,')
  expect(writeCode({ ...startState, networks: ['solana'] })).not.toMatch(/evm|viem/)
})

test('`createKit` accepts the options of any state', () => {
  fc.assert(
    fc.property(states, (state) => {
      const options = optionsOf(state) as Partial<KitOptions> // as the preview casts them
      expect(() =>
        createKit({
          metadata: { name: 'My site', url: 'https://example.org' },
          networks: [mainnet],
          adapters: [evm()],
          ...options,
        }),
      ).not.toThrow()
    }),
  )
})

test('`colourCode` keeps the code’s text unchanged', () => {
  fc.assert(
    fc.property(states, (state) => {
      const code = writeCode(state)
      expect(
        colourCode(code)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code)
    }),
  )
  expect(colourCode(`import { a } from 'b' // c`)).toEqual([
    { text: 'import', name: 'k' },
    { text: ' { a } ' },
    { text: 'from', name: 'k' },
    { text: ' ' },
    { text: `'b'`, name: 's' },
    { text: ' ' },
    { text: '// c', name: 'c' },
    { text: '' },
  ])
})

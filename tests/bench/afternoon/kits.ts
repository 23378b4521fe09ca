import { readFileSync } from 'node:fs'

/** The steps of a kit's own guide: the packages to install, and the one file to rewrite. */
export type Guide = {
  name: string
  /** The arguments of `npm install`; `latchkey` is the packed kit. */
  packages: readonly string[]
  /** The new `src/App.tsx`. */
  app: string
}

/** Reads the ten lines of our README. @throws Error when the README has no such lines */
function tenLines(): string {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, code] = /## Ten lines for your site[\s\S]*?```tsx\n([\s\S]*?)```/.exec(readme) ?? []
  if (code === undefined) throw new Error('README has no ten lines any more')
  return code
}

const rainbowKit = `import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, RainbowKitProvider, getDefaultConfig } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { WagmiProvider } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const config = getDefaultConfig({ appName: 'My site', projectId: 'from the vendor', chains: [mainnet, base] })
const queryClient = new QueryClient()

export default function App() {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <RainbowKitProvider>
          <ConnectButton />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
`

/** The kits that are compared. */
export const guides: readonly Guide[] = [
  { name: 'Latchkey', packages: ['latchkey', 'viem'], app: tenLines() },
  {
    name: 'RainbowKit 2.2.11',
    packages: ['@rainbow-me/rainbowkit@2.2.11', 'wagmi@2', 'viem@2', '@tanstack/react-query@5'],
    app: rainbowKit,
  },
]

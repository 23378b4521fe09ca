import { KitProvider } from 'latchkey/react'
import { Header } from '../Header.tsx'
import type { Settings } from '../settings.ts'
import { ThemeSwitch } from '../theme/ThemeSwitch.tsx'
import { useTheme } from '../theme/useTheme.ts'
import { useSite } from '../useSite.ts'
import { DevelopmentWallet } from '../wallet/DevelopmentWallet.tsx'
import { Counter } from './Counter.tsx'
import './headless.css'

/**
 * The bakery's till with its own interface. It uses the kit's state and functions, but not its
 * screens.
 */
export function HeadlessPage({ settings }: { settings: Settings }) {
  const [theme, setTheme] = useTheme(settings.theme)
  const state = useSite(settings, theme)
  return (
    <>
      <Header tools={<ThemeSwitch theme={theme} onChange={setTheme} />} />
      <main className="headless">
        {state.status !== 'ready' && (
          <p className="notice">
            {state.status === 'failed'
              ? 'The local chains are not running. Start them with npm start.'
              : 'Warming up…'}
          </p>
        )}
        {state.status === 'ready' && (
          <KitProvider kit={state.site.kit}>
            <Counter />
            <DevelopmentWallet
              networks={state.site.networks}
              others={state.site.others}
              settings={settings}
            />
          </KitProvider>
        )}
      </main>
    </>
  )
}

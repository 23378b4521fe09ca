import { KitProvider } from 'latchkey/react'
import type { AppProps } from 'next/app'
import { kit } from '../kit'

export default function App({ Component, pageProps }: AppProps) {
  return (
    <KitProvider kit={kit} lastKnown={pageProps.lastKnown} nonce={pageProps.nonce || undefined}>
      <Component {...pageProps} />
    </KitProvider>
  )
}

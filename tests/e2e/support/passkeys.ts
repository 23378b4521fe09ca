import type { ServedWallet } from '../fixtures/serveWallet.ts'
import type { CDPSession, Page } from '@playwright/test'

/** A virtual authenticator of the browser, controlled by the test. */
export type Authenticator = {
  /** The number of its passkeys. */
  count: () => Promise<number>
  remove: () => Promise<void>
}

/**
 * Gives a page an authenticator with passkeys and, unless `hasPrf` is false, secrets. `isWilling`:
 * whether its visitor confirms with finger or PIN; otherwise the request is cancelled. Source:
 * WebDriver, virtual authenticators
 */
export async function addAuthenticator(
  page: Page,
  { hasPrf = true, isWilling = true } = {},
): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: isWilling,
    automaticPresenceSimulation: true,
    hasPrf,
  } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    remove: () =>
      session
        .send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
        .then(() => undefined),
  }
}

/**
 * The same wallet under a name, as passkeys need one; the test's own requests go to the address.
 */
export const named = (wallet: ServedWallet): ServedWallet => ({
  ...wallet,
  url: wallet.url.replace('127.0.0.1', 'wallet.localhost'),
})

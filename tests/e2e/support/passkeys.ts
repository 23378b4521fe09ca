import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import type { CDPSession, Page } from '@playwright/test'

/** A virtual authenticator of the browser, controlled by the test. */
export type Authenticator = {
  /** The number of its passkeys. */
  count: () => Promise<number>
  remove: () => Promise<void>
}

/**
 * Gives a page an authenticator for passkeys. `hasPrf`: whether its passkeys also give secrets (the
 * extension PRF). `isWilling`: whether the visitor confirms with finger or PIN; otherwise the
 * request is cancelled. Source: WebDriver, virtual authenticators
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
 * The same wallet under a host name, because passkeys need one. Without it, the wallet has an IP
 * address, which the test's own requests use.
 */
export const named = (wallet: ServedWallet): ServedWallet => ({
  ...wallet,
  url: wallet.url.replace('127.0.0.1', 'wallet.localhost'),
})

import type { CDPSession, Page } from '@playwright/test'

/** An authenticator of the browser's own, which the test controls. */
export type Authenticator = {
  /** Passkeys that it has. */
  count: () => Promise<number>
  /** Whether the visitor shows finger or PIN; else the browser is told that it was cancelled. */
  obey: (isWilling: boolean) => Promise<void>
  remove: () => Promise<void>
}

/** Gives a page an authenticator with passkeys and, unless `hasPrf` is false, secrets. WebDriver: virtual authenticators */
export async function addAuthenticator(page: Page, { hasPrf = true } = {}): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true, hasPrf } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    obey: async (isWilling) => void (await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isWilling })),
    remove: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }).then(() => undefined),
  }
}

import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import {
  delegationTypedData,
  rootAuthority,
  writeContext,
  type Delegation,
  type SignedDelegation,
} from '@latchkey/protocol/sessions/delegation'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import type { Hex, LocalAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'

/** The account of a site that may use sessions. */
export const redeemer: Hex = `0x${'7e'.repeat(20)}`
export const usdc: Hex = `0x${'c0'.repeat(20)}`

/** Seconds since 1970. */
export const nowSeconds = () => Math.floor(Date.now() / 1_000)

/** Terms of a session: 10 of a token a day, for a week. */
export const termsOf = (changes: Partial<SessionTerms> = {}): SessionTerms => ({
  what: {
    kind: 'periodic',
    token: usdc,
    amount: 10n,
    period: 86_400,
    startTime: nowSeconds() - 60,
  },
  expiry: nowSeconds() + 7 * 86_400,
  redeemers: [redeemer],
  nonce: 0n,
  ...changes,
})

let salts = 0n

/** Grants a session: the delegation with the owner's signature, and its context. */
export async function grant(
  owner: LocalAccount,
  chainId: number,
  {
    terms = {},
    delegation = {},
    signature,
  }: {
    terms?: Partial<SessionTerms>
    delegation?: Partial<Delegation>
    signature?: Hex
  } = {},
): Promise<{ context: Hex; expiry: number; delegation: SignedDelegation }> {
  const all = termsOf(terms)
  const unsigned: Delegation = {
    delegate: redeemer,
    delegator: owner.address.toLowerCase() as Hex, // in lower case it is still an address
    authority: rootAuthority,
    caveats: writeCaveats(all),
    salt: ++salts,
    ...delegation,
  }
  const signed = {
    ...unsigned,
    signature: signature ?? (await owner.signTypedData(delegationTypedData(unsigned, chainId))),
  }
  return { context: writeContext(signed), expiry: all.expiry, delegation: signed }
}

/** A wish, as a site announces it. The API stores none of it. */
export const wishOf = (expiry: number) => ({
  expiry,
  signer: { type: 'account', data: { address: redeemer } },
  permissions: [{ type: 'erc20-token-periodic', data: {} }],
  policies: [],
})

/** An answer, with its body as JSON. */
export type SessionAnswer = { status: number; body: Record<string, unknown>; headers: Headers }

/** A site that calls the sessions of an API from its page. Without an origin it is a program. */
export function sessionClient(
  api: string,
  { project = 'shop', origin = 'https://shop.example' }: { project?: string; origin?: string } = {},
) {
  async function request(path: string, body?: unknown): Promise<SessionAnswer> {
    const separator = path.includes('?') ? '&' : '?'
    const response = await fetch(
      `${api}/v1/sessions/${path}${project && `${separator}projectId=${project}`}`,
      {
        ...(origin && { headers: { origin } }),
        ...(body !== undefined && {
          method: 'POST',
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      },
    )
    return {
      status: response.status,
      body: (await response.json()) as SessionAnswer['body'], // our own API
      headers: response.headers,
    }
  }
  const announce = (id: string, expiry = nowSeconds() + 3_600, more: object = {}) =>
    request(id, { ...wishOf(expiry), ...more })
  const activate = (id: string, pci: unknown, granted: { context: Hex; expiry: number }) =>
    request(`${id}/activate`, {
      ...wishOf(granted.expiry),
      pci,
      context: granted.context,
    })
  return {
    request,
    announce,
    activate,
    /** Announces and activates a session. @returns its pci */
    async record(id: string, granted: { context: Hex; expiry: number }): Promise<string> {
      const { body } = await announce(id, granted.expiry)
      const answer = await activate(id, body['pci'], granted)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return String(answer.body['pci'])
    },
    list: (id: string) => request(id),
    context: (id: string, pci: string) => request(`${id}/getcontext?pci=${pci}`),
    revoke: (id: string, pci: string, signature: Hex) =>
      request(`${id}/revoke`, { pci, signature }),
  }
}

/**
 * Waits until an API has opened its database. On a busy machine that takes longer than a request
 * waits for it.
 */
export async function untilOpen(api: string): Promise<void> {
  const nobody = `0x${'f1'.repeat(20)}`
  const options = { timeout: 50_000, interval: 100 }
  await vi.waitFor(async () => {
    const { status } = await sessionClient(api).list(nobody)
    if (status !== 200) throw new Error(`The database is not open: ${status}`)
  }, options)
}

/** Makes a new account. */
export const newOwner = () => privateKeyToAccount(generatePrivateKey())

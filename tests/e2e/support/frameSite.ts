import type { FrameLocator, Page } from '@playwright/test'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'

/** The functions of the site's page (`fixtures/frameSitePage.ts`). */
declare global {
  interface Window {
    site: {
      open: (url: string) => Promise<number>
      ask: (name: string, payload?: unknown, id?: string) => Promise<unknown>
      post: (message: unknown) => void
      leave: (request: object, options?: { policy?: ReferrerPolicy }) => void
      events: { type: string; payload?: { height: number; title: string } }[]
    }
  }
}

/** The site's page with the frame in it. */
export type FrameSite = {
  page: Page
  frame: FrameLocator
  ask: (name: string, payload?: unknown, id?: string) => Promise<unknown>
  /** Sends an RPC call to the wallet. */
  call: (method: string, params?: unknown, id?: string) => Promise<unknown>
}

/** The address of the frame for a project. */
export const frameUrl = ({ url }: ServedWallet, projectId = 'shop') =>
  `${url}/frame?projectId=${projectId}`

/** Opens the site, and the frame in it. */
export async function openSite(
  page: Page,
  wallet: ServedWallet,
  projectId = 'shop',
): Promise<FrameSite> {
  await page.goto(wallet.site)
  await page.evaluate((url) => window.site.open(url), frameUrl(wallet, projectId))
  const ask: FrameSite['ask'] = (name, payload, id) =>
    page.evaluate(([name, payload, id]) => window.site.ask(name, payload, id), [
      name,
      payload,
      id,
    ] as const)
  await ask('SYNC_DAPP_DATA', {
    projectId,
    metadata: { name: 'Ferry Lane Bakery', url: wallet.site },
  })
  return {
    page,
    frame: page.frameLocator('iframe'),
    ask,
    call: (method, params, id) => ask('RPC_REQUEST', { method, params }, id),
  }
}

/** Logs in with the code of the mail, and with its link if the browser is new. */
export async function logIn(
  { ask }: FrameSite,
  wallet: ServedWallet,
  email: string,
): Promise<void> {
  await ask('CONNECT_EMAIL', { email })
  const answer = await ask('CONNECT_OTP', { otp: await wallet.codeTo(email) })
  if ((answer as { action: string }).action !== 'VERIFY_DEVICE') return
  const approved = ask('CONNECT_DEVICE')
  await fetch(`${wallet.url}/approve`, {
    method: 'POST',
    body: new URLSearchParams({ token: await wallet.tokenTo(email, /new device/) }),
    headers: { origin: wallet.url },
  })
  await approved
}

/** Gives an account ten ether. */
export async function makeRich({ node }: ServedWallet, address: string): Promise<void> {
  await requestNode(node, 'anvil_setBalance', [address, '0x8ac7230489e80000'])
}

/** Sends a request to the chain's node. */
export async function requestNode(
  node: string,
  method: string,
  params: unknown[],
): Promise<unknown> {
  const response = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: unknown }).result // a node answers in this form
}

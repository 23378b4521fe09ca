/**
 * A wallet, controlled by the test, for behaviour that no honest wallet has. It is announced before
 * the page's own scripts run.
 */
import type { Page } from '@playwright/test'

export type StrangeWallet = {
  name: string
  rdns: string
  icon?: string
  /** The answer to `eth_requestAccounts`. @default one account */
  accounts?: readonly unknown[]
  /** Error codes of methods that fail. */
  fails?: Record<string, number>
}

declare global {
  interface Window {
    /** Every method call to strange wallets, as `rdns method`. */
    walletRequests?: string[]
  }
}

/** Announces the wallet on every page that opens from now on. */
export async function announceStrange(page: Page, wallet: StrangeWallet): Promise<void> {
  await page.addInitScript(play, wallet)
}

/** All method calls to strange wallets so far, as `rdns method`. */
export function requestsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => window.walletRequests ?? [])
}

/** Announces the wallet's provider. Runs inside the page. */
function play({
  name,
  rdns,
  icon = '',
  accounts = ['0x00000000000000000000000000000000DeaDBeef'],
  fails = {},
}: StrangeWallet): void {
  const requests = (window.walletRequests ??= [])
  let isAllowed = false
  const answers: Record<string, () => unknown> = {
    eth_chainId: () => '0x7a69',
    eth_accounts: () => (isAllowed ? accounts : []),
    eth_requestAccounts: () => {
      isAllowed = true
      return accounts
    },
  }
  const provider = {
    on() {},
    removeListener() {},
    async request({ method }: { method: string }) {
      requests.push(`${rdns} ${method}`)
      const code = fails[method] ?? (method in answers ? undefined : 4200)
      if (code !== undefined) throw Object.assign(new Error('Played by a test'), { code })
      return answers[method]?.()
    },
  }
  const detail = Object.freeze({
    info: Object.freeze({ uuid: crypto.randomUUID(), name, rdns, icon }),
    provider,
  })
  const announce = () =>
    void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

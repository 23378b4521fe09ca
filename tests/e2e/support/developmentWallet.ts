/** Controls the wallet that `?wallet=…` sets at `window.latchkeyWallet`. */
import type { Page } from '@playwright/test'
import type { Behaviour, DevelopmentWallet } from 'latchkey/testing'

declare global {
  interface Window {
    latchkeyWallet: DevelopmentWallet
  }
}

/** Sets how the wallet answers from now on. Open requests are answered in the same way. */
export function behave(page: Page, behaviour: Behaviour): Promise<void> {
  return page.evaluate((wanted) => window.latchkeyWallet.setBehaviour(wanted), behaviour)
}

/** The number of pending requests in the wallet. */
export function waitingIn(page: Page): Promise<number> {
  return page.evaluate(() => window.latchkeyWallet.getState().pending.length)
}

/**
 * Switches the wallet to a chain that no site knows. The test answers as the chain's node.
 * @param chainId decimal
 */
export async function wander(page: Page, chainId = 31_399): Promise<void> {
  const node = 'http://wander.localhost/'
  const hex = `0x${chainId.toString(16)}`
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  await page.route(node, (route) =>
    route.fulfill({
      headers,
      json: { jsonrpc: '2.0', id: route.request().postDataJSON()?.id, result: hex },
    }),
  )
  await page.evaluate(
    (chain) =>
      window.latchkeyWallet.provider.request({
        method: 'wallet_addEthereumChain',
        params: [chain],
      }),
    {
      chainId: hex,
      chainName: 'Elsewhere',
      rpcUrls: [node],
      nativeCurrency: { name: 'Else', symbol: 'ELSE', decimals: 18 },
    },
  )
}

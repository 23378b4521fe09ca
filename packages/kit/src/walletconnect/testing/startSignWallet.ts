import type { ISignClient, SignClientTypes } from '@walletconnect/types'
import { onTestFinished } from 'vitest'
import { openSignClient } from '../../../../../services/relay/src/testing/openSignClient.ts'
import type { Memory, SignVersion } from '../../../../../services/relay/src/testing/openSignClient.ts'

/** The public client as a wallet; it ends with the test, or with `close`. With the memory of an earlier one it goes on where that was. */
export async function startSignWallet(relayUrl: string, { version = '2.21.8', memory, onMade }: { version?: SignVersion; memory?: Memory; onMade?: (wallet: ISignClient) => void } = {}) {
  const { client, close } = await openSignClient(version, relayUrl, { ...(memory && { memory }), ...(onMade && { onMade }) })
  onTestFinished(close)
  return { wallet: client, close }
}

/** The next event of this name. */
export function nextEvent<name extends SignClientTypes.Event>(wallet: ISignClient, name: name): Promise<SignClientTypes.EventArguments[name]> {
  return new Promise((resolve) => wallet.events.once(name, resolve))
}

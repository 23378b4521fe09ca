import type { ISignClient, SignClientTypes } from '@walletconnect/types'

/** The next event of this name from the public client. */
export function nextEvent<name extends SignClientTypes.Event>(
  wallet: ISignClient,
  name: name,
): Promise<SignClientTypes.EventArguments[name]> {
  return new Promise((resolve) => wallet.events.once(name, resolve))
}

import type { ISignClient, SignClientTypes } from '@walletconnect/types'

/** Resolves to the next event of this name from the published client. */
export function nextEvent<name extends SignClientTypes.Event>(
  wallet: ISignClient,
  name: name,
): Promise<SignClientTypes.EventArguments[name]> {
  return new Promise((resolve) => wallet.events.once(name, resolve))
}

import { isSameAddress } from '@latchkey/protocol/address'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { RemoteSession } from '../../../core/contracts/facets/remote.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { partOf } from '../../../core/requests/readParts.ts'
import type { PolkadotSigner } from '../signer.ts'
import { readSignature, readSignedPayload } from '../walletAnswers.ts'

/** A signer whose network the page sets. */
export type RemoteSigner = PolkadotSigner & {
  /** Sets the session's network. @throws KitError switchChain for one that is not approved */
  switchNetwork(networkId: NetworkId): void
}

/**
 * Creates the signer of a session. It has only what the wallet has granted. A request names the
 * account in the spelling that the wallet has granted for the network.
 */
export function createRemoteSigner(session: RemoteSession): RemoteSigner {
  const granted = (address: string) =>
    session.addresses().find((own) => isSameAddress(own, address)) ?? address
  const request = (method: string, params: object, networkId: NetworkId): Promise<unknown> => {
    if (!session.methods().includes(method)) throw kitError('methodNotSupported')
    // the session sends each request on its current network
    if (networkId !== session.networkId()) throw kitError('chainDisconnected')
    return session.request(method, params)
  }
  return {
    // a phone does not report the kinds of its keys
    keyTypeOf: () => (session.dialect === 'frame' ? 'sr25519' : undefined),

    async signPayload({ payload, networkId }) {
      const address = granted(payload.address)
      return readSignedPayload(
        await request(
          'polkadot_signTransaction',
          { address, transactionPayload: { ...payload, address } },
          networkId,
        ),
      )
    },

    async signMessage({ address, message, networkId }) {
      const answer = await request(
        'polkadot_signMessage',
        { address: granted(address), message },
        networkId,
      )
      return readSignature(partOf(answer, 'signature'))
    },

    switchNetwork(networkId) {
      if (!session.networkIds().includes(networkId)) throw kitError('switchChain')
      session.setNetwork(networkId)
    },
  }
}

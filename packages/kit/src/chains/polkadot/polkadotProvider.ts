import type { Kit } from '../../core/kit/kit.ts'
import { loadCode } from '../../core/page/loadCode.ts'
import type { SignedPayload, SignerPayload } from './signer.ts'

/** A text to sign, as polkadot-js passes it: `data` is hex, or a text. */
export type SignerRaw = { address: string; data: string; type?: 'bytes' | 'payload' }

type Widened<value> = value extends string ? string : value extends number ? number : value

/**
 * A transaction to sign, as libraries pass it: their types are wider than those of `SignerPayload`.
 * The kit reads each field and refuses other values.
 */
export type SignerPayloadLike = {
  [name in keyof SignerPayload]: name extends 'assetId' ? unknown : Widened<SignerPayload[name]>
}

/**
 * The visitor's Polkadot wallet for libraries. It follows the kit's current connection. `signer` is
 * what `api.setSigner` of @polkadot/api takes, and its functions are those that
 * `getPolkadotSignerFromPjs` of polkadot-api takes. `request` takes WalletConnect's methods, and
 * those of nodes.
 */
export type PolkadotProvider = {
  request(parameters: { method: string; params?: object | readonly unknown[] }): Promise<unknown>
  signer: {
    /**
     * Signs a transaction of the connection's network.
     * @throws KitError chainDisconnected for another network; invalidParams; the wallet's errors
     */
    signPayload(payload: SignerPayloadLike): Promise<SignedPayload & { id: number }>
    /**
     * Signs a text. `signature` is hex.
     * @throws KitError invalidParams for bytes that are no text in UTF-8; the wallet's errors
     */
    signRaw(raw: SignerRaw): Promise<{ id: number; signature: `0x${string}` }>
  }
}

/** Creates the provider. Each call is one `kit.request`. */
export function createPolkadotProvider(kit: Kit): PolkadotProvider {
  let lastId = 0
  const request: PolkadotProvider['request'] = ({ method, params }) =>
    kit.request({ method, ...(params && { params }), namespace: 'polkadot' })
  return {
    request,
    // the casts: the kit's own code makes these answers (`answerMethod.ts`)
    signer: {
      signPayload: async (payload) => ({
        id: ++lastId,
        ...((await request({
          method: 'polkadot_signTransaction',
          params: { address: payload.address, transactionPayload: payload },
        })) as SignedPayload),
      }),
      async signRaw({ address, data }) {
        const { readRaw } = await loadCode(import('./readRaw.lazy.ts'))
        return {
          id: ++lastId,
          ...((await request({
            method: 'polkadot_signMessage',
            params: { address, message: readRaw(data) },
          })) as { signature: `0x${string}` }),
        }
      },
    },
  }
}

import type { SignerPayload } from '../../chains/polkadot/signer.ts'

/**
 * A request that needs the approval of a Polkadot wallet's owner. `address`: the account. A
 * transaction's `payload.method` is the call's bytes in SCALE.
 */
export type PolkadotRequest =
  | { kind: 'connect' }
  | { kind: 'signMessage'; address: string; message: string }
  | { kind: 'signTransaction'; address: string; payload: SignerPayload }

export { polkadot } from '../chains/polkadot/polkadot.ts'
export type {
  PolkadotProvider,
  SignerPayloadLike,
  SignerRaw,
} from '../chains/polkadot/polkadotProvider.ts'
export type { SignedPayload, SignerPayload } from '../chains/polkadot/signer.ts'

import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { PolkadotRequest } from '../polkadot/polkadotRequest.ts'
import type { Description } from './description.ts'

/** The maximum number of the call's bytes that are shown. */
const maxShownBytes = 2_000

/**
 * Describes a Polkadot request in plain words. A call is shown as bytes: the wallet has no metadata
 * of the network by which it could read the call.
 * @param network the network's name
 * @param coin the network's own token, for the tip
 */
export function describePolkadot(
  origin: string,
  network: string,
  request: PolkadotRequest,
  coin = { symbol: 'DOT', decimals: 10 },
): Description {
  switch (request.kind) {
    case 'connect':
      return {
        title: 'Connect to this site?',
        note: `${origin} will see your accounts and can ask you to sign.`,
        facts: [],
        yes: 'Approve',
      }
    case 'signMessage':
      return {
        title: 'Sign this text?',
        note: `${origin} asks for your signature. This costs nothing.`,
        facts: [['Account', request.address]],
        body: request.message,
        yes: 'Approve',
      }
    case 'signTransaction': {
      const { method, nonce, tip } = request.payload
      const bytes = Math.max(0, Math.ceil((method.length - 2) / 2))
      return {
        title: 'Sign this transaction?',
        note: `${origin} asks for this. The network fee comes on top.`,
        facts: [
          ['From', request.address],
          ['Network', network],
          ['Number', String(numberOf(nonce))],
          ...(numberOf(tip) > 0n
            ? [['Tip', `${formatUnits(numberOf(tip), coin.decimals)} ${coin.symbol}`] as const]
            : []),
          ['Call', `${bytes} bytes`],
        ],
        body: method.slice(0, maxShownBytes * 2 + 2),
        yes: 'Approve',
      }
    }
  }
}

const numberOf = (hex: string) => BigInt(hex === '0x' ? 0 : hex)

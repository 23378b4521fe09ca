import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { BitcoinRequest } from '../bitcoin/bitcoinRequest.ts'
import type { Description } from './description.ts'

/**
 * Describes a Bitcoin request in plain words.
 * @param network the network's name
 */
export function describeBitcoin(
  origin: string,
  network: string,
  request: BitcoinRequest,
): Description {
  switch (request.kind) {
    case 'connect':
      return {
        title: 'Connect to this site?',
        note: `${origin} will see your addresses on ${network} and can ask you to sign.`,
        facts: [],
        yes: 'Approve',
      }
    case 'switchNetwork':
      return {
        title: `Switch to ${request.network}?`,
        note: `${origin} asks to change the network.`,
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
    case 'signPsbt':
      return describePsbt(origin, network, request)
  }
}

function describePsbt(
  origin: string,
  network: string,
  { payments, fee, inputs }: Extract<BitcoinRequest, { kind: 'signPsbt' }>,
): Description {
  const [only, ...others] = payments
  const from = [...new Set(inputs.map(({ address }) => address))]
  return {
    title: only && others.length === 0 ? `Send ${toBtc(only.amount)}?` : 'Sign this transaction?',
    note: `${origin} asks for this. What is not listed comes back to you.`,
    facts: [
      ...payments.flatMap(({ to, amount }) => [
        ['To', to] as const,
        ...(others.length > 0 ? [['Amount', toBtc(amount)] as const] : []),
      ]),
      ['Fee', fee === undefined ? 'not known' : toBtc(fee)],
      ...from.map((address) => ['From', address] as const),
      ['Network', network],
    ],
    yes: 'Approve',
  }
}

const toBtc = (satoshi: bigint) => `${formatUnits(satoshi, 8)} BTC`

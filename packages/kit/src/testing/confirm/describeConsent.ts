import { formatUnits } from 'viem'
import type { Consent } from '../consent.ts'
import { currencyOf } from '../walletChain.ts'
import { describeBitcoin } from './describeBitcoin.ts'
import { describePolkadot } from './describePolkadot.ts'
import { describeSolana } from './describeSolana.ts'
import type { Description } from './description.ts'

type Describe<type extends Consent['type']> = (
  consent: Extract<Consent, { type: type }>,
) => Description

const describers: { [type in Consent['type']]: Describe<type> } = {
  connect: ({ origin }) => ({
    title: 'Connect to this site?',
    note: `${origin} will see the accounts you pick and can ask you to sign.`,
    facts: [],
    yes: 'Approve',
  }),
  unlock: ({ origin }) => ({
    title: 'Unlock the wallet?',
    note: `It is locked, and ${origin} asks to connect.`,
    facts: [],
    yes: 'Unlock',
  }),
  sign: ({ origin, address, text, hex }) => ({
    title: text === null ? 'Sign these bytes?' : 'Sign this text?',
    note: `${origin} asks for your signature. This costs nothing.`,
    facts: [['Account', address]],
    body: text ?? hex,
    yes: 'Approve',
  }),
  signTypedData: ({ origin, address, domain, primaryType, json }) => ({
    title: 'Sign this data?',
    note: `${origin} asks for your signature. This costs nothing by itself, but can allow a contract to spend.`,
    facts: [
      ['For', domain || 'no name given'],
      ['Kind', primaryType],
      ['Account', address],
    ],
    body: json,
    yes: 'Approve',
  }),
  send: ({ origin, from, to, value, data, chain }) => {
    const amount = `${formatUnits(value, currencyOf(chain).decimals)} ${currencyOf(chain).symbol}`
    const size = (data.length - 2) / 2
    return {
      title: to === null ? 'Deploy a contract?' : size > 0 ? 'Call a contract?' : `Send ${amount}?`,
      note: `${origin} asks for this. The network fee comes on top.`,
      facts: [
        ...(size > 0 || to === null ? [['Amount', amount] as const] : []),
        ...(to === null ? [] : [['To', to] as const]),
        ['From', from],
        ['Network', chain.name],
        ...(size > 0 ? [['Data', `${data.slice(0, 10)}, ${size} bytes`] as const] : []),
      ],
      yes: 'Approve',
    }
  },
  sendCalls: ({ origin, from, calls, chain }) => {
    const { decimals, symbol } = currencyOf(chain)
    return {
      title: `Send ${calls.length} calls?`,
      note: `${origin} asks for this. They are sent one after another, and the network fee of each comes on top.`,
      facts: [
        ['From', from],
        ['Network', chain.name],
      ],
      body: calls
        .map(({ to, value, data }, index) =>
          [
            `${index + 1}. To ${to}`,
            ...(value > 0n ? [`Amount ${formatUnits(value, decimals)} ${symbol}`] : []),
            ...(data === '0x' ? [] : [`Data ${data}`]),
          ].join('\n'),
        )
        .join('\n\n'),
      yes: 'Approve',
    }
  },
  grant: ({ origin, account, to, chain, permission }) => ({
    title: 'Grant this permission?',
    note: `${origin} may use it without asking again, until its end.`,
    facts: [
      ['For', to],
      ['Account', account],
      ['Network', chain.name],
    ],
    body: permission,
    yes: 'Approve',
  }),
  solana: ({ origin, network, request }) => describeSolana(origin, network, request),
  bitcoin: ({ origin, network, request }) => describeBitcoin(origin, network, request),
  polkadot: ({ origin, network, request }) => describePolkadot(origin, network, request),
  switch: ({ origin, from, to }) => ({
    title: `Switch to ${to.name}?`,
    note: `${origin} asks to change the network.`,
    facts: [
      ['Now', from.name],
      ['Then', to.name],
    ],
    yes: 'Approve',
  }),
  add: ({ origin, chain }) => ({
    title: `Add ${chain.name}?`,
    note: `${origin} asks to add this network and to switch to it. Only do so when you trust who runs it.`,
    facts: [
      ['Chain id', String(chain.id)],
      ['Node', chain.rpcUrl],
      ['Currency', chain.nativeCurrency.symbol],
    ],
    yes: 'Approve',
  }),
}

/** Describes a request for the wallet's window. */
export function describeConsent(consent: Consent): Description {
  // the cast is safe, because the table has a matching function for each type of request
  const describe = describers[consent.type] as (consent: Consent) => Description
  return describe(consent)
}

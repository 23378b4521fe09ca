import { unsupported, userRejected } from './answerCodes.ts'
import type { Proposal } from './client.ts'
import { capabilitiesOf } from './capabilities.ts'
import { grant, readNamespaceRequests, sessionNamespacesOf } from './grant.ts'
import type { Offer } from './grant.ts'
import { evmEvents, evmMethodsOf } from './methods.ts'
import { bitcoinMethods } from './bitcoin/answerBitcoin.ts'
import { addressesOf, ownBitcoin } from './bitcoin/bitcoinAccounts.ts'
import { polkadotMethods } from './polkadot/answerPolkadot.ts'
import { isOfPolkadot } from './polkadot/polkadotChains.ts'
import { solanaMethods } from './solana/answerSolana.ts'
import { runTask } from './parts.ts'
import type { Parts } from './parts.ts'
import type { PhoneState } from './phoneState.ts'
import { inFront } from './sessionAccounts.ts'
import { siteOf } from './siteOf.ts'
import { syncConnections } from './sites.ts'
import { isOfSolana } from './solana/solanaChains.ts'

/**
 * Answers a site that wants to connect: asks the person, and then settles the session. Source:
 * `wc_sessionPropose`
 */
export async function answerProposal(parts: Parts, proposal: Proposal): Promise<void> {
  const { client, queue, store } = parts
  const { id } = proposal
  const site = siteOf(proposal.proposer.metadata)
  const task = queue.open({ key: `proposal:${id}`, site, title: 'Connect' })
  if (!task) return

  await runTask(parts, task, async () => {
    const found = grant(readNamespaceRequests(proposal), offersOf(store.get()))
    if (found.status === 'impossible') {
      await task.ask({ type: 'cannot', missing: found.missing })
      await client.reject({ id, reason: unsupported(found.missing) })
      return { status: 'refused' }
    }
    const { yes, addresses } = await task.ask({ type: 'connect', namespaces: found.namespaces })
    if (!yes) {
      await client.reject({ id, reason: userRejected })
      return { status: 'refused' }
    }
    const namespaces = sessionNamespacesOf(found.namespaces, accountsFor(store.get(), addresses))
    const sessionProperties = {
      ...(await capabilitiesOf(parts, namespaces)),
      ...bitcoinPropertyOf(namespaces),
    }
    await client.approve({
      id,
      namespaces,
      ...(Object.keys(sessionProperties).length > 0 && { sessionProperties }),
    })
    syncConnections(parts)
    return { status: 'done', notice: `Connected. You can go back to ${site.name}.` }
  })
}

/**
 * Returns what the phone offers, by namespace. The keys of Solana and Polkadot
 * accounts are the same on all their networks.
 */
function offersOf({ chains, batches }: PhoneState): Record<string, Offer> {
  return {
    eip155: {
      hasChain: (chain) => chains.some(({ id }) => chain === `eip155:${id}`),
      methods: evmMethodsOf({ batches }),
      events: evmEvents,
    },
    solana: {
      hasChain: isOfSolana,
      methods: solanaMethods,
      events: [],
    },
    bip122: {
      hasChain: (chain) => chain === ownBitcoin,
      methods: bitcoinMethods,
      events: [],
    },
    polkadot: {
      hasChain: isOfPolkadot,
      methods: polkadotMethods,
      events: [],
    },
  }
}

/** Returns the chosen accounts, by namespace. If nothing was chosen, it is the account in use. */
function accountsFor(
  { accounts, selected, selectedSolana, selectedBitcoin, selectedPolkadot }: PhoneState,
  chosen: readonly string[] | undefined,
): Record<string, readonly string[]> {
  const isChosen = (address: string) =>
    (chosen ?? [selected, selectedSolana, selectedBitcoin, selectedPolkadot]).includes(address)
  const of = (wanted: string) =>
    accounts
      .filter(({ address, namespace }) => namespace === wanted && isChosen(address))
      .map(({ address }) => address)
  return {
    eip155: ordered(of('eip155'), selected),
    solana: ordered(of('solana'), selectedSolana),
    bip122: ordered(of('bip122'), selectedBitcoin),
    polkadot: ordered(of('polkadot'), selectedPolkadot),
  }
}

/** Returns the chosen accounts. If the account in use is among them, it comes first. */
function ordered(addresses: readonly string[], selected: string): readonly string[] {
  return addresses.includes(selected) ? inFront(selected, addresses) : addresses
}

/** All addresses of the granted Bitcoin accounts, as a property of the session. CAIP-25 */
function bitcoinPropertyOf(
  namespaces: ReturnType<typeof sessionNamespacesOf>,
): { bip122_getAccountAddresses: string } | undefined {
  const accounts = namespaces['bip122']?.accounts ?? []
  const addresses = accounts.map((account) => account.slice(account.lastIndexOf(':') + 1))
  return addresses.length > 0
    ? { bip122_getAccountAddresses: JSON.stringify(addresses.flatMap(addressesOf)) }
    : undefined
}

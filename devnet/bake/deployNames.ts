import {
  encodeFunctionData,
  labelhash,
  namehash,
  zeroAddress,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { nameZones } from '@latchkey/protocol/profile'
import { gatewaySigner } from '../src/accounts.ts'
import type { Deployment } from '../src/deployment.ts'
import type { Artifact } from './compile.ts'
import { signerOf, type Person } from './people.ts'
import { collectionOf, type World } from './world.ts'

/** The name of a person. `avatar` returns its text record for the picture. */
type NamePlan = { person: Person; label: string; avatar: (world: World) => string }

const sail =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 240 240'%3E%3Crect width='240' height='240' fill='%231b8f8a'/%3E%3Cpath d='M120 40v130H60zM128 70v100h52z' fill='%23fbf7ef'/%3E%3Cpath d='M50 180h140l-24 26H74z' fill='%23d6453d'/%3E%3C/svg%3E"

const plans: readonly NamePlan[] = [
  {
    person: 'collector',
    label: 'lena',
    avatar: (world) => `eip155:${world.chain.chainId}/erc721:${collectionOf(world, 'ERC721')}/1`,
  },
  { person: 'whale', label: 'moby', avatar: () => sail },
]

/** This account claims the first name, although the name belongs to another account. */
const impostor: Person = 'trader'

const eth = namehash('eth')
const reverse = namehash('addr.reverse')

/**
 * Deploys a small ENS:
 * - `lena.eth`, whose picture is an NFT
 * - `moby.eth`, whose picture is in the record itself
 * - an account that claims the name of another account
 * - the wildcard resolver, for the zones of registered names and for accounts without a name. Its
 *   gateway is set when a gateway starts.
 *
 * It runs after the history, so that the history stays the same.
 */
export async function deployNames(
  world: World,
  contracts: ReadonlyMap<string, Artifact>,
): Promise<Pick<Deployment, 'ensUniversalResolver' | 'ensOffchainResolver'>> {
  const { chain } = world
  const deploy = (name: string, args: readonly unknown[] = []) =>
    chain.deploy(artifactOf(contracts, name), args)
  const send = (to: Address, name: string, functionName: string, args: readonly unknown[]) =>
    chain.send('deployer', {
      to,
      data: encodeFunctionData({ abi: artifactOf(contracts, name).abi, functionName, args }),
      gas: 2_000_000n,
    })

  const registry = await deploy('EnsRegistry')
  const resolver = await deploy('EnsResolver', [registry])
  const universal = await deploy('EnsUniversalResolver', [registry])
  const offchain = await deploy('OffchainResolver', [[], [gatewaySigner.address]])
  const owner = signerOf('deployer').address
  const own = (node: Hex, label: string, resolvedAddress: Address = resolver) =>
    send(registry, 'EnsRegistry', 'setSubnode', [node, labelhash(label), owner, resolvedAddress])
  const setRecord = (functionName: string, ...args: readonly unknown[]) =>
    send(resolver, 'EnsResolver', functionName, args)

  const reverseNode = async (person: Person, name: string) => {
    const label = signerOf(person).address.slice(2).toLowerCase()
    await own(reverse, label)
    await setRecord('setName', namehash(`${label}.addr.reverse`), name)
  }

  await own(zeroHash, 'eth')
  await own(zeroHash, 'reverse', offchain)
  await own(namehash('reverse'), 'addr', offchain)
  for (const { person, label, avatar } of plans) {
    const name = `${label}.eth`
    await own(eth, label)
    await setRecord('setAddr', namehash(name), 60n, signerOf(person).address)
    await setRecord('setText', namehash(name), 'avatar', avatar(world))
    await reverseNode(person, name)
  }
  await reverseNode(impostor, `${plans[0]?.label}.eth`)
  for (const zone of nameZones) {
    const [label, parent] = zone.split('.', 2) as [string, string] // every zone has two labels
    await own(zeroHash, parent, zeroAddress)
    await own(namehash(parent), label, offchain)
  }
  return { ensUniversalResolver: universal, ensOffchainResolver: offchain }
}

function artifactOf(contracts: ReadonlyMap<string, Artifact>, name: string): Artifact {
  const artifact = contracts.get(name)
  if (!artifact) throw new Error(`There is no contract ${name}.`)
  return artifact
}

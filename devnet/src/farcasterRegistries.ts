import {
  createTestClient,
  encodeAbiParameters,
  http,
  keccak256,
  numberToHex,
  publicActions,
  type Address,
  type Hex,
} from 'viem'

/** The addresses of Farcaster's registries on Optimism. Source: docs.farcaster.xyz, contracts */
const addresses = {
  ids: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  keys: '0x00000000fC1237824fb747aBDE0FF18990E59b7e',
} as const

/** `contracts/FarcasterIds.sol`, compiled by `bake/compile.ts`. */
export const farcasterIdsCode: Hex =
  '0x6080604052348015600e575f5ffd5b50608380601a5f395ff3fe6080604052348015600e575f5ffd5b50600436106026575f3560e01c8063d94fe83214602a575b5f5ffd5b604660353660046058565b5f6020819052908152604090205481565b60405190815260200160405180910390f35b5f602082840312156067575f5ffd5b81356001600160a01b0381168114607c575f5ffd5b939250505056'
/** `contracts/FarcasterKeys.sol`, compiled by `bake/compile.ts`. */
export const farcasterKeysCode: Hex =
  '0x6080604052348015600e575f5ffd5b5060fa8061001b5f395ff3fe6080604052348015600e575f5ffd5b50600436106026575f3560e01c8063ac34cc5a14602a575b5f5ffd5b606060353660046088565b50506040805180820182525f8082526020918201819052825180840190935280835290820152919050565b60408051825160ff16815260209283015163ffffffff16928101929092520160405180910390f35b5f5f5f604084860312156099575f5ffd5b83359250602084013567ffffffffffffffff81111560b5575f5ffd5b8401601f8101861360c4575f5ffd5b803567ffffffffffffffff81111560d9575f5ffd5b86602082840101111560e9575f5ffd5b93966020919091019550929350505056'

/** Farcaster's registries on a development chain. */
export type FarcasterRegistries = {
  /** Makes an address the owner of a Farcaster account. */
  register: (owner: Address, fid: bigint) => Promise<void>
}

/**
 * Writes fakes of Farcaster's registries into the state of a development chain.
 * @param url the URL of the chain's node, which has to be anvil
 */
export async function putFarcasterRegistries(url: string): Promise<FarcasterRegistries> {
  const client = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)
  for (const [address, code] of [
    [addresses.ids, farcasterIdsCode],
    [addresses.keys, farcasterKeysCode],
  ] as const) {
    // the code that a deployment would store at the address
    const { data } = await client.call({ data: code })
    await client.setCode({ address, bytecode: data ?? '0x' })
  }
  return {
    async register(owner, fid) {
      // the place of `idOf[owner]` in the storage: `idOf` is the contract's first variable
      const index = keccak256(
        encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 0n]),
      )
      await client.setStorageAt({
        address: addresses.ids,
        index,
        value: numberToHex(fid, { size: 32 }),
      })
    },
  }
}

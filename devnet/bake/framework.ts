import { stringToHex, type Hex } from 'viem'
import { packedTexts } from './packedArtifact.ts'

/** The salt of the Delegation Framework: `GATOR`. */
export const frameworkSalt = stringToHex('GATOR', { size: 32 })

const source = {
  name: '@metamask/delegation-abis@2.0.0',
  integrity:
    'sha512-3LW1mC/wrtgceMtou4kTJWlS683IXRRWzKY/fVnW9PieN5dayrDyZhJBP+1MJy7LyO19+E2l/IP+g9TES1ua2Q==',
} as const

/**
 * The names of the contracts, and the hash of the sources' metadata at the end of each code: in the
 * npm package, and in the public contracts. Everything else is the same, which the addresses prove.
 * Source of the latter: https://github.com/MetaMask/delegation-framework/tree/main/broadcast
 */
const contracts = {
  delegationManager: {
    name: 'DelegationManager',
    packed: 'ca409e8c9582544b3b8d8c05ed7b77fb8b148a77f098b1aea58f1517227de31d',
    published: 'c2284ea0163aafd9aee402e7645e9db93d0c27667921732dd0458883520a4752',
  },
  delegator: {
    name: 'EIP7702StatelessDeleGator',
    packed: '2a8fc88ef923739742bc7ec1685cd9198a7251cfb58c7e873c821a7e716b2ca6',
    published: 'd057b8f9a4d5cb46c51c1004ce8cae8dcd3c06323da26ccdfd3dd38584a43adb',
  },
  nativePeriod: {
    name: 'NativeTokenPeriodTransferEnforcer',
    packed: 'ddbfb33bfc3119eae666e9c14c2e492d38eed690114f0ed176d6eb49d0bc21a3',
    published: 'd41e667da8d747979e7ed7f05af656310d3eb3029c9d0c8a63a248703010d506',
  },
  nativeStream: {
    name: 'NativeTokenStreamingEnforcer',
    packed: '52704058a3717c34d4c81be20ba9801f9b76f6f0c65ef9abba014d246806f21f',
    published: '9ae3650bc35b3640fcc1f9a46bf5b25f1ce1bf6eb25aeb42d8582dc4beb6b96b',
  },
  tokenPeriod: {
    name: 'ERC20PeriodTransferEnforcer',
    packed: '78259b929dc2fea71614ebe238bd74e88ff3ea3542e0d11a18122c300122d3f6',
    published: '02755ab8cc52dedf9878671bfd7d317d71bfc428a79a9809842faaefd0de27d0',
  },
  tokenStream: {
    name: 'ERC20StreamingEnforcer',
    packed: 'd9282c553e448eac7b4631259f5a457c28077fd4d88ef08db72ec3df532e99ed',
    published: '38be6c898e25e035c36a52fe26a236a90574cd5fb48f9bc1cb72563a2f07d55b',
  },
  exactCalldata: {
    name: 'ExactCalldataEnforcer',
    packed: '7ea2be587c5142bd07609ab1e9e3d82af76502619dbab0e88f14c164094d01e5',
    published: '62106f857b9ea5652771f8110c9d685a8777516e1a78046d5db46a91586469c1',
  },
  allowedCalldata: {
    name: 'AllowedCalldataEnforcer',
    packed: '040ece6946150f16c5413920be7d1b9c5d49d2aae2b6945d7da6faa6f92f5ef6',
    published: '860b8be6a7e9f218173e7b97e4f7d5d6522ab0118af89a815fcf60520e952ed4',
  },
  allowedTargets: {
    name: 'AllowedTargetsEnforcer',
    packed: '192854344f7cbe5e3a46630068ff1c57d1382d110f4c7dae36ce8f18206bd1c8',
    published: 'c8822d4c7275ef8dedf0f20285c1cb5687e2081aef67716a170ae9a2f3de5001',
  },
  allowedMethods: {
    name: 'AllowedMethodsEnforcer',
    packed: '0b708c0be5e7b588370a3a50ea4c9e1f7cb79f4e1abc8d9c979a4f6d6867e5ae',
    published: '9b5da9243dcd3815a06d34a51586ce02e6c67b993be22c2b463556cf3e0f77b4',
  },
  valueLte: {
    name: 'ValueLteEnforcer',
    packed: '1b32f956e1bfeecade9436bbfc83066c0610b5679c49ae7d06d58eaeb4e24ff5',
    published: 'aaa65c38bf913adb3b6476a0d2d501b6b9e881c6a33b33b16dd8081cbc1b61ce',
  },
  limitedCalls: {
    name: 'LimitedCallsEnforcer',
    packed: '58fb87f0b8e8aa4745b9ef395d8bd725c313f876828d7be4c479f4049d6644ac',
    published: '2c3f46b0859baa05ad68ac999840f0730e6a8b3553b600a51784470af7b87c1d',
  },
  timestamp: {
    name: 'TimestampEnforcer',
    packed: '493f1dd46bf21857fc13b6e41e6f29c1c53fbb939ca84fcd1536c7cf1000d180',
    published: '937c24aea9e01f448cb62e2b3be0bdd7f808e5688cca18b12ff45cb1dabdc7b0',
  },
  redeemer: {
    name: 'RedeemerEnforcer',
    packed: '21c89a0ebcdb2523c453552212243b747d81b7c16f2f3e22d20bb9692240f3a3',
    published: '1039fbe92afb704ab10dbd45ad43e2b1c4bae1a3a861fb6009a942c305971f67',
  },
  nonce: {
    name: 'NonceEnforcer',
    packed: '5626dd2329dbdfa25ba379781a5be6c8fc6ae0eb3a22e9122f5d8207bb7de745',
    published: 'a9f5ef425adf403ab9ba4e7eb77d33d90a09d017b94aa31d1c936c4da108e6f0',
  },
} as const

export type FrameworkContract = keyof typeof contracts

/**
 * Reads the creation codes of the Delegation Framework, with the metadata of the public contracts.
 * @throws Error when the npm package has other codes
 */
export function readFramework(): Record<FrameworkContract, Hex> {
  const entries = Object.entries(contracts)
  const texts = packedTexts(
    source,
    entries.map(([, { name }]) => `dist/bytecode/${name}.mjs`),
  )
  const codes = entries.map(([key, { name, packed, published }], index) => {
    const code = /"(0x[0-9a-f]+)"/.exec(texts[index] ?? '')?.[1]
    if (!code?.includes(packed)) throw new Error(`${source.name}: another ${name}.`)
    return [key, code.replace(packed, published)]
  })
  return Object.fromEntries(codes) as Record<FrameworkContract, Hex> // the keys of `contracts`
}

/**
 * The contracts that enforce the terms of a delegation, version 1.3.0. They have the same addresses
 * on all chains. ERC-7710, https://github.com/MetaMask/delegation-framework
 */
import type { Hex } from '../evmSignature/hex.ts'
import type { KnownContract } from '../smartAccounts/contracts.ts'

export const enforcers = {
  /** An amount of the native currency in each period. */
  nativePeriod: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
  /** An amount of the native currency that grows with each second. */
  nativeStream: '0xD10b97905a320b13a0608f7E9cC506b56747df19',
  /** An amount of a token in each period. */
  tokenPeriod: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  /** An amount of a token that grows with each second. */
  tokenStream: '0x56c97aE02f233B29fa03502Ecc0457266d9be00e',
  /** The call data, byte by byte. */
  exactCalldata: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED',
  /** Some bytes of the call data, from a place on. */
  allowedCalldata: '0xc2b0d624c1c4319760C96503BA27C347F3260f55',
  /** The contracts that may be called. */
  allowedTargets: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  /** The functions that may be called. */
  allowedMethods: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  /** The most native currency of one call. */
  valueLte: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
  /** The number of calls. */
  limitedCalls: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  /** The times between which the delegation counts, both excluded. */
  timestamp: '0x1046bb45C8d673d4ea75321280DB34899413c069',
  /** Who may redeem the delegation. */
  redeemer: '0xE144b0b2618071B4E56f746313528a669c7E65c5',
  /** A number of the account; when the account raises it, all its delegations end. */
  nonce: '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f',
} as const satisfies Record<string, Hex>

export type EnforcerName = keyof typeof enforcers

/**
 * The contracts that a chain needs for sessions, besides those of smart accounts. Their code is the
 * same on all chains. The hashes follow from the addresses, as those of the Delegation Framework in
 * `../smartAccounts/contracts.ts` do. The devnet's bake checks this.
 */
export const sessionContracts = {
  nativePeriod: {
    address: enforcers.nativePeriod,
    codeHash: '0xa7154b218ef65120a6573b9785074631478a2c08e0a9efd9a8f6e103fc84bb0f',
  },
  nativeStream: {
    address: enforcers.nativeStream,
    codeHash: '0xd4c75234603b5fc686f77fd9703943c7c806a3d957f9a3b9efbcef6d322b0892',
  },
  tokenPeriod: {
    address: enforcers.tokenPeriod,
    codeHash: '0xd9a721435a13aaa562f7e6c7f7d062170a725ffdb7dd7c1e30798194ee9e186c',
  },
  tokenStream: {
    address: enforcers.tokenStream,
    codeHash: '0x8e31eec9b92aaea9bc436978b5e20b43f29383f863c129824feb9f8b556793cb',
  },
  exactCalldata: {
    address: enforcers.exactCalldata,
    codeHash: '0x22eef3e73397f97581331630b2783433d7290d6af7cea46214762283c2c15ab2',
  },
  allowedCalldata: {
    address: enforcers.allowedCalldata,
    codeHash: '0x26a87ea53c698e47fbea2566d50d18964062d0c74bd0baebc60316393461bf84',
  },
  allowedTargets: {
    address: enforcers.allowedTargets,
    codeHash: '0x70e128c26997cf42e91e128d24465d23f86e569fec044d304cefc93044f46600',
  },
  allowedMethods: {
    address: enforcers.allowedMethods,
    codeHash: '0xe249051b4b4239edfbefe4b8c6cae88c4bb5316b4abadc2c8c2519a022be215a',
  },
  valueLte: {
    address: enforcers.valueLte,
    codeHash: '0x825495cede463ecea97c3c6c2bee85d5a4645906e1f0498a9432b39f43cfad19',
  },
  limitedCalls: {
    address: enforcers.limitedCalls,
    codeHash: '0x3a07a1b31d8f8f29cde4260f88fc5011e003e4bdbd519c8274fc7092d2356468',
  },
  timestamp: {
    address: enforcers.timestamp,
    codeHash: '0x1da353833766081398664c131a50988f6f7190d6a1a974f497607b974705900c',
  },
  redeemer: {
    address: enforcers.redeemer,
    codeHash: '0x0acea3889e6bab48774ee99ed9ada1b91875bde5a15976330063e91998e84228',
  },
  nonce: {
    address: enforcers.nonce,
    codeHash: '0x7bbb80e3cd46e4a1cee4c2cbf712f6de0aa06f9bce616c39e1358210ee023ad8',
  },
} as const satisfies Record<EnforcerName, KnownContract>

/**
 * The contracts that enforce the terms of a delegation, version 1.3.0. They have the same addresses
 * on all chains. ERC-7710, https://github.com/MetaMask/delegation-framework
 */
import type { Hex } from '../evmSignature/hex.ts'

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

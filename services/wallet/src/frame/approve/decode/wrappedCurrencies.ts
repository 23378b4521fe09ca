import type { Address } from './Effect.ts'

/**
 * The contracts that are known to wrap a chain's currency, by CAIP-2 network, in lower case: WETH9
 * and similar contracts. The addresses on rollups are from the rollups' own documents. `deposit` of
 * any other contract can have any effect.
 */
export const wrappedCurrencies: Readonly<Record<string, Address>> = {
  'eip155:1': '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  'eip155:10': '0x4200000000000000000000000000000000000006',
  'eip155:56': '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
  'eip155:100': '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
  'eip155:130': '0x4200000000000000000000000000000000000006',
  'eip155:137': '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
  'eip155:8453': '0x4200000000000000000000000000000000000006',
  'eip155:42161': '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  'eip155:43114': '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
  'eip155:59144': '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f',
  'eip155:84532': '0x4200000000000000000000000000000000000006',
  'eip155:534352': '0x5300000000000000000000000000000000000004',
  'eip155:11155111': '0xfff9976782d46cc05630d1f6ebab18b2324d6b14',
  'eip155:11155420': '0x4200000000000000000000000000000000000006',
}

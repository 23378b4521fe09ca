import { chainOfText } from '@latchkey/protocol/signIn/chainOfText'

/**
 * The CAIP-2 id of the network of a sign-in, by the text that a site gives; Solana's main network
 * without one.
 */
export const chainIdOfSignIn = (text = 'mainnet'): string => chainOfText(text, 'solana') ?? text

import { chainOfText } from '@latchkey/protocol/signIn/chainOfText'

/**
 * The CAIP-2 id of a sign-in's network, from the text that the site passes. Without a text:
 * Solana's main network.
 */
export const chainIdOfSignIn = (text = 'mainnet'): string => chainOfText(text, 'solana') ?? text

/** Where tips go: an account of the well-known development mnemonic, so nothing is ever lost. */
export const bakers = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'

/** What a guest may leave without thinking, in ether. */
export const tips = ['0.001', '0.005', '0.01'] as const

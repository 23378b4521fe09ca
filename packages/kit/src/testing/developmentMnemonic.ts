/**
 * The mnemonic of the accounts that every development chain funds. It is public: never use it for
 * anything of value.
 */
export const developmentMnemonic = 'test test test test test test test test test test test junk'

import { defineMessages } from '@latchkey/words/messages'

/** Texts of the export of keys. */
export const messages = defineMessages('keys', {
  heading: 'Your keys, in your hands',
  warning:
    'Whoever has them has everything in this wallet, for ever. Nobody who means well asks for them: no site, no support.',
  tick: 'I am alone, and I will not give them to anybody.',
  showPhrase: 'Show recovery phrase',
  showEthereum: 'Show private key of Ethereum',
  showSolana: 'Show private key of Solana',
  saveKeystore: 'Save encrypted keystore',
  ethereum: 'Private key of Ethereum',
  solana: 'Private key of Solana',
  hide: 'Hide',
  keystoreHeading: 'Choose a password for the file',
  keystoreText:
    'The file has your Ethereum key, and your phrase for wallets that read it. Without this password nobody can open it, you neither.',
  password: 'Password of the file',
  again: 'Once more',
  rule: 'At least {count} characters, and not only digits.',
  weak: 'Too easy to guess. Use at least {count} characters, and not only digits.',
  different: 'The two are not the same.',
  save: 'Save file',
  working: 'Encrypting… {percent} %',
  savedTitle: 'The file is in your downloads',
  savedText: 'Keep it and its password apart. Wallets call it “JSON keystore”.',
  saveAgain: 'Save it once more',
})

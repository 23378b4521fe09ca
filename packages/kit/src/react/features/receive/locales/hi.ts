import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'पाएँ' },
  receive: {
    title: 'पाएँ',
    code: 'आपके पते का कोड',
    requestCode: '{amount} माँगने का कोड',
    copy: 'पता कॉपी करें',
    copied: 'पता कॉपी हो गया',
    copyFailed: 'यह ब्राउज़र कॉपी करने की अनुमति नहीं देता',
    copyLink: 'भुगतान लिंक कॉपी करें',
    linkCopied: 'भुगतान लिंक कॉपी हो गया',
    share: 'साझा करें',
    ask: 'राशि माँगें',
    amount: 'राशि',
    token: 'टोकन',
    invalid: 'यह राशि नहीं है।',
    only: 'केवल इन नेटवर्क के लिए: {networks}',
    onlyOne: 'केवल इस नेटवर्क के लिए: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>

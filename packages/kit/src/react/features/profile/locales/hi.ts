import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'आपके वॉलेट',
    kinds: 'खातों के प्रकार',
    none: 'यहाँ अभी कोई वॉलेट कनेक्ट नहीं है।',
    connected: 'कनेक्ट किए गए वॉलेट',
    recents: 'हाल के वॉलेट',
    recent: 'हाल का',
    elsewhere: 'दूसरा नेटवर्क',
    inUse: 'अब आप {wallet} इस्तेमाल कर रहे हैं',
    replaced: '{wallet} डिस्कनेक्ट हो गया। अब {account} इस्तेमाल में है।',
    joined: '{wallet} भी कनेक्ट है',
    add: 'वॉलेट जोड़ें',
    manage: 'वॉलेट सेटिंग',
    disconnectOne: '{wallet} डिस्कनेक्ट करें',
    disconnect: 'डिस्कनेक्ट करें',
    disconnectAll: 'सभी डिस्कनेक्ट करें',
  },
} satisfies TextsOf<typeof words>

import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'साइन इन करें',
    heading: '{domain} में साइन इन करें',
    text: 'यह खाता आपका है, यह दिखाने के लिए {wallet} से एक संदेश पर हस्ताक्षर करें। इसमें कोई ख़र्च नहीं है और कुछ ट्रांसफ़र नहीं होता।',
    required: 'इस साइट के लिए यह ज़रूरी है। रद्द करने पर आपका वॉलेट डिस्कनेक्ट हो जाएगा।',
    show: 'संदेश दिखाएँ',
    hide: 'संदेश छिपाएँ',
    message: 'संदेश',
    sign: 'साइन इन करें',
    waiting: '{wallet} में पुष्टि करें',
    cancel: 'रद्द करें',
    retry: 'फिर कोशिश करें',
    checkingTitle: 'आपका साइन इन देखा जा रहा है',
    checkingText: 'एक पल रुकें।',
    unknownTitle: '{site} जवाब नहीं दे रही',
    unknownText: 'पता नहीं चल सका कि आप साइन इन हैं या नहीं। आपका वॉलेट अब भी कनेक्ट है।',
    failed: '{site} में साइन इन नहीं हो पाया।',
    clock: 'लगता है इस डिवाइस की घड़ी ग़लत है। तारीख़ और समय ठीक करके फिर कोशिश करें।',
  },
} satisfies TextsOf<typeof words>

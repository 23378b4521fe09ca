import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'पता पुस्तिका',
    emptyTitle: 'अभी यहाँ कोई नहीं है',
    emptyText: 'पतों को दिए गए आपके नाम इसी डिवाइस पर रहते हैं।',
    add: 'पता जोड़ें',
    edit: '{name} बदलें',
    editTitle: 'पता बदलें',
    label: 'नाम',
    address: 'पता',
    addressHint: 'पता या नाम',
    save: 'सहेजें',
    remove: 'हटाएँ',
    labelEmpty: 'नाम डालें',
    labelTaken: 'यह नाम किसी और का है।',
    addressInvalid: 'यह पता नहीं है।',
    addressTaken: 'इस पते का नाम पहले से है।',
    full: 'पता पुस्तिका भर गई है।',
  },
} satisfies TextsOf<typeof words>

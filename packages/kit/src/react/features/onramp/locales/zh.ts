import type { TextsOf } from '../../../i18n/messages.ts'
import { words } from '../words.ts'

export default { onramp: words[0].texts, onrampOrder: words[1].texts } satisfies TextsOf<typeof words>

import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: '받기' },
  receive: {
    title: '받기',
    code: '내 주소가 담긴 코드',
    requestCode: '{amount} 요청 코드',
    copy: '주소 복사',
    copied: '주소를 복사했습니다',
    copyFailed: '이 브라우저에서는 복사할 수 없습니다',
    copyLink: '결제 링크 복사',
    linkCopied: '결제 링크를 복사했습니다',
    share: '공유',
    ask: '금액 요청',
    amount: '금액',
    token: '토큰',
    invalid: '올바른 금액이 아닙니다.',
    only: '다음 네트워크에서만 사용: {networks}',
    onlyOne: '다음 네트워크에서만 사용: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>

import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  account: { receive: 'Nhận' },
  receive: {
    title: 'Nhận',
    code: 'Mã chứa địa chỉ của bạn',
    requestCode: 'Mã yêu cầu {amount}',
    copy: 'Sao chép địa chỉ',
    copied: 'Đã sao chép địa chỉ',
    copyFailed: 'Trình duyệt này không cho phép sao chép',
    copyLink: 'Sao chép liên kết thanh toán',
    linkCopied: 'Đã sao chép liên kết thanh toán',
    share: 'Chia sẻ',
    ask: 'Yêu cầu số tiền',
    amount: 'Số lượng',
    token: 'Token',
    invalid: 'Đây không phải là số tiền.',
    only: 'Chỉ dùng cho các mạng này: {networks}',
    onlyOne: 'Chỉ dùng cho mạng này: {network}',
  },
} satisfies TextsOf<typeof words, 'receive'>

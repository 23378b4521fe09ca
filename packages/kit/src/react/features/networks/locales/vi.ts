import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  networks: {
    title: 'Chọn mạng',
    networks: 'Mạng',
    search: 'Tìm mạng',
    noneTitle: 'Không tìm thấy mạng',
    noneText: 'Ở đây không có gì tên là “{search}”.',
    clear: 'Xóa tìm kiếm',
    lockedText: 'Trang này giữ nguyên mạng mà ví đang dùng.',
    notApproved: 'Ví của bạn chưa phê duyệt mạng này.',
    switchTitle: 'Chuyển mạng',
    waitingTitle: 'Chuyển sang {network}',
    waitingText: 'Phê duyệt thay đổi trong ví của bạn.',
    slowTitle: 'Vẫn đang chờ ví của bạn',
    slowText: 'Ví có thể đang khóa hoặc nằm sau cửa sổ này. Hãy mở ví và tìm yêu cầu.',
    refusedTitle: 'Đã từ chối trong {wallet}',
    refusedText: 'Bạn vẫn ở mạng như trước.',
    pendingTitle: 'Ví của bạn đang có một yêu cầu chưa trả lời',
    pendingText: 'Mở ví và trả lời yêu cầu đó, rồi thử lại.',
    unknownTitle: 'Ví của bạn không dùng được {network}',
    unknownText: 'Hãy thêm mạng trong phần cài đặt của ví, rồi thử lại.',
    failedTitle: 'Chưa chuyển được mạng',
    failedText: 'Ví báo có sự cố. Thử lại thường sẽ được.',
    doneTitle: 'Bạn đang ở {network}',
    doneText: 'Mọi thứ ở đây giờ đều thuộc mạng này.',
    otherTitle: 'Kết nối cho {network}',
    otherText: '{network} cần một tài khoản riêng. Kết nối kia vẫn được giữ.',
    otherWallets: 'Ví cho {network}',
    otherWays: 'Cách kết nối khác',
    otherNone: 'Trình duyệt này không có ví nào làm được việc đó.',
    retry: 'Thử lại',
    unsupportedTitle: 'Mạng không được hỗ trợ',
    unsupportedText:
      'Trang này không hoạt động trên mạng mà ví đang dùng. Hãy chọn một trong các mạng sau.',
    unsupportedLocked:
      'Trang này không hoạt động trên mạng mà ví đang dùng. Hãy đổi mạng trong ví hoặc ngắt kết nối.',
    disconnect: 'Ngắt kết nối',
    help: 'Mạng là gì?',
    anotherWallet: 'Dùng ví khác',
  },
} satisfies TextsOf<typeof words>

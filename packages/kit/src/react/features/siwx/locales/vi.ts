import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Đăng nhập',
    heading: 'Đăng nhập vào {domain}',
    text: 'Ký một tin nhắn bằng {wallet} để chứng minh tài khoản này là của bạn. Không mất phí và không chuyển gì đi.',
    required: 'Trang này yêu cầu bước này. Nếu bạn hủy, ví sẽ bị ngắt kết nối.',
    show: 'Hiện tin nhắn',
    hide: 'Ẩn tin nhắn',
    message: 'Tin nhắn',
    sign: 'Đăng nhập',
    waiting: 'Xác nhận trong {wallet}',
    cancel: 'Hủy',
    retry: 'Thử lại',
    checkingTitle: 'Đang kiểm tra đăng nhập của bạn',
    checkingText: 'Xin chờ giây lát.',
    unknownTitle: '{site} không trả lời',
    unknownText: 'Không xác định được bạn đã đăng nhập hay chưa. Ví của bạn vẫn kết nối.',
    failed: '{site} không đăng nhập cho bạn được.',
    clock: 'Có vẻ đồng hồ của thiết bị này sai. Hãy chỉnh ngày giờ rồi thử lại.',
  },
} satisfies TextsOf<typeof words>

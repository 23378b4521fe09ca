import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Ví của bạn',
    kinds: 'Các loại tài khoản',
    none: 'Chưa có ví nào kết nối ở đây.',
    connected: 'Ví đã kết nối',
    recents: 'Ví gần đây',
    recent: 'Gần đây',
    elsewhere: 'Mạng khác',
    inUse: 'Bạn đang dùng {wallet}',
    replaced: '{wallet} đã ngắt kết nối. Giờ đang dùng {account}.',
    joined: '{wallet} cũng đã kết nối',
    add: 'Thêm ví',
    manage: 'Cài đặt ví',
    disconnectOne: 'Ngắt kết nối {wallet}',
    disconnect: 'Ngắt kết nối',
    disconnectAll: 'Ngắt kết nối tất cả',
  },
} satisfies TextsOf<typeof words>

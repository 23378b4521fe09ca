import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Sổ địa chỉ',
    emptyTitle: 'Chưa có ai ở đây',
    emptyText: 'Tên bạn đặt cho địa chỉ chỉ lưu trên thiết bị này.',
    add: 'Thêm địa chỉ',
    edit: 'Sửa {name}',
    editTitle: 'Sửa địa chỉ',
    label: 'Tên',
    address: 'Địa chỉ',
    addressHint: 'Địa chỉ hoặc tên',
    save: 'Lưu',
    remove: 'Xóa',
    labelEmpty: 'Nhập tên',
    labelTaken: 'Tên này đã dùng cho địa chỉ khác.',
    addressInvalid: 'Đây không phải là địa chỉ.',
    addressTaken: 'Địa chỉ này đã có tên.',
    full: 'Sổ địa chỉ đã đầy.',
  },
} satisfies TextsOf<typeof words>

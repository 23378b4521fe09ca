import type { ServerTexts } from '../createTranslator.ts'

export default {
  moment: '{day}, {clock} UTC',
  fact: '{name}: {value}',
  site: 'Trang',
  with: 'Bằng',
  browser: 'Trình duyệt',
  saysItself: '{browser}, theo chính trình duyệt đó',
  place: 'Nơi',
  time: 'Thời gian',
  removed: 'Đã gỡ',
  by: 'Bởi',
  byAt: '{browser}, tại {site}',
  added: 'Đã thêm',
  newAddress: 'Địa chỉ mới',
  never:
    'Không ai hỏi bạn mã này qua điện thoại, email hay trò chuyện. Chỉ nhập mã tại nơi bạn đã yêu cầu.',
  ignore: 'Nếu bạn không yêu cầu mã, hãy bỏ qua email này.',
  stolen:
    'Nếu bạn không yêu cầu mã, có người đang dùng ví của bạn trên trình duyệt đó: hãy gỡ thiết bị trong phần cài đặt ví, và đừng đưa mã này cho ai.',
  code: 'Mã của bạn là {code}',
  codeText: 'Mã đăng nhập bạn vào {site}, có hiệu lực trong {minutes} phút.',
  codeGives:
    'Ai có mã này sẽ mở được ví của địa chỉ này trên trình duyệt nêu trên, hoặc tạo ví ở đó nếu chưa có.',
  codePage:
    'Bạn nhập mã vào một trang của {site}, và trang đó có thể dùng mã trên thiết bị khác. Chỉ nhập nếu bạn tin trang đó và trình duyệt nêu trên là của bạn.',
  codeWindow:
    'Chỉ nhập mã trong cửa sổ riêng của ví, có địa chỉ bắt đầu bằng {wallet}, và chỉ khi trình duyệt nêu trên là của bạn.',
  madeTitle: 'Ví của bạn đã sẵn sàng',
  madeText:
    'Nếu mất trình duyệt này, hãy đăng nhập trên trình duyệt khác như bạn đã làm ở đây: két bảo mật của {operator} sẽ đưa ví của bạn trở lại. Với két này, chính {operator} cũng có thể mở ví của bạn.',
  madeMore: 'Trong mục “Khôi phục” ở phần cài đặt ví, bạn có thể thêm cách khác.',
  deviceSubject: 'Có phải bạn không? Một thiết bị mới muốn đăng nhập',
  deviceTitle: 'Một thiết bị mới muốn đăng nhập vào ví của bạn',
  deviceText:
    'Mở liên kết này để phê duyệt hoặc từ chối. Liên kết có hiệu lực trong {minutes} phút.',
  deviceButton: 'Phê duyệt hoặc từ chối',
  vaultSubject: 'Ví của bạn sắp được khôi phục',
  vaultTitle: 'Một thiết bị muốn khôi phục ví của bạn',
  vaultText: 'Thiết bị sẽ nhận ví của bạn vào {time}. Nếu đó là bạn, bạn không cần làm gì.',
  vaultRefuse: 'Nếu không phải bạn, hãy từ chối ngay:',
  vaultButton: 'Không phải tôi',
  recoveredTitle: 'Ví của bạn đã được khôi phục trên một thiết bị',
  recoveredText: 'Nếu không phải bạn, hãy chuyển ngay mọi thứ trong ví sang ví khác.',
  recoverySetTitle: 'Cách khôi phục ví của bạn đã thay đổi',
  recoveryNew: 'Mới',
  password: 'Mật khẩu khôi phục',
  passkey: 'Khóa truy cập',
  vaultOf: 'Két bảo mật của {operator}',
  recoverySetText:
    'Cách đã thiết lập trước đó cùng loại không còn đưa ví trở lại được. Nếu không phải bạn, có người đang dùng ví của bạn trên trình duyệt đó: hãy chuyển ngay mọi thứ sang ví khác.',
  removedTitle: 'Một thiết bị đã bị gỡ khỏi ví của bạn',
  removedText:
    'Nếu không phải bạn, có người có thể đăng nhập vào ví của bạn: hãy đổi mật khẩu email và gỡ thiết bị bạn không biết.',
  joinedSubject: '{way} giờ mở được ví của bạn',
  joinedTitle: 'Ví của bạn có thêm một cách đăng nhập',
  joinedText:
    'Nếu không phải bạn, có người có thể đăng nhập vào ví của bạn: hãy gỡ các thiết bị bạn không biết và chuyển mọi thứ sang ví khác.',
  anAddress: 'Một địa chỉ email',
  leaveSubject: 'Mã để đổi địa chỉ của bạn là {code}',
  leaveText: 'Mã dùng để đổi địa chỉ email của ví thành {email}, có hiệu lực trong {minutes} phút.',
  newSubject: 'Mã cho địa chỉ mới của bạn là {code}',
  newText:
    'Mã dùng để đặt địa chỉ này làm địa chỉ email của một ví tại {site}, có hiệu lực trong {minutes} phút.',
  changedSubject: 'Địa chỉ của ví đã được đổi',
  changedTitle: 'Địa chỉ email của ví đã được đổi',
  changedNow: 'Từ giờ địa chỉ này không còn mở được ví.',
  changedTold: 'Từ giờ địa chỉ mới cũng mở được ví, và email về ví được gửi đến đó.',
  changedText:
    'Nếu không phải bạn, hãy chuyển ngay mọi thứ trong ví sang ví khác, trên trình duyệt mà ví vẫn đang mở.',
  deletionSubject: 'Mã để xóa ví của bạn là {code}',
  deletionText: 'Mã dùng để xóa vĩnh viễn ví của bạn tại đây, có hiệu lực trong {minutes} phút.',
  deletedTitle: 'Ví của bạn đã bị xóa',
  deletedText:
    'Ở đây không còn lưu gì của ví. Nếu bạn đã lưu cụm từ khôi phục, cụm từ đó vẫn mở được tài khoản của bạn trong mọi ví khác.',
  linkOver: 'Liên kết này không còn hiệu lực',
  linkOverText:
    'Liên kết đã được dùng hoặc đã quá cũ. Nếu muốn đăng nhập, hãy bắt đầu lại tại trang.',
  approve: 'Phê duyệt',
  refuse: 'Không phải tôi',
  askTitle: 'Có phải bạn không?',
  askText:
    'Một thiết bị mới muốn đăng nhập vào ví của bạn. Chỉ phê duyệt nếu chính bạn đang đăng nhập ở đó.',
  approved: 'Đã phê duyệt',
  approvedText: 'Hãy quay lại trang: thiết bị đã đăng nhập. Bạn có thể đóng trang này.',
  refuseTitle: 'Từ chối thiết bị này?',
  refuseText: 'Thiết bị sẽ bị đăng xuất và không nhận được ví của bạn.',
  refused: 'Đã từ chối',
  refusedText:
    'Thiết bị không vào được ví của bạn. Nếu thấy lại điều này, có người đang đọc email của bạn: hãy đổi mật khẩu email.',
  loginOver: 'Lần đăng nhập này đã kết thúc',
  loginOverText:
    'Lần này đã được dùng hoặc mất quá nhiều thời gian. Hãy đóng trang này và bắt đầu lại tại trang ban đầu.',
  loginFailed: 'Bạn chưa đăng nhập',
  loginFailedText: 'Đăng nhập đã bị hủy hoặc không thành công.',
  loginDone: 'Sắp xong',
  loginDoneText: 'Cửa sổ này tự đóng. Nếu vẫn mở, hãy quay lại trang.',
  loginCutOffText:
    'Trình duyệt tách cửa sổ này khỏi trang, nên không hoàn tất đăng nhập ở đây được. Hãy quay lại trang và tiếp tục trong tab của trang.',
  goBack: 'Quay lại {site}',
  unbuilt: 'Ví chưa được biên dịch',
  unbuiltText: 'Thiếu trang của ví: bên vận hành cần biên dịch trang.',
  unknownProject: 'Dự án không rõ',
  unknownProjectText: 'Địa chỉ này cần ID của một dự án mà bên vận hành ví biết.',
  window: 'Ví của {operator}',
} satisfies ServerTexts

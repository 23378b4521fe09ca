/**
 * Draws the QR code of a store's page. It is a module of its own because a phone never needs this
 * code.
 */
export { QrCode as StoreQrCode } from '@latchkey/ui/code/QrCode.tsx'

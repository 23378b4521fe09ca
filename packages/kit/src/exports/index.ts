export { createKit } from '../createKit.ts'
export { KitError } from '../core/KitError.ts'
export { defaultFeatures } from '../core/features.ts'
export type { ErrorCode } from '../core/errors.ts'
export type { DisconnectParameters, FlowResult, Kit, KitContext, OpenOptions } from '../core/kit.ts'
export type {
  Features,
  KitOptions,
  ModalSize,
  NoticePlace,
  Preload,
  SiteMetadata,
  ThemeMode,
  ThemeVariables,
  TokenOption,
  WalletGroupOption,
} from '../core/options.ts'
export type { IdentitySource, SourcedIdentity } from '../core/identitySource.ts'
export type { AdapterFactory, AdapterHost, ChainAdapter } from '../core/adapter.ts'
export type {
  Connector,
  ConnectorSource,
  ConnectStep,
  Link,
  LinkState,
  Pairing,
  SourceConnectParameters,
  SourceFactory,
  SourceHost,
} from '../core/connectorSource.ts'
export type { FacetName, Facets } from '../core/facets/facets.ts'
export type {
  AddressesFacet,
  NamedAccount,
  NamedAddresses,
  Payment,
  PaymentRequest as FacetPaymentRequest,
  ParsedRecipient,
  RecipientFault,
} from '../core/facets/addresses.ts'
export type {
  AssetsFacet,
  AssetsOf,
  ObservedAccount,
  WalletAssets,
} from '../core/facets/assets.ts'
export type { RemoteFacet, RemoteSession } from '../core/facets/remote.ts'
export type {
  PastTransfer,
  ExtraCost,
  Fee,
  TransferPreview,
  Recipient,
  SendFacet,
  SendOrder,
  SendToken,
  Simulation,
  Transfer,
} from '../core/facets/send.ts'
export type {
  SwapFacet,
  SwapGasPrices,
  SwapOffer,
  SwapOrder,
  SwapPath,
  SwapPlan,
  SwapProblem,
  SwapRequest,
  SwapToken,
  SwapMethod,
} from '../core/facets/swap.ts'
export type {
  Replacement,
  TransactionState,
  TransactionId,
  TransactionsFacet,
} from '../core/facets/transactions.ts'
export type { EvmTransaction, Transaction, Transactions } from '@latchkey/protocol/transaction'
export type { Login, Logins } from '../core/login.ts'
export type { Social } from '../core/socials.ts'
export type { Account, Alert, KitState, WalletChange, Toast } from '../core/state.ts'
export type { PendingTransaction, TransactionDescription } from '../core/pendingTransactions.ts'
export type { Connection, LastAccount, Session, WalletUser } from '../core/session.ts'
export type { KitNetwork, Network } from '../core/network.ts'
export { locales } from '../core/locale.ts'
export type { Locale } from '../core/locale.ts'
export type { TextKey } from '../react/texts.ts'
export type { KitEvent } from '../core/events.ts'
export type { Wallet, WalletList, WalletListParameters } from '../core/wallet.ts'
export type { RawStorage } from '../core/storage.ts'
export { connectMethods } from '../wallets/connectMethods.ts'
export type { OfferedMethod } from '../wallets/connectMethods.ts'
export { connectList } from '../wallets/connectList.ts'
export type { ConnectList } from '../wallets/connectList.ts'
export type { ConnectRow } from '../wallets/connectRows.ts'
export { contactsOf, labelOf, removeContact, saveContact } from '../contacts/addressBook.ts'
export type { Contact, ContactFault } from '../contacts/addressBook.ts'
export {
  checkName,
  namesOf,
  registerName,
  resolveName,
  suggestNames,
  watchNames,
} from '../names/actions.ts'
export type { NameStatus } from '../names/checkName.ts'
export type { AccountName } from '../names/namesQuery.ts'
export type { NameSuggestion } from '../names/suggestNames.ts'
export type { ResolvedName } from '../core/names/resolveName.ts'
export {
  getSwapGasPrices,
  getSwapQuotes,
  getSwapTokens,
  prepareSwap,
  sendSwap,
} from '../swap/actions.ts'
export type { SwapParameters } from '../swap/readOrder.ts'
export type { PreparedSwap, SwapConditions } from '../swap/review/prepareSwap.ts'
export type { SwapOptions, SwapOutcome, SwapProgress } from '../swap/run/sendSwap.ts'
export {
  getOnrampOptions,
  getOnrampProviders,
  getOnrampQuotes,
  getPurchases,
  startOrder,
  watchOrder,
} from '../onramp/actions.ts'
export { ordersOf } from '../onramp/order/orders.ts'
export type { BuyableToken, OnrampOptions, PayCurrency } from '../onramp/options.ts'
export type { OnrampProvider } from '../onramp/providers.ts'
export type { Purchase, Purchases } from '../onramp/order/purchases.ts'
export type { OnrampOffers, OnrampQuote, QuoteRequest } from '../onramp/quotes.ts'
export type { StartOrder } from '../onramp/order/startOrder.ts'
export type { OrderProblem, WatchOrder } from '../onramp/order/watchOrder.ts'
export type { Order } from '../core/order.ts'
export { paymentUri } from '../receive/paymentUri.ts'
export type { PaymentRequest } from '../receive/paymentUri.ts'
export type { Clock } from '../core/clock.ts'
export { appLink } from '../phones/appLink.ts'
export type { AppLink } from '../phones/appLink.ts'
export { rememberWallet } from '../phones/rememberWallet.ts'
export { browserLink } from '../phones/walletLinks.ts'
export { localSiwx } from '../siwx/localSiwx.ts'
export { serverSiwx } from '../siwx/serverSiwx.ts'
export type { ServerSiwxOptions } from '../siwx/serverSiwx.ts'
export type { SignInOptions } from '../siwx/message.ts'
export type {
  SignInStatus,
  Siwx,
  SiwxAccount,
  SiwxMessage,
  SiwxMessageData,
  SiwxOption,
  SiwxSession,
} from '../core/siwx.ts'
export {
  getAccount,
  getConnectedWallets,
  getModal,
  getNetwork,
  watchAccount,
  watchConnectedWallets,
  watchModal,
  watchNetwork,
} from '../visitor/actions.ts'
export type { ModalStatus, VisitorNetwork } from '../visitor/status.ts'
export type { AccountStatus } from '../core/accountStatus.ts'
export type { ConnectedWallet } from '../core/connectedWallets.ts'
export type {
  QueryParameters,
  WatchParameters,
} from '../core/checkQueryParameters.ts'
export type { Answer } from '../core/watchAnswer.ts'
export type { AddressAnswer } from '../core/eachAddress.ts'
export {
  getBalances,
  getNativeBalance,
  watchBalances,
  watchBlocks,
  watchNativeBalance,
} from '../balances/actions.ts'
export type { AccountAnswer } from '../balances/actions.ts'
export type { Balance } from '../core/balance.ts'
export { getNfts, watchNfts } from '../nfts/actions.ts'
export type { NftsState } from '../nfts/actions.ts'
export type { Nft, NftPage } from '../nfts/getNfts.ts'
export { getHistory, watchHistory } from '../history/actions.ts'
export type { HistoryState } from '../history/actions.ts'
export type { HistoryPage } from '../history/getHistory.ts'
export type { HistoryEntry, HistoryTransfer } from '../history/historyEntry.ts'
export { getIdentity, watchIdentity } from '../identity/actions.ts'
export type { Identity } from '../identity/identityQuery.ts'
export { getTransactionFee, waitForTransaction, watchTransaction } from '../transactions/actions.ts'
export { prepareSend, sendPrepared } from '../send/actions.ts'
export type { SendRequest } from '../send/request/prepareRequest.ts'
export type { PreparedSend } from '../send/review/prepareSend.ts'

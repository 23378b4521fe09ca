export { createKit } from '../createKit.ts'
export { KitError } from '../core/errors/KitError.ts'
export { defaultFeatures } from '../core/kit/features.ts'
export type { ErrorCode } from '../core/errors/errors.ts'
export type {
  DisconnectParameters,
  FlowResult,
  Kit,
  KitSessions,
  OpenOptions,
} from '../core/kit/kit.ts'
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
} from '../core/options/options.ts'
export type { IdentitySource, SourcedIdentity } from '../core/contracts/identitySource.ts'
export type { AdapterFactory, AdapterHost, ChainAdapter } from '../core/contracts/adapter.ts'
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
} from '../core/contracts/connectorSource.ts'
export type { FacetName, Facets } from '../core/contracts/facets/facets.ts'
export type {
  AddressesFacet,
  NamedAccount,
  NamedAddresses,
  Payment,
  PaymentRequest as FacetPaymentRequest,
  ParsedRecipient,
  RecipientFault,
} from '../core/contracts/facets/addresses.ts'
export type {
  AssetsFacet,
  AssetsOf,
  ObservedAccount,
  WalletAssets,
} from '../core/contracts/facets/assets.ts'
export type { RemoteFacet, RemoteSession } from '../core/contracts/facets/remote.ts'
export type {
  PastTransfer,
  ExtraCost,
  FaultTexts,
  Fee,
  FeeChoice,
  FeeRate,
  FeeSpeed,
  TransferPreview,
  Recipient,
  SendFacet,
  SendOrder,
  SendToken,
  Simulation,
  Transfer,
  UntouchedFunds,
} from '../core/contracts/facets/send.ts'
export type {
  CallLimit,
  SmartSession,
  SmartSessionState,
  SmartSessionsFacet,
  SmartSessionsState,
  SpendingLimit,
} from '../core/contracts/facets/smartSessions.ts'
export type {
  Grant,
  GrantPermission,
  GrantRequest,
  PermissionData,
} from '@latchkey/protocol/sessions/grant'
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
} from '../core/contracts/facets/swap.ts'
export type {
  Replacement,
  TransactionState,
  TransactionId,
  TransactionsFacet,
} from '../core/contracts/facets/transactions.ts'
export type { EvmTransaction, Transaction, Transactions } from '@latchkey/protocol/transaction'
export type { Login, Logins } from '../core/contracts/login.ts'
export type { Social } from '../core/contracts/socials.ts'
export type { Account, Alert, KitState, WalletChange, Toast } from '../core/kit/state.ts'
export type {
  PendingTransaction,
  TransactionDescription,
} from '../core/transactions/pendingTransactions.ts'
export type { Connection, LastAccount, Session, WalletUser } from '../core/accounts/session.ts'
export type { AccountPurpose, AccountType, SharedAccount } from '../core/accounts/sharedAccount.ts'
export type { KitNetwork, Network } from '../core/contracts/network.ts'
export { locales } from '../core/options/locale.ts'
export type { Locale } from '../core/options/locale.ts'
export type { TextKey } from '../react/texts.lazy.ts'
export type { KitEvent } from '../core/kit/events.ts'
export type { Wallet, WalletList, WalletListParameters } from '../core/contracts/wallet.ts'
export type { RawStorage } from '../core/storage/storage.ts'
export { connectMethods } from '../domains/wallets/connectMethods.ts'
export type { OfferedMethod } from '../domains/wallets/connectMethods.ts'
export { connectList } from '../domains/wallets/connectList.ts'
export type { ConnectList } from '../domains/wallets/connectList.ts'
export type { ConnectRow } from '../domains/wallets/inGroups.ts'
export { contactsOf, labelOf, removeContact, saveContact } from '../domains/contacts/addressBook.ts'
export type { Contact, ContactFault } from '../domains/contacts/addressBook.ts'
export {
  checkName,
  namesOf,
  registerName,
  resolveName,
  suggestNames,
  watchNames,
} from '../domains/names/actions.ts'
export type { NameStatus } from '../domains/names/checkName.lazy.ts'
export type { AccountName } from '../domains/names/namesQuery.ts'
export type { NameSuggestion } from '../domains/names/suggestNames.lazy.ts'
export type { ResolvedName } from '../core/names/lookUpElsewhere.ts'
export {
  getSwapGasPrices,
  getSwapQuotes,
  getSwapTokens,
  prepareSwap,
  sendSwap,
} from '../domains/swap/actions.ts'
export type { SwapParameters } from '../domains/swap/readOrder.lazy.ts'
export type { PreparedSwap, SwapConditions } from '../domains/swap/prepareSwap.lazy.ts'
export type { SwapOptions, SwapOutcome, SwapProgress } from '../domains/swap/run/sendSwap.lazy.ts'
export {
  getOnrampOptions,
  getOnrampProviders,
  getOnrampQuotes,
  getPurchases,
  startOrder,
  watchOrder,
} from '../domains/onramp/actions.ts'
export { ordersOf } from '../domains/onramp/order/orders.ts'
export type { BuyableToken, OnrampOptions, PayCurrency } from '../domains/onramp/options.lazy.ts'
export type { OnrampProvider } from '../domains/onramp/providers.lazy.ts'
export type { Purchase, Purchases } from '../domains/onramp/order/purchases.lazy.ts'
export type { OnrampOffers } from '../domains/onramp/quotes.lazy.ts'
export type { OnrampQuote, QuoteRequest } from '../domains/onramp/estimate.ts'
export type { StartOrder } from '../domains/onramp/order/startOrder.lazy.ts'
export type { OrderProblem, WatchOrder } from '../domains/onramp/order/watchOrder.lazy.ts'
export type { Order } from '../core/contracts/order.ts'
export { paymentUri } from '../domains/receive/paymentUri.ts'
export type { PaymentRequest } from '../domains/receive/paymentUri.ts'
export type { Clock } from '../core/page/clock.ts'
export { appLink } from '../sources/phones/appLink.ts'
export type { AppLink } from '../sources/phones/appLink.ts'
export { rememberWallet } from '../sources/phones/rememberWallet.ts'
export { browserLink } from '../sources/phones/walletLinks.ts'
export { localSiwx } from '../domains/siwx/localSiwx.ts'
export { serverSiwx } from '../domains/siwx/serverSiwx.ts'
export type { ServerSiwxOptions } from '../domains/siwx/serverSiwx.ts'
export type { SignInOptions } from '../domains/siwx/message.lazy.ts'
export type {
  SignInStatus,
  Siwx,
  SiwxAccount,
  SiwxMessage,
  SiwxMessageData,
  SiwxOption,
  SiwxSession,
} from '../core/contracts/siwx.ts'
export {
  getAccount,
  getConnectedWallets,
  getModal,
  getNetwork,
  watchAccount,
  watchConnectedWallets,
  watchModal,
  watchNetwork,
} from '../domains/visitor/actions.ts'
export type { ModalStatus, VisitorNetwork } from '../domains/visitor/status.ts'
export type { AccountStatus } from '../core/accounts/accountStatus.ts'
export type { ConnectedWallet } from '../core/accounts/connectedWallets.ts'
export type {
  QueryParameters,
  WatchParameters,
} from '../core/options/checkQueryParameters.ts'
export type { Answer } from '../core/queries/watchAnswer.ts'
export type { AddressAnswer } from '../core/queries/eachAddress.ts'
export {
  getBalances,
  getNativeBalance,
  watchBalances,
  watchBlocks,
  watchNativeBalance,
} from '../domains/balances/actions.ts'
export type { AccountAnswer } from '../domains/balances/actions.ts'
export type { Balance } from '../core/contracts/balance.ts'
export { getNfts, watchNfts } from '../domains/nfts/actions.ts'
export type { NftsState } from '../domains/nfts/actions.ts'
export type { Nft, NftPage } from '../domains/nfts/getNfts.lazy.ts'
export { getHistory, watchHistory } from '../domains/history/actions.ts'
export type { HistoryState } from '../domains/history/actions.ts'
export type { HistoryPage } from '../domains/history/getHistory.lazy.ts'
export type { HistoryEntry, HistoryTransfer } from '../domains/history/historyEntry.ts'
export { getIdentity, watchIdentity } from '../domains/identity/actions.ts'
export type { Identity } from '../domains/identity/rememberedIdentity.ts'
export {
  getTransactionFee,
  waitForTransaction,
  watchTransaction,
} from '../domains/transactions/actions.ts'
export { prepareSend, sendPrepared } from '../domains/send/actions.ts'
export type { SendRequest } from '../domains/send/request/prepareRequest.lazy.ts'
export type { PreparedSend } from '../domains/send/review/prepareSend.ts'

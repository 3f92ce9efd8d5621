export { createModal } from './createModal.ts'
export type {
  AccountState,
  AccountType,
  Address,
  AddressOf,
  AlertReport,
  ConnectionState,
  ConnectMethod,
  CustomConnector,
  CustomWallet,
  EntryView,
  Modal,
  ModalEvent,
  ModalOptions,
  ModalState,
  Namespace,
  NamespaceProvider,
  NetworkId,
  NetworkState,
  ProviderOf,
  SocialProvider,
  Unsubscribe,
  ViewName,
  WalletGroup,
  WalletInfo,
} from './Modal.ts'
export type { BitcoinAccountAddress, BitcoinInputToSign, BitcoinProvider } from './provider/bitcoin/BitcoinProvider.ts'
export type {
  Eip1193Provider,
  ProviderEventName,
  ProviderEvents,
  ProviderListener,
  ProviderRpcError,
  RequestArguments,
} from './provider/Eip1193Provider.ts'
export type {
  SolanaConnection,
  SolanaProvider,
  SolanaPublicKey,
  SolanaSendOptions,
  SolanaSignIn,
  SolanaTransactionLike,
} from './provider/solana/SolanaProvider.ts'

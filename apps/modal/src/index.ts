export type {
  Eip1193Provider,
  ProviderEventName,
  ProviderEvents,
  ProviderListener,
  ProviderRpcError,
  RequestArguments,
} from './connectors/Eip1193Provider.ts'
export { createModal } from './createModal.ts'
export type {
  ActivityItem,
  ActivityState,
  DataName,
  DataStatus,
  ModalData,
  NetworkInfo,
  ProfileState,
  TokenHolding,
  TokensState,
  WalletOption,
  WalletsState,
} from './data/ModalData.ts'
export type {
  AccountState,
  AccountType,
  Address,
  AddressOf,
  AlertReport,
  ConnectionState,
  ConnectMethod,
  ConnectWalletOptions,
  CustomConnector,
  CustomNetwork,
  CustomWallet,
  DisconnectOptions,
  EntryView,
  IdToken,
  IdTokenRequest,
  Modal,
  ModalEvent,
  ModalOptions,
  ModalState,
  Namespace,
  NetworkId,
  NetworkState,
  ProviderOf,
  SessionState,
  SignInAccount,
  SignInData,
  SignInMessage,
  SignInMethod,
  SignInSession,
  SiweConfig,
  SiweMessageInput,
  SiwxOption,
  SiwxSettings,
  SocialProvider,
  TextKey,
  Unsubscribe,
  ViewName,
  WalletGroup,
  WalletInfo,
} from './Modal.ts'
export type { BitcoinAccountAddress, BitcoinInputToSign, BitcoinProvider } from './provider/bitcoin/BitcoinProvider.ts'
export type {
  SolanaConnection,
  SolanaProvider,
  SolanaPublicKey,
  SolanaSendOptions,
  SolanaSignIn,
  SolanaTransactionLike,
} from './provider/solana/SolanaProvider.ts'
export type {
  CosmosAminoDoc,
  CosmosCalls,
  CosmosDirectDoc,
  CosmosProvider,
  CosmosSignature,
} from './provider/typed/CosmosProvider.ts'
export type { PolkadotCalls, PolkadotPayload, PolkadotProvider } from './provider/typed/PolkadotProvider.ts'
export type { StacksCalls, StacksProvider, StacksValue } from './provider/typed/StacksProvider.ts'
export type { SuiCalls, SuiProvider, SuiTransactionParams } from './provider/typed/SuiProvider.ts'
export type { CallOf, ResultOf, TypedProvider } from './provider/typed/TypedProvider.ts'
